import type { Socket as Connection } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { loadListed } from '#server/resources/index.ts'
import { courts } from '#shared/resources/courts.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser } from '../../test/factories.ts'
import { type Live, serveLive, until } from '../../test/live.ts'
import { announce } from '#server/events/announce.ts'
import { signChannelAuth } from './channelAuth.ts'

/** Hundreds who look at one list: what the process does while they are all told of a large change. */

const many = 400
const channel = 'private-Court-Primary'
/** Much, so that telling everybody takes longer than one turn may; less than a reader may leave unread. */
const large = 'x'.repeat(600_000)

let api: Api
let live: Live
/** The server's ends. */
const ends: Connection[] = []
const clients: WebSocket[] = []
let heard = 0

beforeAll(async () => {
  api = await openApi()
  api.app.server.on('connection', (connection: Connection) => ends.push(connection))
  live = await serveLive(api, async (...which) => {
    const rows = await loadListed(...which)
    return new Map([...rows].map(([id, row]) => [id, { ...row, note: large }]))
  })
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const { rows: sessions } = await sql<{ id: string }>`
    insert into sessions (user_id, token_id, remember, token_ends_at, ends_at)
    select users.id, gen_random_uuid(), true, now() + interval '1 day', now() + interval '1 day'
      from users, generate_series(1, ${many / 20}::integer)
     where email = ${email}
    returning id`.execute(api.db)
  for (let count = 0; count < many; count += 1) await look(sessions[count % sessions.length]?.id ?? '')
})
afterAll(async () => {
  for (const client of clients) client.terminate()
  await live.close()
  await api.close()
})

/** Opens a socket that looks at the list. */
function look(session_id: string): Promise<void> {
  const client = new WebSocket(`ws://127.0.0.1:${live.port}/app/${live.keys.key}?protocol=7`)
  clients.push(client)
  return new Promise((settle, fail) => {
    client.once('error', fail)
    client.on('message', (bytes: Buffer) => {
      if (bytes.length > large.length) heard += 1
      else {
        const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: string }
        if (event === 'pusher:connection_established') {
          const { socket_id } = JSON.parse(data) as { socket_id: string }
          const ticket = signChannelAuth(live.keys, socket_id, channel, { session_id })
          client.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...ticket } }))
        } else if (event === 'pusher_internal:subscription_succeeded') settle()
      }
    })
  })
}

test('everybody is told in slices: between them the process does what else waits', async () => {
  const before = ends.map(({ bytesWritten }) => bytesWritten)
  const told = () => ends.filter(({ bytesWritten }, place) => bytesWritten - (before[place] ?? 0) > large.length).length
  /** To how many it was written already, each time that something else has its turn. */
  const seen = new Set<number>()
  let isOver = false
  const turn = () => {
    seen.add(told())
    if (!isOver) setImmediate(turn)
  }
  turn()

  const { rows } = await sql<{ id: number }>`insert into courts (name) values ('Large') returning id`.execute(api.db)
  await api.db.transaction().execute(async (db) => {
    const event = { resource: courts, event: 'Created' as const, id: rows[0]?.id ?? 0 }
    await announce({ db, session: undefined, socketId: undefined }, event)
  })
  await until(() => told() === many, 20_000)
  await until(() => heard === many, 20_000)
  isOver = true
  expect([...seen].filter((count) => count > 0 && count < many).length).toBeGreaterThan(0)
})
