import { expect, type OpenPage, type Page, test } from './fixtures.ts'
import { limits } from '#shared/limits.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'

import { expectLoaded, loadingOverlay, openList, quickSearch, rowCount, rowsOf } from './listActions.ts'
import { nightly } from './nightly.ts'

/** Debounce times and the minimum time of the overlay, with the fake clock of the page. */

// With 600 rows the list would be a long one for other tests too.
test.afterEach(async ({ server }) => {
  await server.query(`delete from courts where name like 'ބަރޯސާ ކޯޓު %'`)
  await server.query(`delete from permissions where name like 'veiled-%'`)
})

/** Opens a list and stops its clock. */
async function openWithStoppedClock(openPage: OpenPage, resource: string) {
  const page = await openList(openPage, resource, {}, { isolated: true })
  await page.clock.install()
  await page.reload()
  await expectLoaded(page)
  await expect(rowsOf(page).first()).toBeVisible()
  await page.clock.pauseAt(Date.now() + 30_000)
  return page
}

/** The tolerance around a time limit, in milliseconds. */
const moment_ms = 10
const justBefore = (page: Page, wait_ms: number) => page.clock.runFor(wait_ms - moment_ms)
const justAfter = (page: Page) => page.clock.runFor(2 * moment_ms)

test('the address follows the quick search after the debounce time', nightly, async ({ openPage }) => {
  const page = await openWithStoppedClock(openPage, 'roles')
  const searched = () => new URL(page.url()).searchParams.get('search')
  await quickSearch(page).fill('a')
  await justBefore(page, limits.list.search_debounce_ms)
  await quickSearch(page).fill('ad')
  await justBefore(page, limits.list.search_debounce_ms)
  expect(searched()).toBeNull()
  await justAfter(page)
  await expect.poll(searched).toBe('ad')
})

test('choices of a long list are requested after the debounce time', nightly, async ({ openPage, server }) => {
  await server.query(`insert into courts (name) select 'ބަރޯސާ ކޯޓު ' || n from generate_series(1, 60) as n`)
  const page = await openWithStoppedClock(openPage, 'caseFiles')
  const requests: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('caseFiles/getCourtList')) requests.push(request.postData())
  })
  const court = page.getByRole('combobox', { name: caseFiles.fields.court.label.dv })
  await court.click()
  await expect.poll(() => requests.length).toBe(1)
  await expect.poll(() => tick(page, () => page.getByRole('option').count())).toBeGreaterThan(0)
  await court.fill('ބަރޯސާ')
  await justBefore(page, limits.list.lookup_debounce_ms)
  expect(requests).toHaveLength(1)
  await justAfter(page)
  await expect.poll(() => tick(page, () => Promise.resolve(requests.length))).toBe(2)
})

test(
  'the loading overlay stays for its minimum time after the rows have come',
  nightly,
  async ({ openPage, server }) => {
    await server.query(`insert into permissions (name) select 'veiled-' || n from generate_series(1, 600) as n`)
    const page = await openWithStoppedClock(openPage, 'permissions')
    await quickSearch(page).fill('veiled-600')
    await quickSearch(page).press('Enter')
    await expect.poll(() => tick(page, () => rowCount(page))).toBe(1)
    await justBefore(page, limits.list.overlay_ms)
    await expect(loadingOverlay(page)).toHaveCount(1)
    await justAfter(page)
    await expect(loadingOverlay(page)).toHaveCount(0)
  },
)

/** Advances the clock by a millisecond, which rendering needs, and reads a value. */
async function tick<Value>(page: Page, read: () => Promise<Value>) {
  await page.clock.runFor(1)
  return read()
}
