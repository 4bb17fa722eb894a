import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { axe, gate, newPage, signIn, startBrowser } from './browser.ts'
import { buildStage, stageUrl } from './stage/build.ts'

/** What the specification says of forms, and the tests of each form do not hold. */

const { form } = dv
let browser: Browser
let put: Awaited<ReturnType<typeof buildStage>>

beforeAll(async () => {
  browser = await startBrowser()
  put = await buildStage()
})
afterAll(() => browser.close())

const dialog = (page: Page) => page.getByRole('dialog').first()
const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"]`)

async function open(query: Record<string, string | number>, before?: (page: Page) => Promise<unknown>) {
  const page = await newPage(browser)
  await put(page)
  await signIn(page, 'admin@hukum.test', 'hukum-demo-2026', { remember: true })
  await before?.(page)
  await page.goto(stageUrl({ mode: 'Create', ...query }))
  return page
}

/** The staged resource has no calls of its own: what they would answer is said here. */
async function answer(page: Page, call: string, data: (asked: Record<string, unknown>) => unknown) {
  await page.route(`**/api/everything/${call}`, (route) =>
    route.fulfill({
      json: { Status: 'success', Message: '', ovf: false, data: data(route.request().postDataJSON() as object as Record<string, unknown>) },
    }),
  ) // prettier-ignore
}

describe('a form', () => {
  test('waits for its record, and cannot be saved before', async () => {
    const { promise: held, goOn } = gate()
    const page = await open({ resource: 'courts', mode: 'Update', id: 1 }, (one) =>
      one.route('**/api/courts/find', async (route) => {
        await held
        await route.continue()
      }),
    )
    await dialog(page).getByRole('status', { name: dv.page.loading }).waitFor()
    expect(await dialog(page).getByRole('button', { name: form.save, exact: true }).count()).toBe(0)
    goOn()
    await dialog(page).getByRole('button', { name: form.save, exact: true }).waitFor()
  })

  test('a field is half as wide as the form, unless it is said to be wider', async () => {
    const page = await open({ resource: 'roles' })
    const width = async (name: string) => (await field(page, name).boundingBox())?.width ?? 0
    await field(page, 'permissions').waitFor()
    // The window grows while it opens.
    const share = async () => (await width('name')) / (await width('permissions'))
    await expect.poll(async () => (await share()) > 0.45 && (await share()) < 0.5).toBe(true)
  })

  test('a field that must be filled in has a red star', async () => {
    const page = await open({ resource: 'courts' })
    const star = field(page, 'name').locator('label span')
    expect(await star.textContent()).toContain('*')
    const [red = 0, green = 0, blue = 0] = await star.evaluate((one) =>
      (getComputedStyle(one).color.match(/[\d.]+/g) ?? []).map(Number),
    )
    expect(red).toBeGreaterThan(Math.max(green, blue) * 1.5)
  })

  test('the line that helps stands under fields of every kind', async () => {
    const page = await open({ resource: 'everything' })
    for (const more of ['a note', 'names', 'a paper', 'parts'])
      await dialog(page).getByText(`Helps with ${more}`).waitFor()
    await dialog(page).getByText('Helps to agree').waitFor()
    await dialog(page).getByText(form.letters(0, 50)).waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('what is not his to type in a row is not drawn there', async () => {
    const page = await open({ resource: 'everything' })
    const row = dialog(page).getByRole('group', { name: /Parts/ })
    await row.getByRole('textbox', { name: 'Part', exact: true }).first().waitFor()
    expect(await row.getByText('Made').count()).toBe(0)
    expect(await row.getByText('Kept').count()).toBe(0)
  })

  test('what is empty is a dash where it is read', async () => {
    const page = await open({ resource: 'caseFiles', mode: 'View', id: 1 })
    await dialog(page).locator('dl').first().waitFor()
    await expect.poll(() => dialog(page).getByText(dv.none, { exact: true }).count()).toBeGreaterThan(0)
  })
})

describe('choices', () => {
  test('a list of choices that cannot be fetched says so, and is empty', async () => {
    const page = await open({ resource: 'everything' })
    await dialog(page).getByRole('combobox', { name: 'Court' }).click()
    await page.getByText(form.failed).first().waitFor()
    expect(await page.getByRole('option').count()).toBe(0)
  })

  test('a select that depends on another is emptied when that is changed, and asked for anew', async () => {
    const asked: unknown[] = []
    const page = await open({ resource: 'everything' }, async (one) => {
      await answer(one, 'getCourtList', () => [{ id: 1, name: 'First' }, { id: 2, name: 'Second' }]) // prettier-ignore
      await answer(one, 'getJudgeList', (body) => {
        asked.push(body['id'])
        return [{ id: 7, name: `Judge of ${String(body['id'])}` }]
      })
    })
    const pick = async (select: string, option: string) => {
      await dialog(page).getByRole('combobox', { name: select }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await pick('Court', 'First')
    await pick('Judge', 'Judge of 1')
    await pick('Court', 'Second')
    await expect.poll(() => dialog(page).getByRole('combobox', { name: 'Judge' }).inputValue()).toBe('')
    await pick('Judge', 'Judge of 2')
    // A live connection that comes late has the same choices asked for once more.
    expect([...new Set(asked)]).toEqual([1, 2])
  })

  test('categories that are too many to come whole are searched by the server', async () => {
    const asked: unknown[] = []
    const page = await open({ resource: 'everything' }, (one) =>
      one.route('**/api/everything/getCaseTypeList', (route) => {
        const { SearchQuery } = route.request().postDataJSON() as { SearchQuery?: string }
        asked.push(SearchQuery)
        const data = SearchQuery === undefined ? [{ id: 1, name: 'Civil' }] : [{ id: 900, name: 'Marriage' }]
        return route.fulfill({ json: { Status: 'success', Message: '', data, ovf: SearchQuery === undefined } })
      }),
    )
    await dialog(page).getByRole('button', { name: 'Category' }).click()
    await page.getByText(form.moreChoices).waitFor()
    await page.getByRole('textbox', { name: form.nested.search }).fill('wedding')
    await page.getByRole('button', { name: 'Marriage' }).click()
    await dialog(page).getByRole('button', { name: 'Category' }).getByText('Marriage').waitFor()
    expect(asked).toContain('wedding')
  })

  test('a list of categories opens where the chosen one stands, also when it comes after it is open', async () => {
    const { promise: held, goOn } = gate()
    const page = await open({ resource: 'everything', mode: 'Update', id: 1 }, async (one) => {
      await answer(one, 'find', () => ({ id: 1, version: 1, kind: 'Plain', category: { id: 11, name: 'Debt' } }))
      await one.route('**/api/everything/getCaseTypeList', async (route) => {
        await held
        const data = [{ id: 1, name: 'Civil', children: [{ id: 11, name: 'Debt' }] }]
        await route.fulfill({ json: { Status: 'success', Message: '', ovf: false, data } })
      })
    })
    await field(page, 'category').getByRole('button').click()
    const list = page.getByRole('dialog').last()
    await list.getByText(form.searching).waitFor()
    goOn()
    await list.getByRole('navigation', { name: form.nested.path }).getByText('Civil').waitFor()
    await list.getByRole('listitem').getByRole('button', { name: 'Debt' }).waitFor()
  })

  test('a category is found step by step or by its words, and a click outside closes the list', async () => {
    const page = await open({ resource: 'everything' }, (one) =>
      answer(one, 'getCaseTypeList', () => [
        { id: 1, name: 'Civil', children: Array.from({ length: 600 }, (_, n) => ({ id: 10 + n, name: `Debt ${n}` })) },
        { id: 2, name: 'Criminal' },
      ]),
    )
    const list = page.getByRole('dialog').last()
    await field(page, 'category').getByRole('button').click()
    await list.getByRole('button', { name: form.nested.into('Civil') }).click()
    await list.getByRole('navigation', { name: form.nested.path }).getByText('Civil').waitFor()
    expect(await axe(page)).toEqual([])
    await list.getByRole('button', { name: form.nested.back, exact: true }).click()
    await list.getByRole('button', { name: 'Criminal' }).waitFor()

    // A few stand with the way to them, more than five hundred in a plain list.
    await list.getByRole('textbox').fill('Debt 59')
    await expect.poll(() => list.locator('small').count()).toBe(16)
    await list.getByRole('textbox').fill('Debt')
    await expect.poll(() => list.getByRole('listitem').count()).toBe(600)
    expect(await list.locator('small').count()).toBe(0)
    await list.getByRole('textbox').fill('nothing')
    await list.getByText(form.nothing).waitFor()

    await dialog(page).getByRole('heading').first().click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  })
})
