import { expect, type Look, type Page, subscriber, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { searchLogStrings } from '#web/platform/strings/searchLogStrings.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe, expectPath, paramsOf } from './pageActions.ts'

const words = searchLogStrings.dv
const registrar = 'registrar@hukum.test'

/** A search is logged after its response: reloads until a row has the text. */
async function expectLogged(page: Page, text: string) {
  const queries = page.getByRole('rowheader')
  await expect(async () => {
    await page.reload()
    await expect(queries.or(page.getByText(words.nothing)).first()).toBeVisible()
    expect(await queries.filter({ hasText: text }).count()).toBeGreaterThan(0)
  }).toPass()
}

test('the staff sees the searches without results, and can repeat one', async ({ openPage }) => {
  const query = `nothing${Date.now().toString(36)}`
  const page = await openPage({ user: registrar, path: `/home?q=${query}` })
  await expect(page.getByText(dv.search.empty.title).first()).toBeVisible()
  await page.getByRole('link', { name: dv.entries.searches }).click()
  await expect(page.getByRole('heading', { level: 1, name: dv.entries.searches })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: query })
  await expectLogged(page, query)
  await expect(row.getByRole('cell').first()).toHaveText('1')

  await page.getByRole('radio', { name: words.kinds['never-clicked'] }).click()
  await expect.poll(() => paramsOf(page)['only']).toBe('never-clicked')
  await expect(row).toHaveCount(0)
  await page.goBack()
  await row.getByRole('link', { name: words.again(query) }).click()
  await page.waitForURL((url) => url.pathname === '/home' && url.searchParams.get('q') === query)
})

test('a logged query with a mask is no link, because what was searched is not known', nightly, async ({ openPage }) => {
  const query = `nothing${Date.now().toString(36)}`
  const page = await openPage({ user: registrar, path: `/home?q=${query}+777+1234` })
  await expect(page.getByText(dv.search.empty.title).first()).toBeVisible()
  await page.goto('/searches?only=all')
  await expectLogged(page, query)
  const row = page.getByRole('row').filter({ hasText: query })
  await expect(row.getByRole('rowheader')).toHaveText(`${query} [number]`)
  await expect(row.getByRole('link')).toHaveCount(0)
})

test('the next page of the search log begins at its first row', nightly, async ({ openPage, server }) => {
  await server.query(
    `insert into search_traces (trace, type, query, folded, count, ms)
     select gen_random_uuid(), 'CaseFile', 'paged ' || n, 'paged ' || n, 0, 1 from generate_series(1, 45) as n`,
  )
  const page = await openPage({ user: registrar, path: '/searches?only=all', width: 390, height: 800 })
  await page.getByRole('button', { name: dv.pager.next }).click()
  await expect.poll(() => paramsOf(page)['page']).toBe('2')
  await expect(page.getByRole('table')).toBeFocused()
  await expect(page.getByRole('rowheader').first()).toBeInViewport()
})

test('a page past the end of the search log leads to the first one', nightly, async ({ openPage }) => {
  const page = await openPage({ user: registrar, path: '/searches?only=all&page=900' })
  await expect(page.getByText(dv.search.pastEnd.title)).toBeVisible()
  await page.getByRole('button', { name: dv.search.pastEnd.first }).click()
  await expect(page.getByRole('rowheader').or(page.getByText(words.nothing)).first()).toBeVisible()
  expect(paramsOf(page)).not.toHaveProperty('page')
})

test('a user without the permission is led from the search log to the search page', async ({ openPage }) => {
  const page = await openPage({ user: subscriber, path: '/searches' })
  await expectPath(page, '/home')
})

const looks: readonly Look[] = [
  { theme: 'dark', width: 390 },
  { theme: 'mixed', width: 1440 },
  { theme: 'light', width: 390 },
]
for (const [index, look] of looks.entries())
  test(
    `axe finds no violation in the search log, which does not overflow (theme ${look.theme}, width ${look.width})`,
    nightlyUnless(index === 0),
    async ({ openPage }) => {
      const page = await openPage({ user: registrar, path: '/home?q=anything', height: 844, ...look })
      await expect(page.getByText(dv.search.empty.title).first()).toBeVisible()
      await page.goto('/searches?only=all')
      await expectLogged(page, '')
      expect(await axe(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width ?? 0)
    },
  )
