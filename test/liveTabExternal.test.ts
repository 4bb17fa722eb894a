import { createServer } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadListed } from '#server/resources/index.ts'
import { openLive } from '#server/live/startLive.ts'
import { externalBroadcasterOf } from '#server/live/externalBroadcaster.ts'
import { backoff } from '#shared/backoff.ts'
import type {
  RecordViewers,
  BroadcastingAuth,
  MissedMessages,
  BroadcastingUser,
  LiveMessage,
} from '#shared/calls/live.ts'
import { createSubscriptionRegistry } from '#web/platform/live/subscriptionRegistry.ts'
import { buildConnection } from '#web/platform/live/connection.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { until } from './live.ts'
import { startBroadcaster } from '#test/broadcaster/startBroadcaster.ts'

/** The connection of a tab with an external broadcaster: it loads changes from the server. */

const channel = 'private-Court-Primary'
let broadcaster: Awaited<ReturnType<typeof startBroadcaster>>
let api: Api
let live: { close: () => Promise<void> }

beforeAll(async () => {
  broadcaster = await startBroadcaster()
  api = await openApi({ env: { PUSHER_URL: broadcaster.url } })
  live = await openServer()
})

/** A server of the installation, without a port of its own. */
const openServer = () =>
  openLive({
    server: createServer(),
    db: api.db,
    databaseUrl: api.databaseUrl,
    keys: { key: 'own', secret: 'own' },
    rateLimiter: api.rateLimiter,
    broadcaster: externalBroadcasterOf({ PUSHER_URL: broadcaster.url }),
    loadRows: (resource, ids) => loadListed(api.db, resource, ids),
  })

afterAll(async () => {
  await live.close()
  await api.close()
  await broadcaster.close()
})

/** A tab of a user with these permissions, and what it receives. */
async function openTab(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  const callApi = await api.as(email, password)
  const subscriptions = createSubscriptionRegistry(() => undefined)
  const received: LiveMessage[] = []
  const reloads: string[] = []
  const records: RecordViewers[][] = []
  const listen = (name: string) =>
    subscriptions.listen(name, { onEvent: (message) => received.push(message), onReload: () => reloads.push(name) })
  const callOrRefused = async <Answer>(call: string, input: object) => {
    const { status, body } = await callApi(call, input)
    return status === 200 ? (body as Answer) : 'refused'
  }
  const connection = buildConnection({
    subscriptions,
    isSignedIn: () => true,
    backoff,
    fetchServerAddress: async () => ({
      key: 'broadcaster-key',
      host: '127.0.0.1',
      port: broadcaster.port,
      isSecure: false,
      isExternal: true,
    }),
    authorizeChannel: (socket_id, channel_name) =>
      callOrRefused<BroadcastingAuth>('broadcasting/auth', { socket_id, channel_name }),
    authenticateUser: (socket_id) => callOrRefused<BroadcastingUser>('broadcasting/user', { socket_id }),
    sendHeartbeat: (socket_id, records) =>
      void callApi('broadcasting/here', {
        socket_id,
        at: records.map((channel_name) => ({ channel_name, doing: 'Update' })),
      }),
    fetchMissed: (channel_name, since) =>
      callOrRefused<MissedMessages>('broadcasting/missed', { channel_name, ...(since !== undefined && { since }) }),
    onStateChange: () => undefined,
    onPermissionsChange: () => undefined,
    onMembersChange: () => undefined,
    onRecordViewers: () => undefined,
    onAllRecordViewers: (_channel, viewers) => records.push(viewers),
  })
  const create = async (call: string, name: string) => expect((await callApi(call, { name })).status).toBe(200)
  const names = () => received.map(({ data }) => (typeof data === 'number' ? data : data['name']))
  return { email, callApi, subscriptions, records, received, reloads, listen, connection, create, names }
}

test('a tab with an external broadcaster receives changes in order, including those it missed', async () => {
  const { connection, listen, reloads, received, create, names } = await openTab(['read-courts', 'create-courts'])
  listen(channel)
  await connection.open()
  await until(() => reloads.length === 1)
  await create('courts/create', 'Here')
  await until(() => received.length === 1)
  connection.disconnect()
  for (const name of ['Away 1', 'Away 2']) await create('courts/create', name)
  connection.reconnectNow()
  await until(() => received.length === 3)
  await create('courts/create', 'Back')
  await until(() => received.length === 4)
  expect(names()).toEqual(['Here', 'Away 1', 'Away 2', 'Back'])
  connection.close()
})

test('a tab with an external broadcaster loses a channel with its permission and keeps the others', async () => {
  const other = 'private-Judge-Primary'
  const { email, connection, listen, reloads, received, create, names } = await openTab(
    ['courts', 'judges'].flatMap((name) => [`read-${name}`, `create-${name}`]),
  )
  for (const name of [channel, other]) listen(name)
  await connection.open()
  await until(() => reloads.length === 2)
  const before = connection.socketId()
  await sql`
    delete from role_permissions
     where role_id = (select id from roles where name = ${`role of ${email}`})
       and permission_id = (select id from permissions where name = 'read-courts')`.execute(api.db)
  // The broadcaster terminated the connection, and the tab has reconnected.
  await until(() => connection.state() === 'connected' && connection.socketId() !== before)
  await until(() => reloads.filter((name) => name === channel).length === 2)
  await create('courts/create', 'Not received')
  await create('judges/create', 'Received')
  await until(() => received.length > 0)
  expect(names()).toEqual(['Received'])
  connection.close()
})

test('a list with an external broadcaster shows the viewers of its records until they leave', async () => {
  const { rows } = await sql<{ id: number }>`insert into courts (name) values ('Looked at') returning id`.execute(
    api.db,
  )
  const id = rows[0]?.id ?? 0
  const [viewer, editor] = [await openTab(['read-courts']), await openTab(['read-courts', 'update-courts'])]
  viewer.listen('private-Court-Present')
  await viewer.connection.open()
  await until(() => viewer.records.at(-1)?.length === 0)

  const listener = { onEvent: () => undefined, onReload: () => undefined }
  const record = `presence-Court.${id}`
  editor.subscriptions.listen(record, listener)
  await editor.connection.open()
  const expectedViewer = { id: expect.any(Number) as number, name: expect.any(String) as string, doing: 'Update' }
  await until(() => viewer.records.at(-1)?.length === 1)
  expect(viewer.records.at(-1)).toEqual([{ id, people: [expectedViewer] }])
  // A tab that connects later receives the current viewers too.
  const later = await openTab(['read-courts'])
  later.listen('private-Court-Present')
  await later.connection.open()
  await until(() => later.records.at(-1)?.length === 1)

  editor.subscriptions.leave(record, listener)
  editor.connection.leave(record)
  await until(() => viewer.records.at(-1)?.length === 0 && later.records.at(-1)?.length === 0)
  for (const { connection } of [viewer, editor, later]) connection.close()
})

test('a tab with an external broadcaster reports no line in which the user writes, as no other tab could show it', async () => {
  const { connection, listen, reloads } = await openTab(['read-courts'])
  listen(channel)
  await connection.open()
  await until(() => reloads.length === 1)
  expect(connection.socketId()).toBeDefined()
  expect(connection.lineSocketId()).toBeUndefined()
  connection.close()
})

test('two servers of one installation notify a list of a change of presence once', async () => {
  const second = await openServer()
  const { rows } = await sql<{ id: number }>`insert into courts (name) values ('Once') returning id`.execute(api.db)
  const viewer = await openTab(['read-courts'])
  viewer.listen('private-Court-Present')
  await viewer.connection.open()
  await until(() => viewer.records.length === 1)

  const at = [{ channel_name: `presence-Court.${rows[0]?.id}` }]
  const heartbeats = [
    { records: at, answers: 2 },
    { records: at, answers: 2 },
    { records: [], answers: 3 },
    { records: at, answers: 4 },
    { records: [], answers: 5 },
  ]
  for (const { records, answers } of heartbeats) {
    await viewer.callApi('broadcasting/here', { socket_id: '5.5', at: records })
    await until(() => viewer.records.length >= answers)
  }
  await second.close()
  expect(viewer.records.map(({ length }) => length)).toEqual([0, 1, 0, 1, 0])
  viewer.connection.close()
})
