import { createServer } from 'node:http'
import { sql } from 'kysely'
import type Pusher from 'pusher-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { loadListed } from '#server/resources/index.ts'
import type { MissedMessages } from '#shared/calls/live.ts'
import { courts } from '#shared/resources/courts.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { joined, until } from '../../test/live.ts'
import { connectToPlace, startBroadcaster } from '../../test/broadcaster/startBroadcaster.ts'
import { announce } from '#server/events/announce.ts'
import { openLive } from './startLive.ts'
import { externalBroadcasterOf } from './externalBroadcaster.ts'

/** An installation whose sockets a broadcaster outside keeps: our own server is that outside. */

let outside: Awaited<ReturnType<typeof startBroadcaster>>
let api: Api
let live: { close: () => Promise<void> }
const open: Pusher[] = []
const troubles: string[] = []

beforeAll(async () => {
  outside = await startBroadcaster()
  api = await openApi({ env: { PUSHER_URL: outside.url } })
  live = await openHere()
})
afterAll(async () => {
  for (const pusher of open) pusher.disconnect()
  await live.close()
  await api.close()
  await outside.close()
})

/** A server process of the installation, without a port of its own. */
const openHere = (url = outside.url) =>
  openLive({
    server: createServer(),
    db: api.db,
    databaseUrl: api.databaseUrl,
    keys: { key: 'own', secret: 'own' },
    broadcaster: externalBroadcasterOf({ PUSHER_URL: url }),
    loadRows: (resource, ids) => loadListed(api.db, resource, ids),
    onError: (sentence) => troubles.push(sentence),
  })

async function someone(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  return { email, ask: await api.as(email, password) }
}

/** Somebody in a browser, who hears that there is something new and asks what. */
async function looker(name: string, can: string[]) {
  const { email, ask } = await someone(can)
  const pusher = await connectToPlace(ask)
  open.push(pusher)
  const channel = pusher.subscribe(name)
  const said: { sequence: number }[] = []
  channel.bind('Changed', (one: { sequence: number }) => said.push(one))
  const { in: isIn } = await joined(channel)
  const missed = async (since?: number, headers = {}) => {
    const answer = await ask('broadcasting/missed', { channel_name: name, ...(since !== undefined && { since }) }, { headers }) // prettier-ignore
    return { status: answer.status, ...(answer.body as unknown as MissedMessages) }
  }
  const { sequence } = await missed()
  // What is told late of changes before these is none that is new.
  const heard = () => said.filter((one) => one.sequence > sequence)
  return { email, ask, pusher, heard, isIn, missed, sequence }
}

const editorOf = (names: string[]) =>
  someone(names.flatMap((name) => ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`)))
const named = (name: string) => `${name} ${crypto.randomUUID()}`
const firstWords = ({ messages }: MissedMessages) =>
  messages.map(({ data: { data } }) => typeof data === 'object' && String(data['name']).split(' ')[0])

test('a browser is told where the sockets are, and its page may go there', async () => {
  const { ask } = await someone([])
  const { body } = await ask('broadcasting/place')
  expect(body).toMatchObject({ key: 'key-of-outside', host: '127.0.0.1', port: outside.port, tls: false })
  const { headers } = await api.app.inject({ url: '/api/auth/me' })
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://127.0.0.1:${outside.port};`)
})

test('who looks at a list hears that it changed, and outside nobody hears what', async () => {
  const { heard, missed, sequence, isIn } = await looker('private-Court-Primary', ['read-courts'])
  expect(isIn).toBe(true)
  const editor = await editorOf(['courts'])
  await editor.ask('courts/create', { name: named('New') })
  await until(() => heard().length > 0)
  expect(heard()[0]).toEqual({ sequence: expect.any(Number) as number })
  const answer = await missed(sequence)
  expect(firstWords(answer)).toEqual(['New'])
  expect(answer.messages[0]).toMatchObject({ name: 'CourtEvents', data: { event: 'Created', from: null } })
})

test('what was missed while away is answered once, in order, and no change of another list', async () => {
  const { missed, sequence } = await looker('private-Court-Primary', ['read-courts'])
  const editor = await editorOf(['courts', 'judges'])
  for (const name of ['One', 'Two', 'Three']) await editor.ask('courts/create', { name: named(name) })
  await editor.ask('judges/create', { name: 'Of another list' })
  const answer = await missed(sequence)
  expect(firstWords(answer)).toEqual(['One', 'Two', 'Three'])
  expect(firstWords(await missed(answer.sequence))).toEqual([])
})

test('the socket of the call is answered to its own session, and nobody makes another look away', async () => {
  const can = ['read-courts', 'create-courts']
  const own = await looker('private-Court-Primary', can)
  const other = await looker('private-Court-Primary', can)
  const headers = { 'x-socket-id': own.pusher.connection.socket_id }
  await own.ask('courts/create', { name: named('Own') }, { headers })
  await other.ask('courts/create', { name: named('Claimed') }, { headers })
  const { messages } = await own.missed(own.sequence, headers)
  expect(messages.map(({ data: { from } }) => from)).toEqual([headers['x-socket-id'], null])
})

test('what needs a right is not answered to whoever has it not, and never goes outside', async () => {
  await sql`insert into courts (name, code) values ('Court', 'Cv-L') on conflict do nothing`.execute(api.db)
  const { rows } = await sql<{ court: number; id: number; version: number }>`
    with file as (insert into files (name, type, size, media_type, sha256) values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a')) returning id)
    insert into analysis (court_id, title, pdf_file_id) select (select min(id) from courts), 'One', id from file
    returning id, version, court_id as court`.execute(api.db)
  const [row] = rows
  const name = `private-Analysis-Primary.${row?.court}`
  const without = await looker(name, ['read-analysis'])
  const holder = await looker(name, ['read-analysis', 'view-charge-status'])
  const editor = await editorOf(['analysis'])
  await editor.ask('analysis/update', { id: row?.id, version: row?.version, title: 'Another' })
  await until(() => without.heard().length > 0 && holder.heard().length > 0)
  for (const { missed, sequence } of [without, holder])
    expect((await missed(sequence)).messages[0]?.data.data).toMatchObject({ title: 'Another' })
  const everything = [await without.missed(without.sequence), without.heard(), holder.heard()]
  expect(JSON.stringify(everything)).not.toContain('charge_status')
})

const takings: Record<string, (who: { email: string; ask: Awaited<ReturnType<typeof someone>>['ask'] }) => Promise<unknown>> = {
  'has a right taken away': ({ email }) => sql`
    delete from role_permissions
     where role_id = (select id from roles where name = ${`role of ${email}`})`.execute(api.db),
  'has a role taken away': ({ email }) => sql`
    delete from user_roles
     where user_id = (select id from users where email = ${email})`.execute(api.db),
  'is locked': ({ email }) => sql`update users set is_locked = true where email = ${email}`.execute(api.db),
  'signs out': ({ ask }) => ask('auth/logout'),
} // prettier-ignore

test.each(Object.entries(takings))('the connection of whoever %s is ended outside within a second, and no other', async (_how, take) => {
  const other = await looker('private-Court-Primary', ['read-courts'])
  const { email, ask, pusher, heard } = await looker('private-Court-Primary', ['read-courts'])
  await pusher.user.signinDonePromise
  await take({ email, ask })
  expect(await until(() => pusher.connection.state !== 'connected')).toBeLessThan(1000)
  const editor = await editorOf(['courts'])
  await editor.ask('courts/create', { name: named('Unheard') })
  await until(() => other.heard().length > 0)
  expect(heard()).toEqual([])
  expect(other.pusher.connection.state).toBe('connected')
}) // prettier-ignore

test('what was taken while no server told it is told by the next one', async () => {
  const { email, ask, pusher } = await looker('private-Court-Primary', ['read-courts'])
  await pusher.user.signinDonePromise
  await live.close()
  await takings['has a right taken away']?.({ email, ask })
  expect(pusher.connection.state).toBe('connected')
  live = await openHere()
  await until(() => pusher.connection.state !== 'connected')
})

test('whoever has the right no more gets no ticket, and is answered nothing', async () => {
  const { email, missed, sequence, ask, heard } = await looker('private-Court-Primary', ['read-courts'])
  await takings['has a right taken away']?.({ email, ask })
  const editor = await editorOf(['courts'])
  await editor.ask('courts/create', { name: named('Unseen') })
  expect(await missed(sequence)).toMatchObject({ status: 403 })
  expect(await ask('broadcasting/auth', { socket_id: '1.1', channel_name: 'private-Court-Primary' })).toMatchObject({
    status: 403,
  })
  expect(JSON.stringify(heard())).not.toContain('Unseen')
})

test('a ticket says nothing of the session, and of the person only where the others see him', async () => {
  const { ask } = await someone(['read-courts', 'update-courts'])
  const ticket = async (channel_name: string) =>
    (await ask('broadcasting/auth', { socket_id: '1.1', channel_name, doing: 'Update' })).body
  expect(Object.keys(await ticket('private-Court-Primary'))).not.toContain('channel_data')
  const { rows } = await sql<{ id: number }>`select min(id) as id from courts`.execute(api.db)
  const { channel_data } = await ticket(`presence-Court.${rows[0]?.id}`)
  expect(JSON.parse(String(channel_data))).toEqual({
    user_id: expect.any(String) as string,
    user_info: { name: expect.any(String) as string, doing: 'Update' },
  })
})

test('many changes of one moment wake a list a few times, and none is lost', async () => {
  const { heard, missed, sequence } = await looker('private-Court-Primary', ['read-courts'])
  const editor = await editorOf(['courts'])
  const { body } = await editor.ask('courts/create', { name: named('Often') })
  const { id } = body['data'] as { id: number }
  await api.db.transaction().execute(async (db) => {
    for (let time = 0; time < 300; time += 1)
      await announce({ db, session: undefined, socketId: undefined }, { resource: courts, event: 'Updated', id })
  })
  const last = await missed()
  await until(() => heard().some((said) => said.sequence === last.sequence))
  expect(heard().length).toBeLessThan(20)
  expect((await missed(sequence)).messages).toHaveLength(301)
})

test('what was committed while no server told it is told by the next one, and what fails is told again', async () => {
  const { heard } = await looker('private-Court-Primary', ['read-courts'])
  const editor = await editorOf(['courts'])
  await live.close()
  await editor.ask('courts/create', { name: named('Untold') })
  const deaf = await openHere(outside.url.replace('a-secret', 'b-secret'))
  await until(() => troubles.length > 0)
  expect(troubles[0]).toContain('401')
  expect(heard()).toEqual([])
  await deaf.close()

  live = await openHere()
  await until(() => heard().length === 1)
})

test('two servers of one installation tell a change once', async () => {
  const second = await openHere()
  const { heard } = await looker('private-Court-Primary', ['read-courts'])
  const editor = await editorOf(['courts'])
  for (let time = 1; time <= 3; time += 1) {
    await editor.ask('courts/create', { name: named('Once') })
    await until(() => heard().length >= time)
  }
  await second.close()
  expect(heard()).toHaveLength(3)
})

test('whoever says no more that he looks at a record is taken for gone, and nobody speaks for another', async () => {
  const { rows } = await sql<{ id: number }>`insert into courts (name) values (${named('Seen')}) returning id`.execute(
    api.db,
  )
  const channel_name = `presence-Court.${rows[0]?.id}`
  const { missed } = await looker('private-Court-Present', ['read-courts'])
  const one = await someone(['read-courts'])
  const other = await someone(['read-courts', 'update-courts'])
  const at = [{ channel_name, doing: 'Update' }]
  for (const { ask } of [one, other])
    expect(await ask('broadcasting/here', { socket_id: '7.7', at })).toMatchObject({ status: 200 })
  const [record] = (await missed()).records ?? []
  // Nobody is seen editing what he may not change.
  expect(record?.people.map(({ doing }) => doing).sort()).toEqual(['Update', 'View'])
  await one.ask('broadcasting/here', { socket_id: '7.7', at: [] })
  expect((await missed()).records?.[0]?.people).toMatchObject([{ doing: 'Update' }])

  await sql`update live_presence set seen_at = seen_at - interval '2 minutes'`.execute(api.db)
  expect((await missed()).records).toEqual([])
  const isGone = async () => (await sql`select from live_presence`.execute(api.db)).rows.length === 0
  await until(isGone)
})

test.each([
  ['of a list', 'private-Court-Primary', 403],
  ['of nothing', 'presence-Nothing.1', 403],
  ['that he may not read', 'presence-Judge.1', 403],
])('nobody is at a record %s', async (_what, channel_name, status) => {
  const { ask } = await someone(['read-courts'])
  expect(await ask('broadcasting/here', { socket_id: '7.7', at: [{ channel_name }] })).toMatchObject({ status })
})

test('nobody is at a record that is not there, and he is at the others as before', async () => {
  const { rows } = await sql<{ id: number }>`insert into courts (name) values (${named('There')}) returning id`.execute(
    api.db,
  )
  const { ask } = await someone(['read-courts'])
  const at = [rows[0]?.id, 999_999_999].map((id) => ({ channel_name: `presence-Court.${id}` }))
  expect(await ask('broadcasting/here', { socket_id: '9.9', at })).toMatchObject({ status: 200 })
  const kept = await sql<{ channel: string }>`
    select channel from live_presence where socket_id like '%:9.9'`.execute(api.db)
  expect(kept.rows).toEqual([{ channel: `presence-Court.${rows[0]?.id}` }])
})

test('the address of a broadcaster is read whole, or the start ends', () => {
  expect(externalBroadcasterOf(readEnv({ PUSHER_URL: 'https://k:s@api.example.mv/apps/1', PUSHER_WS_URL: 'wss://ws.example.mv:6001' }))).toMatchObject(
    { id: '1', origin: 'https://api.example.mv', connection: { key: 'k', host: 'ws.example.mv', port: 6001, tls: true } },
  ) // prettier-ignore
  expect(externalBroadcasterOf(readEnv({}))).toBeUndefined()
  for (const url of ['https://api.example.mv/apps/1', 'https://k:s@api.example.mv', 'ftp://k:s@x/apps/1', 'k:s'])
    expect(() => readEnv({ PUSHER_URL: url }), url).toThrow(/PUSHER_URL/)
})
