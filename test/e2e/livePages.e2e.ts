import { type ApiUser, expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import { limits } from '#shared/limits.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly } from './nightly.ts'
import { expectLive } from './pageActions.ts'
import { cell, rowsOf } from './listActions.ts'

/** Live updates of the pages of a long list, also of those that are not shown. */

test.beforeEach(async ({ server }) => {
  await server.query(`insert into judges (name) select 'Judge ' || n from generate_series(1, $1) as n`, [
    limits.list.unpaged_rows + 20,
  ])
})
// The list is as long as before for other tests.
test.afterEach(async ({ server }) => {
  await server.query(`delete from judges where name like 'Judge %' or name like 'Renamed %'`)
})

async function openJudges(openPage: OpenPage, { withClock = false } = {}) {
  const page = await openPage({ user: staff, isolated: withClock })
  if (withClock) await page.clock.install()
  await page.goto('/judges')
  await expect(rowsOf(page).first()).toBeVisible()
  await expectLive(page)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  return page
}

const firstOf = async (page: Page) => Number(await rowsOf(page).first().getAttribute('data-row'))

/** Turns to another page, and returns the id of its first row. */
async function turn(page: Page, way: 'next' | 'previous') {
  const before = await firstOf(page)
  await page.getByRole('button', { name: dv.pager[way], exact: true }).click()
  await expect.poll(() => firstOf(page)).not.toBe(before)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  return firstOf(page)
}

/** Renames a judge, and waits until the shown list has been loaded again. */
async function rename(colleague: ApiUser, page: Page, id: number, name: string) {
  const { version } = await colleague.save('judges/find', { id })
  const reloaded = page.waitForResponse('**/api/judges/get')
  await colleague.save('judges/update', { id, version, name })
  await reloaded
}

test('a page turned back to shows what other users changed meanwhile', async ({ openPage, colleague }) => {
  const page = await openJudges(openPage)
  const first = await firstOf(page)
  const second = await turn(page, 'next')
  await rename(colleague, page, first, 'Renamed on the first page')
  await turn(page, 'previous')
  await expect(cell(page, 0, 'name')).toHaveText('Renamed on the first page')

  await rename(colleague, page, second, 'Renamed on the second page')
  await turn(page, 'next')
  await expect(cell(page, 0, 'name')).toHaveText('Renamed on the second page')
})

test(
  'a page that could not be loaded again is retried until it comes, and stays readable',
  nightly,
  async ({ openPage, colleague }) => {
    const page = await openJudges(openPage, { withClock: true })
    const gone = await firstOf(page)
    let failures = 0
    await page.route('**/api/judges/get', (route) => {
      failures += 1
      return failures > 5 ? route.fallback() : route.abort('internetdisconnected')
    })
    const { version } = await colleague.save('judges/find', { id: gone })
    await colleague.call('judges/delete', { id: gone, version })
    // The backoff grows from retry to retry, and the rows stay readable.
    for (let second = 0; second < 600 && failures <= 5; second += 1) {
      await page.clock.runFor(1000)
      expect(await rowsOf(page).count()).toBeGreaterThan(0)
    }
    expect(failures).toBeGreaterThan(5)
    const nextSecond = async () => {
      await page.clock.runFor(1000)
      return firstOf(page)
    }
    await expect.poll(nextSecond).not.toBe(gone)
  },
)
