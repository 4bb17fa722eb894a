import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadListed } from '#server/kept.ts'
import { openLive } from '#server/live/open.ts'
import { outsideOf } from '#server/live/outside.ts'
import type { BroadcastingAuth, BroadcastingMissed, LiveMessage } from '#shared/calls/live.ts'
import { buildBook } from '#web/live/book.ts'
import { buildConnection } from '#web/live/connection.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { until } from './live.ts'
import { serveOutside } from './outside.ts'

/** The connection of a tab whose sockets a broadcaster outside keeps: what is new it asks of the server. */

const channel = 'private-Court-Primary'
let outside: Awaited<ReturnType<typeof serveOutside>>
let api: Api
let live: { close: () => Promise<void> }

beforeAll(async () => {
  outside = await serveOutside()
  api = await openApi({ env: { PUSHER_URL: outside.url } })
  live = await openLive({
    server: createServer(),
    db: api.db,
    databaseUrl: api.databaseUrl,
    keys: { key: 'own', secret: 'own' },
    outside: outsideOf({ PUSHER_URL: outside.url }),
    loadRows: (resource, ids) => loadListed(api.db, resource, ids),
  })
})
afterAll(async () => {
  await live.close()
  await api.close()
  await outside.close()
})

test('hears the same in the same order, also what it missed while it was away', async () => {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts', 'create-courts'] })
  const ask = await api.as(email, password)
  const book = buildBook()
  const heard: LiveMessage[] = []
  let reloads = 0
  book.listen(channel, { onEvent: (message) => heard.push(message), onReload: () => (reloads += 1) })
  const connection = buildConnection({
    book,
    isHere: () => true,
    findPlace: async () => ({ key: 'key-of-outside', host: '127.0.0.1', port: outside.port, isSecure: false, isOutside: true }), // prettier-ignore
    askTicket: async (socket_id, channel_name) => {
      const { status, body } = await ask('broadcasting/auth', { socket_id, channel_name })
      return status === 200 ? (body as BroadcastingAuth) : 'refused'
    },
    findMissed: async (channel_name, since) => {
      const answer = await ask('broadcasting/missed', { channel_name, ...(since !== undefined && { since }) })
      return answer.status === 200 ? (answer.body as unknown as BroadcastingMissed) : 'refused'
    },
    onState: () => undefined,
    onMembers: () => undefined,
    onRecord: () => undefined,
    onRecords: () => undefined,
  })
  const create = async (name: string) => expect((await ask('courts/create', { name })).status).toBe(200)
  const names = () => heard.map(({ data }) => (typeof data === 'number' ? data : data['name']))

  await connection.open()
  await until(() => reloads === 1, 5000)
  await create('Here')
  await until(() => heard.length === 1, 5000)
  connection.drop()
  for (const name of ['Away 1', 'Away 2']) await create(name)
  connection.hurry()
  await until(() => heard.length === 3, 10_000)
  await create('Back')
  await until(() => heard.length === 4, 5000)
  expect(names()).toEqual(['Here', 'Away 1', 'Away 2', 'Back'])
  connection.close()
})
