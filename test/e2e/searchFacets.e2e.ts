import { expect, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly } from './nightly.ts'
import { expectFocusIn, expectParams, paramsOf } from './pageActions.ts'
import { common, openSearch, resultCount, searchBox } from './searchActions.ts'

/** Facets: counts of the results by court, year and status, which narrow them. */

const { search: words, finding } = dv

const facets = (page: Page) => page.getByRole('region', { name: finding.facets.title })
const facet = (page: Page, name: string) => facets(page).getByRole('group', { name })
const countOf = async (page: Page, name: string, row: number) =>
  Number(
    /\d[\d,]*/.exec((await facet(page, name).getByRole('listitem').nth(row).innerText()).split('\n').at(-1) ?? '')?.[0],
  )

test('facets show their counts, and a checked one narrows the results to its count', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common })
  const court = facet(page, words.fields.courts)
  await expect(court).toBeVisible()
  const all = await resultCount(page)
  const count = await countOf(page, words.fields.courts, 0)
  expect(count).toBeLessThan(all)
  await court.getByRole('checkbox').first().click()
  await expect.poll(() => resultCount(page)).toBe(count)
  await expect(court.getByRole('checkbox').first()).toBeChecked()
  expect(paramsOf(page)).toMatchObject({ q: common, court: expect.stringMatching(/^\d+$/) })
})

test('several facets are checked by keyboard alone, and each is a chip', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common })
  const first = facet(page, words.fields.courts).getByRole('checkbox').first()
  const second = facet(page, words.fields.courts).getByRole('checkbox').nth(1)
  await first.focus()
  const one = await countOf(page, words.fields.courts, 0)
  await page.keyboard.press('Space')
  await expect.poll(() => paramsOf(page)['court']).toMatch(/^\d+$/)
  // The heading shows the count when the results are loaded.
  await expect.poll(() => resultCount(page)).toBe(one)
  await expectFocusIn(first)
  await second.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => paramsOf(page)['court']).toMatch(/^\d+,\d+$/)
  await expect.poll(() => resultCount(page)).toBeGreaterThan(one)
  const chips = page.getByRole('list', { name: words.chosen })
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await chips.getByRole('button').first().click()
  await expect.poll(() => paramsOf(page)['court']).toMatch(/^\d+$/)
  await page.getByRole('button', { name: words.clearAll }).click()
  await expectParams(page, { q: common })
})

test('a year and a status narrow the results, and their chips keep their labels after a reload', async ({
  openPage,
}) => {
  const page = await openSearch(openPage, { q: common })
  const year = facet(page, words.fields.years).getByRole('checkbox').first()
  await expect(year).toBeVisible()
  const count = await countOf(page, words.fields.years, 0)
  await year.click()
  await expect.poll(() => paramsOf(page)['year']).toMatch(/^\d{4}$/)
  // The statuses are those of the narrowed results.
  await expect.poll(() => resultCount(page)).toBe(count)
  const status = facet(page, words.fields.statuses)
  const isDivided = (await status.count()) > 0
  if (isDivided) {
    await status.getByRole('checkbox').first().click()
    await expect.poll(() => paramsOf(page)['status']).toMatch(/^\d+$/)
  }
  await page.reload()
  const chips = page.getByRole('list', { name: words.chosen }).getByRole('listitem')
  await expect.poll(() => chips.allInnerTexts()).toContain(paramsOf(page)['year'])
  if (isDivided) await expect.poll(() => chips.allInnerTexts()).not.toContain(words.fields.statuses)
})

test('facets are in a drawer on a narrow screen', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common }, { width: 390, height: 844 })
  await page.getByRole('button', { name: finding.facets.title }).click()
  const drawer = page.getByRole('dialog', { name: finding.facets.title })
  await drawer.getByRole('group', { name: words.fields.courts }).getByRole('checkbox').first().click()
  await expect.poll(() => paramsOf(page)['court']).toMatch(/^\d+$/)
  await expect(page.locator('section[aria-busy=false]').first()).toBeAttached()
  await drawer.getByRole('button', { name: finding.facets.done('').trim() }).click()
  await expect(drawer).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a text that is typed and not searched for yet stays in the search box while the filters change', async ({
  openPage,
}) => {
  const page = await openSearch(openPage, { q: common })
  const typed = 'ޖިނާޢީ ކުށް'
  await searchBox(page).fill(typed)
  await facet(page, words.fields.courts).getByRole('checkbox').first().focus()
  await page.keyboard.press('Space')
  await expect.poll(() => paramsOf(page)).toMatchObject({ q: common, court: expect.stringMatching(/^\d+$/) })
  await expect(searchBox(page)).toHaveValue(typed)
  await page.getByRole('list', { name: words.chosen }).getByRole('button').first().click()
  await expectParams(page, { q: common })
  await expect(searchBox(page)).toHaveValue(typed)
})
