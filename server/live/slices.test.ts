import type { Socket as Connection } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { loadListed } from '#server/resources/index.ts'
import { courts } from '#shared/resources/courts.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser } from '#test/factories.ts'
import { type Live, serveLive, until } from '#test/live.ts'
import { announce } from '#server/events/announce.ts'
import { signChannelAuth } from './channelAuth.ts'

/** Hundreds of subscribers of one list, and what else the process does while it sends them a large change. */

const subscriberCount = 400
const channel = 'private-Court-Primary'
/** So large that sending it to all takes longer than one slice, and smaller than the send buffer limit. */
const largeText = 'x'.repeat(600_000)

let api: Api
let live: Live
/** The connections on the side of the server. */
const serverConnections: Connection[] = []
const clients: WebSocket[] = []
let receivedCount = 0

beforeAll(async () => {
  api = await openApi()
  api.app.server.on('connection', (connection: Connection) => serverConnections.push(connection))
  live = await serveLive(api, async (...which) => {
    const rows = await loadListed(...which)
    return new Map([...rows].map(([id, row]) => [id, { ...row, note: largeText }]))
  })
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const { rows: sessions } = await sql<{ id: string }>`
    insert into sessions (user_id, token_id, remember, token_ends_at, ends_at)
    select users.id, gen_random_uuid(), true, now() + interval '1 day', now() + interval '1 day'
      from users, generate_series(1, ${subscriberCount / 20}::integer)
     where email = ${email}
    returning id`.execute(api.db)
  for (let count = 0; count < subscriberCount; count += 1)
    await openSubscriber(sessions[count % sessions.length]?.id ?? '')
})
afterAll(async () => {
  for (const client of clients) client.terminate()
  await live.close()
  await api.close()
})

/** Opens a socket that subscribes to the list. */
function openSubscriber(session_id: string): Promise<void> {
  const client = new WebSocket(`ws://127.0.0.1:${live.port}/app/${live.keys.key}?protocol=7`)
  clients.push(client)
  return new Promise((resolve, reject) => {
    client.once('error', reject)
    client.on('message', (bytes: Buffer) => {
      if (bytes.length > largeText.length) receivedCount += 1
      else {
        const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: string }
        if (event === 'pusher:connection_established') {
          const { socket_id } = JSON.parse(data) as { socket_id: string }
          const authorization = signChannelAuth(live.keys, socket_id, channel, { session_id })
          client.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...authorization } }))
        } else if (event === 'pusher_internal:subscription_succeeded') resolve()
      }
    })
  })
}

test('a change is sent to many sockets in slices, and other work runs between them', async () => {
  const before = serverConnections.map(({ bytesWritten }) => bytesWritten)
  const writtenCount = () =>
    serverConnections.filter(({ bytesWritten }, index) => bytesWritten - (before[index] ?? 0) > largeText.length).length
  /** How many sockets were written to, each time that other work gets its turn. */
  const observedCounts = new Set<number>()
  let isOver = false
  const observe = () => {
    observedCounts.add(writtenCount())
    if (!isOver) setImmediate(observe)
  }
  observe()

  const { rows } = await sql<{ id: number }>`insert into courts (name) values ('Large') returning id`.execute(api.db)
  await api.db.transaction().execute(async (db) => {
    const event = { resource: courts, event: 'Created' as const, id: rows[0]?.id ?? 0 }
    await announce({ db, session: undefined, socketId: undefined }, event)
  })
  await until(() => writtenCount() === subscriberCount, 20_000)
  await until(() => receivedCount === subscriberCount, 20_000)
  isOver = true
  expect([...observedCounts].filter((count) => count > 0 && count < subscriberCount).length).toBeGreaterThan(0)
})
