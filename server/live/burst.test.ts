import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveMessage } from '#shared/calls/live.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { courts } from '#shared/resources/courts.ts'
import { judges } from '#shared/resources/judges.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { loadListed } from '#server/resources/index.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '#test/live.ts'
import { announce } from '#server/events/announce.ts'
import { nightlyTest } from '#test/nightly.ts'

/** Hundreds of changes at once, and what each subscriber receives of them. */

const changeCount = 500
const timeout_ms = 10_000

let api: Api
let live: Live

beforeAll(async () => {
  api = await openApi()
  // Rows with more fields than the lists show, so that only field permissions hide them, and with much text.
  const more: Record<string, object> = { analysis: { charge_status: 'Paid' }, judges: { note: 'x'.repeat(400_000) } }
  live = await serveLive(api, async (...which) => {
    const rows = await loadListed(...which)
    for (const [id, row] of rows) rows.set(id, { ...row, ...more[which[1].name] })
    return rows
  })
})
afterAll(async () => {
  await live.close()
  await api.close()
})

async function tokenOf(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  return String((await api.call('auth/login', { email, password })).body['encodedToken'])
}

/** Subscribes to a channel and collects every message. */
async function openSubscriber(name: string, event: string, can: string[], since?: number) {
  const token = await tokenOf(can)
  const { pusher } = connectPusher({ api, live }, token, since === undefined ? {} : { since })
  const channel = pusher.subscribe(name)
  const received: LiveMessage[] = []
  channel.bind(event, (message: LiveMessage) => received.push(message))
  return { pusher, received, result: subscriptionResult(channel) }
}

/**
 * Creates rows and announces each, in the given number of transactions. Returns their ids in the order of the changes.
 */
async function createRows(resource: Resource, count: number, transactions = 1): Promise<number[]> {
  const ids: number[] = []
  for (let turn = 0; turn < transactions; turn += 1)
    await api.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ id: number }>`
        insert into ${sql.table(resource.name)} (name)
        select gen_random_uuid() from generate_series(1, ${count / transactions}::integer)
        returning id`.execute(db)
      for (const { id } of rows)
        await announce({ db, session: undefined, socketId: undefined }, { resource, event: 'Created', id })
      ids.push(...rows.map(({ id }) => id))
    })
  return ids
}

const idsOf = (received: readonly LiveMessage[]) =>
  received.map(({ data }) => (typeof data === 'number' ? data : Number(data['id'])))

test('a burst of changes, in one transaction or in many, arrives complete and in order', async () => {
  const subscribers = await Promise.all(
    [1, 2, 3].map(() => openSubscriber('private-Court-Primary', 'CourtEvents', ['read-courts'])),
  )
  for (const { result } of subscribers) expect((await result).accepted).toBe(true)
  const ids = [...(await createRows(courts, changeCount)), ...(await createRows(courts, 100, 50))]
  await until(() => subscribers.every(({ received }) => received.length >= ids.length), timeout_ms)
  for (const { received, pusher } of subscribers) {
    expect(idsOf(received)).toEqual(ids)
    expect(received.map(({ sequence }) => sequence)).toEqual(
      received.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
    )
    pusher.disconnect()
  }
})

test('a client that subscribes during a burst receives every change exactly once, as missed or as live', async () => {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(sequence), 0) as last from live_events`.execute(api.db)
  const since = rows[0]?.last ?? 0
  const announcing = createRows(courts, 200, 100)
  const late: Awaited<ReturnType<typeof openSubscriber>>[] = []
  for (let count = 0; count < 6; count += 1)
    late.push(await openSubscriber('private-Court-Primary', 'CourtEvents', ['read-courts'], since))
  const ids = await announcing
  for (const { result } of late) expect((await result).accepted).toBe(true)
  await until(() => late.every(({ received }) => received.length >= ids.length), timeout_ms)
  for (const { received, pusher } of late) {
    expect(idsOf(received)).toEqual(ids)
    pusher.disconnect()
  }
})

test('in a burst each client receives all changes, with only the fields that it may read', async () => {
  const { court, ids } = await createAnalyses(100)
  const name = `private-Analysis-Primary.${court}`
  const plain = await openSubscriber(name, 'AnalysisEvents', ['read-analysis'])
  const holder = await openSubscriber(name, 'AnalysisEvents', ['read-analysis', 'view-charge-status'])
  for (const { result } of [plain, holder]) expect((await result).accepted).toBe(true)
  await api.db.transaction().execute(async (db) => {
    for (const id of ids)
      await announce({ db, session: undefined, socketId: undefined }, { resource: analysis, event: 'Updated', id })
  })
  await until(() => [plain, holder].every(({ received }) => received.length >= ids.length), timeout_ms)
  expect(idsOf(plain.received)).toEqual(ids)
  expect(idsOf(holder.received)).toEqual(ids)
  expect(JSON.stringify(plain.received)).not.toContain('charge_status')
  const paid = holder.received.filter(({ data }) => typeof data === 'object' && data['charge_status'] === 'Paid')
  expect(paid.length).toBe(ids.length)
  for (const { pusher } of [plain, holder]) pusher.disconnect()
})

async function createAnalyses(count: number) {
  const { rows } = await sql<{ court: number; id: number }>`
    with file as (insert into files (name, type, size, media_type, sha256) values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a')) returning id),
         court as (insert into courts (name) values ('Of analyses') returning id)
    insert into analysis (court_id, title, pdf_file_id) select court.id, 'One', file.id from file, court, generate_series(1, ${count})
    returning id, court_id as court`.execute(api.db)
  return { court: rows[0]?.court ?? 0, ids: rows.map(({ id }) => id) }
}

nightlyTest(
  'a client that stops reading is disconnected during a burst, and the others receive all of it',
  async () => {
    const name = 'private-Judge-Primary'
    const others = await Promise.all([1, 2].map(() => openSubscriber(name, 'JudgeEvents', ['read-judges'])))
    for (const { result } of others) expect((await result).accepted).toBe(true)
    const paused = await openPausedSubscriber(name, ['read-judges'])
    const ids: number[] = []
    for (let wave = 0; wave < 8; wave += 1) {
      ids.push(...(await createRows(judges, 5)))
      await until(() => others.every(({ received }) => received.length >= ids.length), timeout_ms)
    }
    for (const { received, pusher } of others) {
      expect(idsOf(received)).toEqual(ids)
      pusher.disconnect()
    }
    const received = await paused.resume()
    expect(received).toBeLessThan(ids.length)
  },
)

/**
 * Subscribes to a channel and then stops reading. `resume` returns how many messages came before the server
 * disconnected it.
 */
async function openPausedSubscriber(name: string, can: string[]) {
  const token = await tokenOf(can)
  const socket = new WebSocket(`ws://127.0.0.1:${live.port}/app/${live.keys.key}?protocol=7`)
  const received: string[] = []
  socket.on('message', (bytes: Buffer) => received.push(bytes.toString()))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await until(() => received.length === 1)
  const { data } = JSON.parse(received[0] ?? '') as { data: string }
  const { socket_id } = JSON.parse(data) as { socket_id: string }
  const { body } = await api.call('broadcasting/auth', { socket_id, channel_name: name }, { token })
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: name, ...body } }))
  await until(() => received.length === 2)
  socket.pause()
  return {
    resume: async () => {
      socket.resume()
      await closed
      return received.length - 2
    },
  }
}
