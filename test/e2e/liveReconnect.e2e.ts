import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebSocketRoute } from '@playwright/test'
import {
  type ApiUser,
  expect,
  type OpenPage,
  type Page,
  type PageOptions,
  staff,
  subscriber,
  test,
} from './fixtures.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { limits } from '#shared/limits.ts'
import { relationTypes } from '#shared/resources/relationTypes.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { openProcesses } from '#test/processes.ts'
import { signInApiUser } from './apiUser.ts'
import { nightly } from './nightly.ts'
import { expectLive } from './pageActions.ts'
import { expectRowCount, rowCount, rowsOf } from './listActions.ts'
import { cards, common, goToSearch, search } from './searchActions.ts'

/** Lists after a lost connection, long lists, and two server processes on one database. */

// The list is as long as before for other tests.
test.afterEach(async ({ server }) => {
  await server.query(`delete from judges where name ~ '^(Judge|Of many|Unasked|The wanted)'`)
})

async function openAt(openPage: OpenPage, resource: string, options: PageOptions = {}) {
  const page = await openPage({ user: staff, ...options })
  if (options.isolated) await page.clock.install()
  await page.goto(`/${resource}`)
  await expect(page.getByRole('search')).toBeVisible()
  await expectLive(page)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  return page
}

const create = (colleague: ApiUser, name: string) => colleague.save('relationTypes/create', { name })

// The minute passes on the fake clock of the page while the network is really offline. The event log of the server lasts an
// hour, whatever the clock of the page says.
test('a list that was offline for a minute says so, and then shows exactly what it missed', async ({
  openPage,
  colleague,
}) => {
  const [changes, goes] = [await create(colleague, 'Away: changes'), await create(colleague, 'Away: goes')]
  const page = await openAt(openPage, 'relationTypes', { isolated: true })
  await page.goto('about:blank')
  const calls = countCalls(page)
  await page.goto('/relationTypes')
  await expectLive(page)
  // The channel is joined, and what the page loads when the network is idle is there too.
  await page.waitForLoadState('networkidle')
  await expect(rowsOf(page).filter({ hasText: 'Away: goes' })).toHaveCount(1)
  const before = await rowCount(page)

  await page.context().setOffline(true)
  await expect(page.getByText(dv.live.offline)).toBeVisible()
  await create(colleague, 'Away: new')
  await colleague.save('relationTypes/update', { id: changes.id, version: changes.version, name: 'Away: changed' })
  await colleague.call('relationTypes/delete', { id: goes.id, version: goes.version })
  await page.clock.fastForward(60_000)
  await expect(rowsOf(page).filter({ hasText: 'Away: new' })).toHaveCount(0)

  await page.context().setOffline(false)
  await expectLive(page)
  await expect(rowsOf(page).filter({ hasText: 'Away: new' })).toHaveCount(1)
  await expect(rowsOf(page).filter({ hasText: 'Away: changed' })).toHaveCount(1)
  await expect(rowsOf(page).filter({ hasText: 'Away: goes' })).toHaveCount(0)
  await expectRowCount(page, before)
  await expect(page.getByText(dv.live.offline)).toHaveCount(0)
  // Exactly the missed events came, and the list was not loaded again; only what is no list is requested again.
  await expect.poll(calls).toContain('notifications/get')
  expect(requestsOf(calls(), 'relationTypes')).toEqual(['relationTypes/get'])
})

test('a form says that the connection is lost, until it is back', async ({ openPage }) => {
  const page = await openAt(openPage, 'relationTypes', { isolated: true })
  await page.getByRole('button', { name: dv.list.create(relationTypes.label.one.dv), exact: true }).click()
  const status = page.getByRole('dialog').getByText(dv.live.noConnection)
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  await page.context().setOffline(true)
  await expect(status).toBeVisible()
  await page.context().setOffline(false)
  await page.clock.fastForward(60_000)
  await expect(status).toHaveCount(0)
})

test('a search that failed while the server was away is made again when it is back', async ({ openPage }) => {
  const page = await openPage({ user: subscriber, isolated: true })
  const sockets: WebSocketRoute[] = []
  let isAway = false
  await page.route('**/api/**', (route) => (isAway ? route.abort() : route.fallback()))
  await page.routeWebSocket(/\/app\//, (socket) => {
    if (isAway) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await goToSearch(page)
  await expectLive(page)

  isAway = true
  await Promise.all(sockets.map((socket) => socket.close()))
  await expect(page.getByText(dv.live.offline)).toBeVisible()
  await search(page, common)
  await expect(page.getByRole('alert').getByText(dv.search.failed)).toBeVisible()

  isAway = false
  await expect(page.getByText(dv.live.offline)).toHaveCount(0)
  await expect(cards(page).first()).toBeVisible()
})

/** Records the list requests from now on. */
function countCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const call = /\/api\/(\w+\/(?:get|isDisplayed))$/.exec(request.url())?.[1]
    if (call) calls.push(call)
  })
  return () => calls
}

/** The requests of one list. */
const requestsOf = (calls: string[], resource: string) => calls.filter((call) => call.startsWith(`${resource}/`))

test(
  'after the machine slept the page reconnects, and its list is current',
  nightly,
  async ({ openPage, colleague }) => {
    const page = await openAt(openPage, 'relationTypes', { isolated: true })
    const opened: string[] = []
    page.on('websocket', (socket) => opened.push(socket.url()))
    // A machine that sleeps: time jumps, and timers fire at most once.
    await page.clock.fastForward(600_000)
    await expect.poll(() => opened.length).toBe(1)
    await expectLive(page)
    await create(colleague, 'After the sleep')
    await expect(rowsOf(page).filter({ hasText: 'After the sleep' })).toHaveCount(1)
  },
)

test(
  'a list that is too long to be sent whole follows changes of another user',
  nightly,
  async ({ openPage, server, colleague }) => {
    await server.query(
      `insert into judges (name) select 'Judge ' || lpad(n::text, 4, '0') from generate_series(1, $1) as n`,
      [limits.list.unpaged_rows + 20],
    )
    const page = await openAt(openPage, 'judges')
    const before = await rowCount(page)
    const created = await colleague.save('judges/create', { name: 'Of many: new' })
    await expectRowCount(page, before + 1)
    await expect(rowsOf(page).filter({ hasText: 'Of many: new' })).toHaveCount(1)
    const changed = await colleague.save('judges/update', {
      id: created.id,
      version: created.version,
      name: 'Of many: changed',
    })
    await expect(rowsOf(page).filter({ hasText: 'Of many: changed' })).toHaveCount(1)

    // A filtered list gains only the matching row.
    const search = await openAt(openPage, 'judges?search=wanted')
    await expect(search.getByText(dv.list.nothing)).toBeVisible()
    await colleague.save('judges/create', { name: 'Unasked' })
    await colleague.save('judges/create', { name: 'The wanted one' })
    await expect(rowsOf(search)).toHaveCount(1)
    await expect(rowsOf(search)).toContainText('The wanted one')

    await colleague.call('judges/delete', { id: changed.id, version: changed.version })
    await expect(rowsOf(page).filter({ hasText: 'Of many' })).toHaveCount(0)
  },
)

test('a change at one server process appears in the browsers at both', nightly, async ({ openPage, server }) => {
  const secrets = JSON.parse(readFileSync(join(server.folder, 'secrets.json'), 'utf8')) as Secrets
  const processes = openProcesses({ databaseUrl: server.databaseUrl, secrets })
  // These processes limit the log-ins that earlier tests have already made.
  await server.query('delete from rate_limits')
  const pages: Page[] = []
  try {
    const servers = await Promise.all([processes.start(), processes.start()])
    expect(new Set([process.pid, ...servers.map((server) => server.process.pid)]).size).toBe(3)

    const addresses = servers.map(({ port }) => `http://127.0.0.1:${port}`)
    for (const address of addresses) pages.push(await openAt(openPage, 'relationTypes', { server: { address } }))
    for (const [index, address] of addresses.entries()) {
      const at = await signInApiUser({ address })
      const created = await at.save('relationTypes/create', { name: `Made at ${index}` })
      for (const page of pages) await expect(rowsOf(page).filter({ hasText: `Made at ${index}` })).toHaveCount(1)
      await at.save('relationTypes/update', { id: created.id, version: created.version, name: `Changed at ${index}` })
      for (const page of pages) await expect(rowsOf(page).filter({ hasText: `Changed at ${index}` })).toHaveCount(1)
    }
  } finally {
    // A page may still be loading what it does not need yet.
    await Promise.all(pages.map((page) => page.goto('about:blank')))
    await processes.close()
  }
})
