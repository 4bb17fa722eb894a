import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import { dv } from '#web/strings/dv.ts'
import { buildAnalysis } from './analyses.ts'
import { home, openWatched, startBrowser } from './browser.ts'
import { dialog } from './filling.ts'
import { pathOf, quickSearch, signInStaff } from './lists.ts'

/** The thirteen screens on a telephone, in use by one person: each row is a card. */

const { list, form } = dv
const width = 390

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })
  await database.connect()
  await buildAnalysis(database, '39/AN/2024')
  await database.end()
  browser = await startBrowser()
  ;({ page, problems } = await openWatched(browser, { width, height: 800 }))
  await signInStaff(page)
})
afterEach(() => expect(problems.splice(0)).toEqual([]))
afterAll(() => browser.close())

const cards = () => page.getByRole('article')
const heading = () => cards().first().getByRole('heading')

/** What a screen offers between the change of a row and its end. */
const own: Record<string, readonly string[]> = {
  users: [list.reset.act],
  caseFiles: [list.read],
  analysis: [list.read, list.analysis.download, list.analysis.cancel],
}

describe.each(resources)('$name', ({ name, label }) => {
  test('are found by what their cards are headed with', async () => {
    await page.goto(`${home()}${pathOf(name)}`)
    await page.getByRole('heading', { level: 1, name: label.many.dv, exact: true }).waitFor()
    await cards().first().waitFor()
    const words = (await heading().textContent()) ?? ''
    await quickSearch(page).fill(words)
    await quickSearch(page).press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(words.trim())
    await expect.poll(async () => (await heading().allTextContents()).join()).toBe(words)
  })

  test('offer what can be done with them', async () => {
    await cards().first().getByRole('button').click()
    await page.getByRole('menu').waitFor()
    const offered = await page.getByRole('menuitem').allTextContents()
    expect(offered).toEqual([list.view, list.edit, ...(own[name] ?? []), list.remove])
  })

  test('are opened, and nothing is wider than the screen', async () => {
    await page.getByRole('menuitem', { name: list.view, exact: true }).click()
    await dialog(page).locator('dl').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
    await dialog(page).waitFor({ state: 'detached' })
  })
})
