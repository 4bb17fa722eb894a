import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Secrets } from '#server/config/secrets.ts'
import { limits } from '#shared/limits.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { fillLibrary } from '../../db/seed/library.ts'
import { openProcesses } from '../processes.ts'
import { another, type Another } from './another.ts'
import { isLive, newPage, signIn, startBrowser } from './browser.ts'
import { type E2eHouse, openE2eHouse } from './house.ts'
import { rowCount, rowsOf } from './lists.ts'

/** Lists after a broken connection, lists too long to be sent whole, and two servers on one database. */

let browser: Browser
let house: E2eHouse
let colleague: Another

beforeAll(async () => {
  browser = await startBrowser()
  house = await openE2eHouse()
  await fillLibrary(house.databaseUrl, { log: () => undefined })
  colleague = await another('admin@hukum.test', house.address)
})
afterAll(async () => {
  await browser.close()
  await house.close()
})

async function openAt(address: string, resource: string, { ticks = false } = {}) {
  const page = await newPage(browser)
  if (ticks) await page.clock.install()
  await page.goto(`${address}/login`)
  await signIn(page, 'admin@hukum.test', 'hukum-demo-2026', { remember: true })
  await page.goto(`${address}/${resource}`)
  await page.getByRole('search').waitFor()
  await isLive(page)
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-busy')).toBe('false')
  return page
}

const texts = async (page: Page) => (await rowsOf(page).allTextContents()).join('\n')
const make = (name: string) => colleague.save('relationTypes/create', { name })

// The minute is that of the page's own clock, moved on while the network is truly gone: its timers run as in a minute, and
// nobody waits. What is kept on the server for an hour does not look at how long it was.
test('who was offline while his clock went on by a minute sees that he was, and then exactly what he missed', async () => {
  const [changes, goes] = [await make('Away: changes'), await make('Away: goes')]
  const page = await openAt(house.address, 'relationTypes', { ticks: true })
  // A list is looked at once more when its channel is joined for the first time; after that it is only told.
  await page.goto('about:blank')
  const asked = countCalls(page)
  await page.goto(`${house.address}/relationTypes`)
  await expect.poll(() => of(asked(), 'relationTypes')).toEqual(['relationTypes/get', 'relationTypes/get'])
  await expect.poll(() => texts(page)).toContain('Away: goes')
  const before = await rowCount(page)

  await page.context().setOffline(true)
  await page.getByText(dv.live.offline).waitFor()
  await make('Away: new')
  await colleague.save('relationTypes/update', { id: changes.id, version: changes.version, name: 'Away: changed' })
  await colleague.call('relationTypes/delete', { id: goes.id, version: goes.version })
  await page.clock.fastForward(60_000)
  expect(await texts(page)).not.toContain('Away: new')

  await page.context().setOffline(false)
  await isLive(page)
  await expect.poll(() => texts(page)).toContain('Away: new')
  await expect.poll(() => texts(page)).toContain('Away: changed')
  await expect.poll(() => texts(page)).not.toContain('Away: goes')
  await expect.poll(() => rowCount(page)).toBe(before)
  await expect.poll(() => page.getByText(dv.live.offline).count()).toBe(0)
  // Exactly what was missed came, and the list was not loaded anew; what is no list asks again.
  await expect.poll(asked).toContain('notifications/get')
  expect(of(asked(), 'relationTypes')).toHaveLength(2)
})

/** The calls of lists from now on. */
function countCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const call = /\/api\/(\w+\/(?:get|isDisplayed))$/.exec(request.url())?.[1]
    if (call) calls.push(call)
  })
  return () => calls
}

/** The calls of one list: others ask when they are ready. */
const of = (calls: string[], resource: string) => calls.filter((call) => call.startsWith(`${resource}/`))

test('a machine that slept opens its connection anew, and its list is true', async () => {
  const page = await openAt(house.address, 'relationTypes', { ticks: true })
  const opened: string[] = []
  page.on('websocket', (socket) => opened.push(socket.url()))
  // The lid is shut for a while: time jumps, and whatever was to happen meanwhile happens at most once.
  await page.clock.fastForward(600_000)
  await expect.poll(() => opened.length).toBe(1)
  await isLive(page)
  await make('After the sleep')
  await expect.poll(() => texts(page)).toContain('After the sleep')
})

test('a list that is too long to be sent whole follows what another does', async () => {
  await house.query(
    `insert into judges (name) select 'Judge ' || lpad(n::text, 4, '0') from generate_series(1, $1) as n`,
    [limits.list.unpaged_rows + 20],
  )
  const page = await openAt(house.address, 'judges')
  const before = await rowCount(page)
  const made = await colleague.save('judges/create', { name: 'Of many: new' })
  await expect.poll(() => rowCount(page)).toBe(before + 1)
  await expect.poll(() => texts(page)).toContain('Of many: new')
  const changed = await colleague.save('judges/update', {
    id: made.id,
    version: made.version,
    name: 'Of many: changed',
  })
  await expect.poll(() => texts(page)).toContain('Of many: changed')

  // What is not looked for does not come; what is looked for does.
  const search = await openAt(house.address, 'judges?search=wanted')
  await search.getByText(dv.list.nothing).waitFor()
  const asked = countCalls(search)
  await colleague.save('judges/create', { name: 'Unasked' })
  // A list that has joined its channel only now has been read once more before that, and not because of it.
  await expect.poll(() => of(asked(), 'judges').at(-1)).toBe('judges/isDisplayed')
  await colleague.save('judges/create', { name: 'The wanted one' })
  await expect.poll(() => rowsOf(search).count()).toBe(1)
  expect(await texts(search)).toContain('The wanted one')

  await colleague.call('judges/delete', { id: changed.id, version: changed.version })
  await expect.poll(() => texts(page)).not.toContain('Of many')
})

test('what is saved at one server process is seen in the browsers at both, and the other way round', async () => {
  const secrets = JSON.parse(readFileSync(join(house.folder, 'secrets.json'), 'utf8')) as Secrets
  const processes = openProcesses({ databaseUrl: house.databaseUrl, secrets })
  onTestFinished(() => processes.close())
  const servers = await Promise.all([processes.start(), processes.start()])
  expect(new Set([process.pid, ...servers.map((server) => server.process.pid)]).size).toBe(3)

  const addresses = servers.map(({ port }) => `http://127.0.0.1:${port}`)
  const pages = []
  for (const address of addresses) pages.push(await openAt(address, 'relationTypes'))
  for (const [place, address] of addresses.entries()) {
    const at = await another('admin@hukum.test', address)
    const made = await at.save('relationTypes/create', { name: `Made at ${place}` })
    for (const page of pages) await expect.poll(() => texts(page)).toContain(`Made at ${place}`)
    await at.save('relationTypes/update', { id: made.id, version: made.version, name: `Changed at ${place}` })
    for (const page of pages) await expect.poll(() => texts(page)).toContain(`Changed at ${place}`)
  }
  for (const page of pages) await page.context().close()
})
