import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { fillLibrary } from '../../db/seed/library.ts'
import { another, type Another } from './another.ts'
import { isLive, newPage, signIn, startBrowser } from './browser.ts'
import { type E2eHouse, openE2eHouse } from './house.ts'
import { cell, rowsOf } from './lists.ts'

/** The pages of a list that is too long to be sent whole, those too that nobody looks at while something happens. */

let browser: Browser
let house: E2eHouse
let colleague: Another

beforeAll(async () => {
  browser = await startBrowser()
  house = await openE2eHouse()
  await fillLibrary(house.databaseUrl, { log: () => undefined })
  await house.query(`insert into judges (name) select 'Judge ' || n from generate_series(1, $1) as n`, [
    limits.list.unpaged_rows + 20,
  ])
  colleague = await another('admin@hukum.test', house.address)
})
afterAll(async () => {
  await browser.close()
  await house.close()
})

async function openJudges({ ticks = false } = {}) {
  const page = await newPage(browser)
  if (ticks) await page.clock.install()
  await page.goto(`${house.address}/login`)
  await signIn(page, 'admin@hukum.test', 'hukum-demo-2026', { remember: true })
  await page.goto(`${house.address}/judges`)
  await rowsOf(page).first().waitFor()
  await isLive(page)
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-busy')).toBe('false')
  return page
}

const firstOf = async (page: Page) => Number(await rowsOf(page).first().getAttribute('data-row'))
const nameOf = (page: Page) => cell(page, 0, 'name').textContent()

/** Turns to another page, and answers its first row. */
async function turn(page: Page, way: 'next' | 'previous') {
  const before = await firstOf(page)
  await page.getByRole('button', { name: dv.pager[way], exact: true }).click()
  await expect.poll(() => firstOf(page)).not.toBe(before)
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-busy')).toBe('false')
  return firstOf(page)
}

/** The list that is looked at has heard of it, and has been read again. */
async function rename(page: Page, id: number, name: string) {
  const { version } = await colleague.save('judges/find', { id })
  const heard = page.waitForResponse('**/api/judges/get')
  await colleague.save('judges/update', { id, version, name })
  await heard
}

test('whoever turns back to a page finds it as others have made it meanwhile, the first page too', async () => {
  const page = await openJudges()
  const first = await firstOf(page)
  const second = await turn(page, 'next')
  await rename(page, first, 'Renamed on the first page')
  await turn(page, 'previous')
  await expect.poll(() => nameOf(page)).toBe('Renamed on the first page')

  await rename(page, second, 'Renamed on the second page')
  await turn(page, 'next')
  await expect.poll(() => nameOf(page)).toBe('Renamed on the second page')
})

test('a page that could not be read again is asked for until it comes, and stays to be read', async () => {
  const page = await openJudges({ ticks: true })
  const gone = await firstOf(page)
  let failures = 0
  await page.route('**/api/judges/get', (route) => {
    failures += 1
    return failures > 5 ? route.fallback() : route.abort('internetdisconnected')
  })
  const { version } = await colleague.save('judges/find', { id: gone })
  await colleague.call('judges/delete', { id: gone, version })
  // Second by second: the waits grow, and what is read stays there.
  for (let second = 0; second < 600 && failures <= 5; second += 1) {
    await page.clock.runFor(1000)
    await page.waitForTimeout(50)
    expect(await rowsOf(page).count()).toBeGreaterThan(0)
  }
  expect(failures).toBeGreaterThan(5)
  const nextSecond = async () => {
    await page.clock.runFor(1000)
    return firstOf(page)
  }
  await expect.poll(nextSecond).not.toBe(gone)
})
