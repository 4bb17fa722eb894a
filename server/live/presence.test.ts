import { sql } from 'kysely'
import type { Channel } from 'pusher-js'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadListed } from '#server/resources/index.ts'
import type { RecordViewers, Viewer } from '#shared/calls/live.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '#test/live.ts'
import { openLive } from './startLive.ts'
import { openPort } from './port.ts'

/** Presence of a record, with the official client, on two servers with one database. */

/** Longer than any test takes, so that no sweep stands in for a notification. */
const sweepInterval_ms = 3_600_000

let api: Api
let live: Live
let other: { port: number; keys: Live['keys']; close: () => Promise<void> }
let channel: string
const opened: ReturnType<typeof connectPusher>['pusher'][] = []

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api, loadListed, sweepInterval_ms)
  other = await serveAgain(sweepInterval_ms)
  const { rows } = await sql<{ id: number }>`
    insert into courts (name, code) values ('Looked at', 'L') returning id`.execute(api.db)
  channel = `presence-Court.${rows[0]?.id}`
})
/** No viewer of one test is present in the next. */
afterEach(async () => {
  for (const pusher of opened.splice(0)) pusher.disconnect()
  await until(async () => (await sql`select from live_presence`.execute(api.db)).rows.length === 0)
})
afterAll(async () => {
  await other.close()
  await live.close()
  await api.close()
})

/** Another server of the same database. */
async function serveAgain(interval_ms: number) {
  const server = await openPort({ port: 0, host: '127.0.0.1' })
  const { db, databaseUrl } = api
  const channels = await openLive({
    server: server.server,
    db,
    databaseUrl,
    keys: live.keys,
    rateLimiter: api.rateLimiter,
    loadRows: async () => new Map(),
    sweepInterval_ms: interval_ms,
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, keys: live.keys, close: () => channels.close().then(server.close) }
}

/** The members as the official client stores them. */
const membersOf = (presenceChannel: Channel) =>
  'members' in presenceChannel
    ? Object.values((presenceChannel.members as { members: Record<string, Viewer> }).members)
    : []

async function openRecord(server: Pick<Live, 'port' | 'keys'>, doing: Viewer['doing'] = 'View', permitted = doing) {
  const can = ['read-courts', ...(permitted === 'Update' ? ['update-courts'] : [])]
  const email = await buildUser(api.databaseUrl, { can })
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const { pusher } = connectPusher({ api, live: server }, token, { doing })
  opened.push(pusher)
  const presenceChannel = pusher.subscribe(channel)
  expect(await subscriptionResult(presenceChannel)).toMatchObject({ accepted: true })
  const others = () => membersOf(presenceChannel).map(({ doing: activity }) => activity)
  const lines = () => membersOf(presenceChannel).flatMap(({ line }) => line ?? [])
  const report = (line: number | null, socket_id = pusher.connection.socket_id) =>
    api.call('broadcasting/line', { socket_id, channel_name: channel, line }, { token })
  return { pusher, email, presenceChannel, others, lines, report }
}

test('all viewers of a record see each other and their activity across servers until one leaves', async () => {
  const viewer = await openRecord(live)
  expect(viewer.others()).toEqual(['View'])
  const editor = await openRecord(other, 'Update')
  expect(editor.others().sort()).toEqual(['Update', 'View'])
  await until(() => viewer.others().length === 2)
  expect(viewer.others().sort()).toEqual(['Update', 'View'])

  editor.pusher.disconnect()
  await until(() => viewer.others().length === 1)
})

test('a user without the permission to edit is shown as viewing', async () => {
  const viewer = await openRecord(live)
  await openRecord(other, 'Update', 'View')
  await until(() => viewer.others().length === 2)
  expect(viewer.others()).toEqual(['View', 'View'])
})

test('a viewer who loses the permission to read the record disappears', async () => {
  const permitted = await openRecord(live)
  const revoked = await openRecord(other)
  await until(() => permitted.others().length === 2)
  await sql`
    delete from role_permissions
     where role_id = (select id from roles where name = ${`role of ${revoked.email}`})`.execute(api.db)
  await until(() => permitted.others().length === 1)
})

/** A subscriber of the list of records at the other server, and what it receives. */
async function openList() {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const { pusher } = connectPusher({ api, live: other }, token)
  opened.push(pusher)
  const list = pusher.subscribe('private-Court-Present')
  const received: RecordViewers[] = []
  list.bind('Presence', (message: RecordViewers) => received.push(message))
  const { data } = await subscriptionResult(list)
  return { received, data }
}

test('a subscriber of the list receives the viewers of its records across servers', async () => {
  const id = Number(channel.split('.')[1])
  const first = await openRecord(live, 'Update')
  const { received, data } = await openList()
  expect(data).toMatchObject({ records: [{ id, people: [{ doing: 'Update' }] }] })

  first.pusher.disconnect()
  await until(() => received.at(-1)?.people.length === 0)
})

test('a subscriber of the list receives what changed while its server was not connected to the notifications', async () => {
  const id = Number(channel.split('.')[1])
  await openRecord(live, 'Update')
  const { received } = await openList()
  // Of this change no trigger notifies.
  await sql`update live_presence set channel = ${`presence-Court.${id + 1}`}`.execute(api.db)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'hukum live' and datname = current_database()`.execute(api.db)
  await until(() => received.length >= 2)
  const people = [expect.objectContaining({ doing: 'Update' })]
  expect(received).toEqual(
    expect.arrayContaining([
      { id, people: [] },
      { id: id + 1, people },
    ]),
  )
  await sql`delete from live_presence`.execute(api.db)
})

test('the others at a record see in which line a user writes, across servers, until they leave the text', async () => {
  const viewer = await openRecord(live)
  const editor = await openRecord(other, 'Update')
  await until(() => viewer.others().length === 2)
  expect((await editor.report(12)).status).toBe(200)
  await until(() => viewer.lines().join() === '12')
  await editor.report(13)
  await until(() => viewer.lines().join() === '13')

  // Neither one who only views, nor for the socket of another user.
  await viewer.report(1)
  await viewer.report(1, editor.pusher.connection.socket_id)
  await editor.report(null)
  await until(() => viewer.lines().length === 0)
  expect((await editor.report(-1)).status).toBe(400)
})

test('a viewer whose presence entry was lost reappears with the next heartbeat', async () => {
  const sweeping = await serveAgain(200)
  onTestFinished(sweeping.close)
  const first = await openRecord(live)
  await openRecord(sweeping)
  await until(() => first.others().length === 2)
  let isLost = false
  first.presenceChannel.bind('pusher:member_removed', () => (isLost = true))
  // A heartbeat may renew the entry before its loss is noticed.
  await until(async () => {
    await sql`delete from live_presence where channel = ${channel}`.execute(api.db)
    return isLost
  })
  await until(() => first.others().length === 2)
})
