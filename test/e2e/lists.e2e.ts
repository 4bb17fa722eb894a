import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themes } from '#web/platform/preferences/preferences.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'
import { limits } from '#shared/limits.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { axe, home, newPage, startBrowser } from './browser.ts'
import { grid, isListed, openList, pathOf, quickSearch, rowCount, rowsOf, signInStaff } from './lists.ts'

const words = dv.list

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const open = (resource: string, search: Record<string, string> = {}) => openList(browser, resource, search)
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** The names of the columns, in the order that the description says. */
const namesOfColumns = ({ fields }: Resource) =>
  Object.values(fields)
    .filter(({ list }) => list !== undefined)
    .toSorted((one, other) => Number(one.list) - Number(other.list))
    .map(({ label }) => label.dv)

describe('the thirteen lists', () => {
  test.each(themes)('open with their names and columns, and axe finds nothing (%s)', async (theme) => {
    const page = await newPage(browser, { theme })
    await signInStaff(page)
    for (const resource of resources) {
      await page.goto(`${home()}${pathOf(resource.name)}`)
      await page.getByRole('heading', { level: 1, name: resource.label.many.dv, exact: true }).waitFor()
      await expect.poll(() => grid(page).getAttribute('aria-busy')).toBe('false')
      const headings = await grid(page).getByRole('columnheader').allTextContents()
      expect(headings, resource.name).toEqual([...namesOfColumns(resource), words.actions])
      await isListed(page)
      expect(await axe(page), `${resource.name} in ${theme}`).toEqual([])
    }
  })

  test('stand in the menu, each at its address', async () => {
    const page = await open('courts')
    const menu = page.getByRole('navigation', { name: dv.nav.menu })
    for (const resource of resources)
      expect(await menu.getByRole('link', { name: dv.entries[resource.name], exact: true }).getAttribute('href')).toBe(
        pathOf(resource.name),
      )
  })

  test('are for those who may read them', async () => {
    const page = await newPage(browser)
    await signInStaff(page, 'editor@hukum.test')
    await page.goto(`${home()}/acl/users`)
    await page.waitForURL((url) => url.pathname === '/home')
    await page.goto(`${home()}/caseFiles`)
    await grid(page).waitFor()
    expect(await page.getByRole('button', { name: words.create('މައްސަލަ') }).count()).toBe(0)
    await page.goto(`${home()}/nothing`)
    await page.waitForURL((url) => url.pathname === '/404')
  })
})

describe('finding', () => {
  test('goes on while somebody types, however the words are spelled, and the address keeps them', async () => {
    const page = await open('courts')
    await quickSearch(page).fill('ސިވިލް')
    await expect.poll(() => rowCount(page)).toBe(1)
    await expect.poll(() => params(page)).toEqual({ search: 'ސިވިލް' })
    await page.reload()
    await expect.poll(() => rowCount(page)).toBe(1)
    expect(await quickSearch(page).inputValue()).toBe('ސިވިލް')
    await quickSearch(page).press('Escape')
    await expect.poll(() => rowCount(page)).toBeGreaterThan(100)
    await expect.poll(() => params(page)).toEqual({})
  })

  test('that is cleared at once stays so: the last words do not come back', async () => {
    const page = await open('courts')
    await quickSearch(page).fill('ސިވިލް')
    await expect.poll(() => rowCount(page)).toBe(1)
    await quickSearch(page).press('End')
    await quickSearch(page).pressSequentially(' x')
    await quickSearch(page).press('Escape')
    await page.waitForTimeout(2 * limits.list.lookup_debounce_ms)
    await expect.poll(() => params(page)).toEqual({})
    expect(await quickSearch(page).inputValue()).toBe('')
  })

  test('wants every word somewhere in the row', async () => {
    const page = await open('users')
    await quickSearch(page).fill('admin އާމިނަތު')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await quickSearch(page).fill('admin ޙަސަން')
    await page.getByText(words.nothing).waitFor()
    await page.getByRole('button', { name: words.clearAll }).click()
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(5)
  })

  test('in one column leaves the others alone', async () => {
    const page = await open('permissions')
    await page.getByRole('button', { name: words.columnFilters }).click()
    await page.getByRole('searchbox', { name: words.filterIn('ނަން') }).fill('web')
    await page.getByText(words.nothing).waitFor()
    await page.getByRole('searchbox', { name: words.filterIn('ނަން') }).fill('read-courts')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await expect.poll(() => params(page)).toEqual({ 'in.name': 'read-courts' })
    expect(await axe(page)).toEqual([])
  })
})

describe('sorting', () => {
  test('goes up, down and back by the heading, and the address keeps it', async () => {
    const page = await open('permissions')
    const heading = grid(page).getByRole('columnheader', { name: 'ނަން' })
    expect(await heading.getAttribute('aria-sort')).toBe('none')
    await heading.click()
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
    const names = () => rowsOf(page).locator('[data-column="name"]').allTextContents()
    await expect.poll(async () => isSorted(await names())).toBe(true)
    const [first = ''] = await names()
    await heading.click()
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
    await expect.poll(() => params(page)).toEqual({ sort: '-name' })
    await expect.poll(async () => isSorted((await names()).reverse()) && first < String((await names())[0])).toBe(true)
    await heading.click()
    await expect.poll(() => params(page)).toEqual({})
  })
})

/** By the letters of names such as these. */
const isSorted = (names: string[]) => names.every((name, place) => place === 0 || String(names[place - 1]) <= name)

describe('filters', () => {
  test('a required one that is empty keeps the list from loading', async () => {
    const page = await newPage(browser)
    await signInStaff(page)
    let asked = 0
    page.on('request', (request) => (asked += request.url().endsWith('/api/caseFiles/get') ? 1 : 0))
    await page.goto(`${home()}/caseFiles?Court=`)
    await page.getByText(words.filterNeeded('ކޯޓު')).waitFor()
    expect(asked).toBe(0)
    await page.getByRole('combobox', { name: 'ކޯޓު' }).click()
    await page.getByRole('option', { name: 'ސިވިލް ކޯޓު', exact: true }).click()
    await rowsOf(page).first().waitFor()
    await expect.poll(() => Number(params(page)['Court'])).toBeGreaterThan(0)
  })

  test('a default stands until something else is chosen', async () => {
    const page = await open('users')
    const active = page.getByRole('combobox', { name: 'އެކްޓިވް' })
    await expect.poll(() => active.inputValue()).toBe(dv.actions.yes)
    await active.click()
    await page.getByRole('option', { name: dv.actions.no, exact: true }).click()
    await expect.poll(() => params(page)).toEqual({ Active: 'false' })
    await page.getByText(words.empty).waitFor()
  })
})

describe('the columns', () => {
  test('are chosen, and stay so for the person when he comes back', async () => {
    const page = await open('permissions')
    await page.getByRole('button', { name: words.columns, exact: true }).click()
    await page.getByRole('checkbox', { name: 'ގާޑު' }).click()
    await expect.poll(() => grid(page).getByRole('columnheader').count()).toBe(2)
    await page.reload()
    await grid(page).waitFor()
    await expect.poll(() => grid(page).getByRole('columnheader').count()).toBe(2)
    await page.getByRole('button', { name: words.columns, exact: true }).click()
    await page.getByRole('button', { name: words.columnsAgain }).click()
    await expect.poll(() => grid(page).getByRole('columnheader').count()).toBe(3)
  })

  test('are fitted to the window, and again when it changes', async () => {
    const page = await open('permissions')
    const width = () => grid(page).evaluate((one) => [one.scrollWidth, one.clientWidth])
    await expect.poll(async () => new Set(await width()).size).toBe(1)
    const [before] = await width()
    await page.setViewportSize({ width: 1100, height: 900 })
    await expect.poll(async () => (await width())[0]).toBeLessThan(Number(before))
    await expect.poll(async () => new Set(await width()).size).toBe(1)
  })

  test('are widened by the pointer and by keyboard', async () => {
    const page = await open('permissions')
    const heading = grid(page).getByRole('columnheader', { name: 'ގާޑު' })
    const width = async () => Math.round((await heading.boundingBox())?.width ?? 0)
    // Fitted to the window first.
    await expect.poll(() => grid(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    const before = await width()
    await heading.focus()
    // To the end of reading, which is the left.
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(width).toBe(before + 16)
    const box = await heading.boundingBox()
    if (!box) throw new Error('the heading is not shown')
    await page.mouse.move(box.x + 4, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 4 - 60, box.y + 20, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBe(before + 76)
    expect(await heading.getAttribute('aria-sort')).toBe('none')
  })
})
