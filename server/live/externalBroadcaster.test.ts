import { createServer } from 'node:http'
import { sql } from 'kysely'
import type Pusher from 'pusher-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { loadListed } from '#server/resources/index.ts'
import type { MissedMessages } from '#shared/calls/live.ts'
import { courts } from '#shared/resources/courts.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { subscriptionResult, until } from '#test/live.ts'
import { connectOfficialClient, startBroadcaster } from '#test/broadcaster/startBroadcaster.ts'
import { announce } from '#server/events/announce.ts'
import { openLive } from './startLive.ts'
import { externalBroadcasterOf } from './externalBroadcaster.ts'

/** An installation with an external broadcaster, for which the broadcaster of the tests stands in. */

let broadcaster: Awaited<ReturnType<typeof startBroadcaster>>
let api: Api
let live: { close: () => Promise<void> }
const open: Pusher[] = []
const errors: string[] = []

beforeAll(async () => {
  broadcaster = await startBroadcaster()
  api = await openApi({ env: { PUSHER_URL: broadcaster.url } })
  live = await openServer()
})
afterAll(async () => {
  for (const pusher of open) pusher.disconnect()
  await live.close()
  await api.close()
  await broadcaster.close()
})

/** A server of the installation, without a port of its own. By default no sweep stands in for a notification. */
const openServer = ({ url = broadcaster.url, sweepInterval_ms = 3_600_000 } = {}) =>
  openLive({
    server: createServer(),
    db: api.db,
    databaseUrl: api.databaseUrl,
    keys: { key: 'own', secret: 'own' },
    rateLimiter: api.rateLimiter,
    broadcaster: externalBroadcasterOf({ PUSHER_URL: url }),
    loadRows: (resource, ids) => loadListed(api.db, resource, ids),
    onError: (sentence) => errors.push(sentence),
    sweepInterval_ms,
  })

async function signInWith(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  return { email, callApi: await api.as(email, password) }
}

/** A browser: it is notified that there are changes and loads them. */
async function openSubscriber(name: string, can: string[]) {
  const { email, callApi } = await signInWith(can)
  const pusher = await connectOfficialClient(callApi)
  open.push(pusher)
  const channel = pusher.subscribe(name)
  const notified: { sequence: number }[] = []
  channel.bind('Changed', (one: { sequence: number }) => notified.push(one))
  const { accepted: isAccepted } = await subscriptionResult(channel)
  const missed = async (since?: number, headers = {}) => {
    const input = { channel_name: name, ...(since !== undefined && { since }) }
    const answer = await callApi('broadcasting/missed', input, { headers })
    return { status: answer.status, ...(answer.body as unknown as MissedMessages) }
  }
  const { sequence } = await missed()
  // Late notifications of earlier changes are ignored.
  const received = () => notified.filter((one) => one.sequence > sequence)
  return { email, callApi, pusher, received, isAccepted, missed, sequence }
}

const editorOf = (names: string[]) =>
  signInWith(names.flatMap((name) => ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`)))
const uniqueName = (name: string) => `${name} ${crypto.randomUUID()}`
const firstWords = ({ messages }: MissedMessages) =>
  messages.map(({ data: { data } }) => typeof data === 'object' && String(data['name']).split(' ')[0])

test('the address of the broadcaster is sent to browsers and allowed by the content security policy', async () => {
  const { callApi } = await signInWith([])
  const { body } = await callApi('broadcasting/place')
  expect(body).toMatchObject({ key: 'broadcaster-key', host: '127.0.0.1', port: broadcaster.port, tls: false })
  const { headers } = await api.app.inject({ url: '/api/auth/me' })
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://127.0.0.1:${broadcaster.port};`)
})

test('a subscriber of a list is notified through the broadcaster, which never gets the data', async () => {
  const { received, missed, sequence, isAccepted } = await openSubscriber('private-Court-Primary', ['read-courts'])
  expect(isAccepted).toBe(true)
  const editor = await editorOf(['courts'])
  await editor.callApi('courts/create', { name: uniqueName('New') })
  await until(() => received().length > 0)
  expect(received()[0]).toEqual({ sequence: expect.any(Number) as number })
  const answer = await missed(sequence)
  expect(firstWords(answer)).toEqual(['New'])
  expect(answer.messages[0]).toMatchObject({ name: 'CourtEvents', data: { event: 'Created', from: null } })
})

test('missed changes of a list are returned once and in order, without those of other lists', async () => {
  const { missed, sequence } = await openSubscriber('private-Court-Primary', ['read-courts'])
  const editor = await editorOf(['courts', 'judges'])
  for (const name of ['One', 'Two', 'Three']) await editor.callApi('courts/create', { name: uniqueName(name) })
  await editor.callApi('judges/create', { name: 'Of another list' })
  const answer = await missed(sequence)
  expect(firstWords(answer)).toEqual(['One', 'Two', 'Three'])
  expect(firstWords(await missed(answer.sequence))).toEqual([])
})

test('a missed change names the socket of its call, but never the socket of another session', async () => {
  const can = ['read-courts', 'create-courts']
  const own = await openSubscriber('private-Court-Primary', can)
  const other = await openSubscriber('private-Court-Primary', can)
  const headers = { 'x-socket-id': own.pusher.connection.socket_id }
  await own.callApi('courts/create', { name: uniqueName('Own') }, { headers })
  await other.callApi('courts/create', { name: uniqueName('Claimed') }, { headers })
  const { messages } = await own.missed(own.sequence, headers)
  expect(messages.map(({ data: { from } }) => from)).toEqual([headers['x-socket-id'], null])
})

test('a field with a permission is returned only to users who have it and never sent to the broadcaster', async () => {
  await sql`insert into courts (name, code) values ('Court', 'Cv-L') on conflict do nothing`.execute(api.db)
  const { rows } = await sql<{ court: number; id: number; version: number }>`
    with file as (insert into files (name, type, size, media_type, sha256) values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a')) returning id)
    insert into analysis (court_id, title, pdf_file_id) select (select min(id) from courts), 'One', id from file
    returning id, version, court_id as court`.execute(api.db)
  const [row] = rows
  const name = `private-Analysis-Primary.${row?.court}`
  const plain = await openSubscriber(name, ['read-analysis'])
  const holder = await openSubscriber(name, ['read-analysis', 'view-charge-status'])
  const editor = await editorOf(['analysis'])
  await editor.callApi('analysis/update', { id: row?.id, version: row?.version, title: 'Another' })
  await until(() => plain.received().length > 0 && holder.received().length > 0)
  for (const { missed, sequence } of [plain, holder])
    expect((await missed(sequence)).messages[0]?.data.data).toMatchObject({ title: 'Another' })
  const everything = [await plain.missed(plain.sequence), plain.received(), holder.received()]
  expect(JSON.stringify(everything)).not.toContain('charge_status')
})

type SignedIn = Pick<Awaited<ReturnType<typeof signInWith>>, 'email' | 'callApi'>
const revocations: Record<string, (user: SignedIn) => Promise<unknown>> = {
  'loses a permission': ({ email }) =>
    sql`
    delete from role_permissions
     where role_id = (select id from roles where name = ${`role of ${email}`})`.execute(api.db),
  'loses a role': ({ email }) =>
    sql`
    delete from user_roles
     where user_id = (select id from users where email = ${email})`.execute(api.db),
  'is locked': ({ email }) => sql`update users set is_locked = true where email = ${email}`.execute(api.db),
  'signs out': ({ callApi }) => callApi('auth/logout'),
}

test.each(Object.entries(revocations))('the connection of a user who %s is terminated at the broadcaster without a sweep, and no other', async (_how, revoke) => {
  const other = await openSubscriber('private-Court-Primary', ['read-courts'])
  const { email, callApi, pusher, received } = await openSubscriber('private-Court-Primary', ['read-courts'])
  await pusher.user.signinDonePromise
  await revoke({ email, callApi })
  await until(() => pusher.connection.state !== 'connected')
  const editor = await editorOf(['courts'])
  await editor.callApi('courts/create', { name: uniqueName('Not received') })
  await until(() => other.received().length > 0)
  expect(received()).toEqual([])
  expect(other.pusher.connection.state).toBe('connected')
}) // prettier-ignore

test('a revocation while no server ran is applied by the next server', async () => {
  const { email, callApi, pusher } = await openSubscriber('private-Court-Primary', ['read-courts'])
  await pusher.user.signinDonePromise
  await live.close()
  await revocations['loses a permission']?.({ email, callApi })
  expect(pusher.connection.state).toBe('connected')
  live = await openServer()
  await until(() => pusher.connection.state !== 'connected')
})

test('a user without the permission gets no channel authorization and no missed changes', async () => {
  const { email, missed, sequence, callApi } = await openSubscriber('private-Court-Primary', ['read-courts'])
  await revocations['loses a permission']?.({ email, callApi })
  const editor = await editorOf(['courts'])
  await editor.callApi('courts/create', { name: uniqueName('Unseen') })
  expect(await missed(sequence)).toMatchObject({ status: 403 })
  expect(await callApi('broadcasting/auth', { socket_id: '1.1', channel_name: 'private-Court-Primary' })).toMatchObject(
    {
      status: 403,
    },
  )
})

test('a channel authorization contains no session, and the user only on presence channels', async () => {
  const { callApi } = await signInWith(['read-courts', 'update-courts'])
  const authorize = async (channel_name: string) =>
    (await callApi('broadcasting/auth', { socket_id: '1.1', channel_name, doing: 'Update' })).body
  expect(Object.keys(await authorize('private-Court-Primary'))).not.toContain('channel_data')
  const { rows } = await sql<{ id: number }>`select min(id) as id from courts`.execute(api.db)
  const { channel_data } = await authorize(`presence-Court.${rows[0]?.id}`)
  expect(JSON.parse(String(channel_data))).toEqual({
    user_id: expect.any(String) as string,
    user_info: { name: expect.any(String) as string, doing: 'Update' },
  })
})

test('many changes at once cause few notifications, and none is lost', async () => {
  const { received, missed, sequence } = await openSubscriber('private-Court-Primary', ['read-courts'])
  const editor = await editorOf(['courts'])
  const { body } = await editor.callApi('courts/create', { name: uniqueName('Often') })
  const { id } = body['data'] as { id: number }
  await api.db.transaction().execute(async (db) => {
    for (let count = 0; count < 300; count += 1)
      await announce({ db, session: undefined, socketId: undefined }, { resource: courts, event: 'Updated', id })
  })
  const last = await missed()
  await until(() => received().some((notified) => notified.sequence === last.sequence))
  expect(received().length).toBeLessThan(20)
  expect((await missed(sequence)).messages).toHaveLength(301)
})

test('a change that was committed while no server ran, or whose notification failed, is notified by the next server', async () => {
  const { received } = await openSubscriber('private-Court-Primary', ['read-courts'])
  const editor = await editorOf(['courts'])
  await live.close()
  await editor.callApi('courts/create', { name: uniqueName('Not notified') })
  errors.length = 0
  const rejected = await openServer({ url: broadcaster.url.replace('a-broadcaster-secret', 'another-secret') })
  await until(() => errors.length > 0)
  expect(errors[0]).toContain('401')
  expect(received()).toEqual([])
  await rejected.close()

  live = await openServer()
  await until(() => received().length === 1)
})

test('two servers of one installation notify a change once', async () => {
  const second = await openServer()
  const { received } = await openSubscriber('private-Court-Primary', ['read-courts'])
  const editor = await editorOf(['courts'])
  for (let count = 1; count <= 3; count += 1) {
    await editor.callApi('courts/create', { name: uniqueName('Once') })
    await until(() => received().length >= count)
  }
  await second.close()
  expect(received()).toHaveLength(3)
})

test('presence expires without heartbeats, and no user can change the presence of another', async () => {
  const { rows } = await sql<{
    id: number
  }>`insert into courts (name) values (${uniqueName('Seen')}) returning id`.execute(api.db)
  const channel_name = `presence-Court.${rows[0]?.id}`
  const { missed } = await openSubscriber('private-Court-Present', ['read-courts'])
  const one = await signInWith(['read-courts'])
  const other = await signInWith(['read-courts', 'update-courts'])
  const at = [{ channel_name, doing: 'Update' }]
  for (const { callApi } of [one, other])
    expect(await callApi('broadcasting/here', { socket_id: '7.7', at })).toMatchObject({ status: 200 })
  const [record] = (await missed()).records ?? []
  // A user without the permission to edit is shown as viewing.
  expect(record?.people.map(({ doing }) => doing).sort()).toEqual(['Update', 'View'])
  await one.callApi('broadcasting/here', { socket_id: '7.7', at: [] })
  expect((await missed()).records?.[0]?.people).toMatchObject([{ doing: 'Update' }])

  await sql`update live_presence set seen_at = seen_at - interval '2 minutes'`.execute(api.db)
  expect((await missed()).records).toEqual([])
  const sweeping = await openServer({ sweepInterval_ms: 100 })
  const isGone = async () => (await sql`select from live_presence`.execute(api.db)).rows.length === 0
  await until(isGone)
  await sweeping.close()
})

test.each([
  ['of a list', 'private-Court-Primary', 403],
  ['of nothing', 'presence-Nothing.1', 403],
  ['without the permission to read it', 'presence-Judge.1', 403],
])('a heartbeat for the record %s is rejected', async (_what, channel_name, status) => {
  const { callApi } = await signInWith(['read-courts'])
  expect(await callApi('broadcasting/here', { socket_id: '7.7', at: [{ channel_name }] })).toMatchObject({ status })
})

test('a heartbeat for a missing record is ignored, and the other records stay present', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into courts (name) values (${uniqueName('There')}) returning id`.execute(api.db)
  const { callApi } = await signInWith(['read-courts'])
  const at = [rows[0]?.id, 999_999_999].map((id) => ({ channel_name: `presence-Court.${id}` }))
  expect(await callApi('broadcasting/here', { socket_id: '9.9', at })).toMatchObject({ status: 200 })
  const stored = await sql<{ channel: string }>`
    select channel from live_presence where socket_id like '%:9.9'`.execute(api.db)
  expect(stored.rows).toEqual([{ channel: `presence-Court.${rows[0]?.id}` }])
})

test('the address of a broadcaster is parsed completely, or the start fails', () => {
  const env = readEnv({ PUSHER_URL: 'https://k:s@api.example.mv/apps/1', PUSHER_WS_URL: 'wss://ws.example.mv:6001' })
  const connection = { key: 'k', host: 'ws.example.mv', port: 6001, tls: true }
  expect(externalBroadcasterOf(env)).toMatchObject({ id: '1', origin: 'https://api.example.mv', connection })
  expect(externalBroadcasterOf(readEnv({}))).toBeUndefined()
  for (const url of ['https://api.example.mv/apps/1', 'https://k:s@api.example.mv', 'ftp://k:s@x/apps/1', 'k:s'])
    expect(() => readEnv({ PUSHER_URL: url }), url).toThrow(/PUSHER_URL/)
})
