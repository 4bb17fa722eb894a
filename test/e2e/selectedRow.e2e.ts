import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { startBrowser } from './browser.ts'
import { grid, openList, quickSearch, rowsOf } from './lists.ts'

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

test('a selected row stays selected and is scrolled into view again when other rows come', async () => {
  const page = await openList(browser, 'permissions')
  // With the fields of the column filters ten rows are higher than the grid: the last one is behind its edge.
  await page.getByRole('button', { name: dv.list.columnFilters }).click()
  const last = rowsOf(page).nth(9)
  const chosen = grid(page).locator(`[data-row="${(await last.getAttribute('data-row')) ?? ''}"]`)
  await chosen.click()
  await expect.poll(() => chosen.getAttribute('aria-selected')).toBe('true')
  const scrolled = () => grid(page).evaluate((one) => one.scrollTop)
  await expect.poll(scrolled).toBeGreaterThan(0)
  await grid(page).evaluate((one) => one.scrollTo({ top: 0 }))

  // The same rows, as another answer.
  await quickSearch(page).fill('a')
  await expect.poll(() => chosen.getAttribute('aria-selected')).toBe('true')
  await expect.poll(scrolled).toBeGreaterThan(0)
})
