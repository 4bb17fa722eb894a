import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { searchLogStrings } from '#web/platform/strings/searchLogStrings.ts'
import { axe, home, newPage, signIn, startBrowser } from './browser.ts'

const words = searchLogStrings.dv

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

async function openAs(email: string, path: string, look: Parameters<typeof newPage>[1] = {}) {
  const page = await newPage(browser, look)
  await signIn(page, email, 'hukum-demo-2026')
  await page.goto(`${home()}${path}`)
  return page
}

test('what was searched in vain is shown to the staff, and can be searched again', async () => {
  const query = `nothing${Date.now().toString(36)}`
  const page = await openAs('registrar@hukum.test', `/home?q=${query}`)
  await page.getByText(dv.search.empty.title).first().waitFor()
  await page.getByRole('link', { name: dv.entries.searches }).click()
  await page.getByRole('heading', { level: 1, name: dv.entries.searches }).waitFor()
  const row = page.getByRole('row').filter({ hasText: query })
  // A search is noted after its answer.
  await expect.poll(() => isAmongRows(page, query)).toBe(true)
  expect(await row.getByRole('cell').first().textContent()).toBe('1')

  await page.getByRole('radio', { name: words.kinds['never-clicked'] }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('only')).toBe('never-clicked')
  await row.waitFor({ state: 'detached' })
  await page.goBack()
  await row.getByRole('link', { name: words.again(query) }).click()
  await page.waitForURL((url) => url.pathname === '/home' && url.searchParams.get('q') === query)
})

/** Looks anew. */
async function isAmongRows(page: Page, query: string) {
  await page.reload()
  const queries = page.getByRole('rowheader')
  await queries.or(page.getByText(words.nothing)).first().waitFor()
  return (await queries.filter({ hasText: query }).count()) > 0
}

test('who may not see it is sent away', async () => {
  const page = await openAs('subscriber@hukum.test', '/searches')
  await page.waitForURL(/\/home/)
})

test.each([
  ['mixed', 1440],
  ['dark', 390],
  ['light', 390],
] as const)('nothing stands in the way of anybody, in the theme %s, %d wide', async (theme, width) => {
  const page = await openAs('registrar@hukum.test', '/home?q=anything', { theme, width, height: 844 })
  await page.getByText(dv.search.empty.title).first().waitFor()
  await page.goto(`${home()}/searches?only=all`)
  await expect.poll(() => isAmongRows(page, '')).toBe(true)
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})
