import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { dynamicPages } from '#shared/resources/dynamicPages.ts'
import { resources } from '#shared/resources/index.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'
import { another } from './another.ts'
import { axe, home, isLive, openWatched, startBrowser } from './browser.ts'
import { buildAnalysis } from './analyses.ts'
import { dialog, fillForm, saveForm } from './formActions.ts'
import { choose, menuOf, pathOf, rowsOf, signInStaff } from './lists.ts'

/** What axe says of the windows over the lists, and of what opens in them; the lists themselves are looked at in `lists` and `listShapes`. */

const { list, form, editor } = dv

let browser: Browser
const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })

beforeAll(async () => {
  browser = await startBrowser()
  await database.connect()
  await buildAnalysis(database, '41/AN/2024')
})
afterAll(async () => {
  await database.end()
  await browser.close()
})

// The light theme has the windows of the mixed one: only its bars are others.
describe.each(['mixed', 'dark'] as const)('in the %s theme axe finds nothing', (theme) => {
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    ;({ page, problems } = await openWatched(browser, { theme }))
    await signInStaff(page)
  })
  afterAll(() => expect(problems).toEqual([]))

  test.each(resources)('in the windows of $name', async ({ name, label }) => {
    await page.goto(`${home()}${pathOf(name)}`)
    await rowsOf(page).first().waitFor()

    await openForm(page, { label })
    await eachPart(page, `the form of ${name}`)
    await leave(page)

    await choose(page, 0, list.edit)
    await eachPart(page, `the form of one of ${name}`)
    await dialog(page).getByRole('button', { name: form.history.open }).click()
    await dialog(page).getByRole('heading', { name: form.history.title }).waitFor()
    expect(await axe(page, '[role="dialog"]'), `the history of ${name}`).toEqual([])
    await leave(page)

    await choose(page, 0, list.view)
    await dialog(page).locator('dl').first().waitFor()
    expect(await axe(page), `the sheet of ${name}`).toEqual([])
    await leave(page)

    await choose(page, 0, list.remove)
    await dialog(page).getByRole('button', { name: list.remove }).waitFor()
    expect(await axe(page), `deleting of ${name}`).toEqual([])
    await dialog(page).getByRole('button', { name: dv.actions.cancel }).click()
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('where the list of cases is narrowed, and its columns are chosen', async () => {
    await page.goto(`${home()}${pathOf('caseFiles')}`)
    await rowsOf(page).first().waitFor()
    await page.getByRole('combobox', { name: 'ކޯޓު' }).click()
    await page.getByRole('option').first().waitFor()
    expect(await axe(page), 'the choices of a filter').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: list.columnFilters }).click()
    await page.getByRole('button', { name: list.columns, exact: true }).click()
    await page.getByRole('checkbox').first().waitFor()
    expect(await axe(page), 'the choice of columns').toEqual([])
    await page.keyboard.press('Escape')
    await menuOf(page, 0)
    expect(await axe(page), 'the menu of a row').toEqual([])
  })

  test('where a file is attached, and a day picked', async () => {
    await page.goto(`${home()}${pathOf('analysis')}`)
    await openForm(page, analysis)
    await fillForm(page, analysis, { pdf_file: 'axe.pdf' })
    expect(await axe(page), 'a file').toEqual([])
    await dialog(page).locator('[data-field="date"]').getByRole('button').click()
    await page.getByRole('dialog').nth(1).waitFor()
    expect(await axe(page), 'a calendar').toEqual([])
    await page.keyboard.press('Escape')
    await saveForm(page)
    await dialog(page).locator('[data-field="court"]').getByRole('alert').waitFor()
    expect(await axe(page), 'a form that is refused').toEqual([])
    await forget(page)
  })

  test('where rich text is written', async () => {
    await page.goto(`${home()}${pathOf('dynamicPages')}`)
    await openForm(page, dynamicPages)
    await fillForm(page, dynamicPages, { page_content: 'ލިޔުމެއް' })
    const tool = (name: string) => dialog(page).getByRole('toolbar').getByRole('button', { name, exact: true })
    await tool(editor.names.table).click()
    await tool(editor.names.addRow).waitFor()
    for (const word of ['އެއް', 'ދޭއް', 'ތިނެއް']) {
      await page.keyboard.insertText(word)
      await page.keyboard.press('Tab')
    }
    expect(await axe(page), 'the tools').toEqual([])
    await tool(editor.names.link).click()
    await dialog(page).getByLabel(editor.address).fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await dialog(page).getByText(editor.addressWrong).waitFor()
    expect(await axe(page), 'the address of a link').toEqual([])
    await forget(page)
  })

  test('where two have changed the same, and one has to choose', async () => {
    const colleague = await another()
    const name = `axe ${theme}`
    const { id, version } = await colleague.save('subscriptionConfigs/create', { name, amount: 10, days: 30 })
    await page.goto(`${home()}${pathOf('subscriptionConfigs')}?${new URLSearchParams({ search: name }).toString()}`)
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await choose(page, 0, list.edit)
    await fillForm(page, subscriptionConfigs, { amount: '21' })
    await isLive(page)
    await colleague.save('subscriptionConfigs/update', { id, version, amount: 22 })
    await dialog(page).getByText(form.expired).waitFor()
    expect(await axe(page), 'a form that has expired').toEqual([])
    await dialog(page).getByRole('button', { name: form.conflict.look }).click()
    await dialog(page).getByText(form.conflict.theirs).first().waitFor()
    expect(await axe(page), 'two answers').toEqual([])
    await forget(page)
  })
})

async function openForm(page: Page, { label }: Pick<Resource, 'label'>) {
  await page.getByRole('button', { name: list.create(label.one.dv), exact: true }).click()
}

/** Leaves a form, and what was written in it; the question is looked at too. */
async function forget(page: Page) {
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  const question = page.getByRole('button', { name: form.unsaved.leave })
  await question.waitFor()
  expect(await axe(page), 'what is asked before').toEqual([])
  await question.click()
  await dialog(page).waitFor({ state: 'detached' })
}

/** Asks axe about a whole form, and about each of its other parts. */
async function eachPart(page: Page, what: string) {
  await dialog(page).locator('[data-field]').first().waitFor()
  await page.waitForFunction(isDrawn)
  expect(await axe(page), what).toEqual([])
  for (const part of (await dialog(page).getByRole('tab').all()).slice(1)) {
    await part.click()
    await page.waitForFunction(isDrawn)
    expect(await axe(page, '[role="dialog"]'), what).toEqual([])
  }
}

/** Runs in the browser: the editors of rich text are fetched when a part holds one, and their tools come before the text. */
function isDrawn() {
  const bars = [...document.querySelectorAll('[role="toolbar"]')]
  return (
    !document.querySelector('[role="dialog"] [aria-busy="true"]') &&
    bars.every((bar) => document.getElementById(bar.getAttribute('aria-controls') ?? ''))
  )
}

async function leave(page: Page) {
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await dialog(page).waitFor({ state: 'detached' })
}
