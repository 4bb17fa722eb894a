import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPage, startBrowser } from './browser.ts'
import { grid, rowsOf } from './lists.ts'
import { buildStage, stageUrl } from './stage/build.ts'

let browser: Browser
let put: Awaited<ReturnType<typeof buildStage>>

beforeAll(async () => {
  browser = await startBrowser()
  put = await buildStage()
})
afterAll(() => browser.close())

test('a row that was chosen is chosen and in sight again when the list comes anew', async () => {
  const page = await newPage(browser)
  await put(page)
  await page.goto(stageUrl({ grid: 2000 }))
  await page.getByRole('button', { name: 'Show' }).click()
  await page.locator('[data-ready="true"]').waitFor()
  const chosen = rowsOf(page).and(page.locator('[data-row="3"]'))
  await chosen.click()
  await expect.poll(() => chosen.getAttribute('aria-selected')).toBe('true')
  /** How far from the head of the grid the row stands; not at all where it is not drawn. */
  const depth = () =>
    grid(page).evaluate((one) => {
      const row = one.querySelector('[data-row="3"]')
      return row ? row.getBoundingClientRect().top - one.getBoundingClientRect().top : undefined
    })
  await grid(page).evaluate((one) => one.scrollTo({ top: 50_000 }))
  await expect.poll(depth).toBeLessThan(0)

  // The same rows, as another answer.
  await page.getByRole('textbox').fill('Cv')
  await expect.poll(depth).toBeGreaterThan(0)
  await expect.poll(depth).toBeLessThan(650)
  await expect.poll(() => chosen.getAttribute('aria-selected')).toBe('true')
})
