import { createServer } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadListed } from '#server/resources/index.ts'
import { openLive } from '#server/live/startLive.ts'
import { externalBroadcasterOf } from '#server/live/externalBroadcaster.ts'
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
import { startBroadcaster } from './broadcaster/startBroadcaster.ts'

/** The connection of a tab whose sockets a broadcaster outside keeps: what is new it asks of the server. */

const channel = 'private-Court-Primary'
let outside: Awaited<ReturnType<typeof startBroadcaster>>
let api: Api
let live: { close: () => Promise<void> }

beforeAll(async () => {
  outside = await startBroadcaster()
  api = await openApi({ env: { PUSHER_URL: outside.url } })
  live = await openLive({
    server: createServer(),
    db: api.db,
    databaseUrl: api.databaseUrl,
    keys: { key: 'own', secret: 'own' },
    broadcaster: externalBroadcasterOf({ PUSHER_URL: outside.url }),
    loadRows: (resource, ids) => loadListed(api.db, resource, ids),
  })
})
afterAll(async () => {
  await live.close()
  await api.close()
  await outside.close()
})

/** A tab of somebody who may do this, and what it hears. */
async function openTab(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  const ask = await api.as(email, password)
  const book = createSubscriptionRegistry()
  const heard: LiveMessage[] = []
  const reloads: string[] = []
  const records: RecordViewers[][] = []
  const listen = (name: string) =>
    book.listen(name, { onEvent: (message) => heard.push(message), onReload: () => reloads.push(name) })
  const asked = async <Answer>(call: string, input: object) => {
    const { status, body } = await ask(call, input)
    return status === 200 ? (body as Answer) : 'refused'
  }
  const connection = buildConnection({
    subscriptions: book,
    isSignedIn: () => true,
    fetchServerAddress: async () => ({ key: 'key-of-outside', host: '127.0.0.1', port: outside.port, isSecure: false, isExternal: true }), // prettier-ignore
    authorizeChannel: (socket_id, channel_name) =>
      asked<BroadcastingAuth>('broadcasting/auth', { socket_id, channel_name }),
    authenticateUser: (socket_id) => asked<BroadcastingUser>('broadcasting/user', { socket_id }),
    sendHeartbeat: (socket_id, records) =>
      void ask('broadcasting/here', {
        socket_id,
        at: records.map((channel_name) => ({ channel_name, doing: 'Update' })),
      }),
    fetchMissed: (channel_name, since) =>
      asked<MissedMessages>('broadcasting/missed', { channel_name, ...(since !== undefined && { since }) }),
    onStateChange: () => undefined,
    onMembersChange: () => undefined,
    onRecordViewers: () => undefined,
    onAllRecordViewers: (_channel, told) => records.push(told),
  })
  const create = async (call: string, name: string) => expect((await ask(call, { name })).status).toBe(200)
  const names = () => heard.map(({ data }) => (typeof data === 'number' ? data : data['name']))
  return { email, book, records, heard, reloads, listen, connection, create, names }
}

test('hears the same in the same order, also what it missed while it was away', async () => {
  const { connection, listen, reloads, heard, create, names } = await openTab(['read-courts', 'create-courts'])
  listen(channel)
  await connection.open()
  await until(() => reloads.length === 1)
  await create('courts/create', 'Here')
  await until(() => heard.length === 1)
  connection.disconnect()
  for (const name of ['Away 1', 'Away 2']) await create('courts/create', name)
  connection.reconnectNow()
  await until(() => heard.length === 3)
  await create('courts/create', 'Back')
  await until(() => heard.length === 4)
  expect(names()).toEqual(['Here', 'Away 1', 'Away 2', 'Back'])
  connection.close()
})

test('hears nothing more of what its person may not see any more, and goes on hearing the rest', async () => {
  const other = 'private-Judge-Primary'
  const { email, connection, listen, reloads, heard, create, names } = await openTab(
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
  // It was ended outside, and has come back.
  await until(() => connection.state() === 'connected' && connection.socketId() !== before)
  await until(() => reloads.filter((name) => name === channel).length === 2)
  await create('courts/create', 'Unheard')
  await create('judges/create', 'Heard')
  await until(() => heard.length > 0)
  expect(names()).toEqual(['Heard'])
  connection.close()
})

test('sees in a list at which records others are, from when they come until they have gone', async () => {
  const { rows } = await sql<{ id: number }>`insert into courts (name) values ('Looked at') returning id`.execute(
    api.db,
  )
  const id = rows[0]?.id ?? 0
  const [looker, editor] = [await openTab(['read-courts']), await openTab(['read-courts', 'update-courts'])]
  looker.listen('private-Court-Present')
  await looker.connection.open()
  await until(() => looker.records.at(-1)?.length === 0)

  const listener = { onEvent: () => undefined, onReload: () => undefined }
  const record = `presence-Court.${id}`
  editor.book.listen(record, listener)
  await editor.connection.open()
  const person = { id: expect.any(Number) as number, name: expect.any(String) as string, doing: 'Update' }
  await until(() => looker.records.at(-1)?.length === 1)
  expect(looker.records.at(-1)).toEqual([{ id, people: [person] }])
  // Whoever comes later is told of him too.
  const later = await openTab(['read-courts'])
  later.listen('private-Court-Present')
  await later.connection.open()
  await until(() => later.records.at(-1)?.length === 1)

  editor.book.leave(record, listener)
  editor.connection.leave(record)
  await until(() => looker.records.at(-1)?.length === 0 && later.records.at(-1)?.length === 0)
  for (const { connection } of [looker, editor, later]) connection.close()
})
