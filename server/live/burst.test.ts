import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveMessage } from '#shared/calls/live.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { courts } from '#shared/resources/courts.ts'
import { judges } from '#shared/resources/judges.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { loadListed } from '#server/resources/index.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'
import { announce } from '#server/events/announce.ts'

/** Hundreds of changes that come at once: what each who looks is told of them. */

const many = 500
const moment = 10_000

let api: Api
let live: Live

beforeAll(async () => {
  api = await openApi()
  // More than the lists show, so that only the rights of readers keep it back, and much of it.
  const more: Record<string, object> = { analysis: { charge_status: 'Paid' }, judges: { note: 'x'.repeat(40_000) } }
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

/** Somebody who looks at a channel, and everything that he hears on it. */
async function looker(name: string, event: string, can: string[], since?: number) {
  const token = await tokenOf(can)
  const { pusher } = connectPusher({ api, live }, token, since === undefined ? {} : { since })
  const channel = pusher.subscribe(name)
  const heard: LiveMessage[] = []
  channel.bind(event, (message: LiveMessage) => heard.push(message))
  return { pusher, heard, isIn: joined(channel) }
}

/** Makes rows and tells of each, in so many transactions. Answers their ids in the order of the changes. */
async function make(resource: Resource, count: number, transactions = 1): Promise<number[]> {
  const made: number[] = []
  for (let turn = 0; turn < transactions; turn += 1)
    await api.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ id: number }>`
        insert into ${sql.table(resource.name)} (name)
        select gen_random_uuid() from generate_series(1, ${count / transactions}::integer)
        returning id`.execute(db)
      for (const { id } of rows)
        await announce({ db, session: undefined, socketId: undefined }, { resource, event: 'Created', id })
      made.push(...rows.map(({ id }) => id))
    })
  return made
}

const idsOf = (heard: readonly LiveMessage[]) =>
  heard.map(({ data }) => (typeof data === 'number' ? data : Number(data['id'])))

test('a burst of one transaction, and one of many, arrive whole and in the order of the changes', async () => {
  const lookers = await Promise.all(
    [1, 2, 3].map(() => looker('private-Court-Primary', 'CourtEvents', ['read-courts'])),
  )
  for (const { isIn } of lookers) expect((await isIn).in).toBe(true)
  const made = [...(await make(courts, many)), ...(await make(courts, 100, 50))]
  await until(() => lookers.every(({ heard }) => heard.length >= made.length), moment)
  for (const { heard, pusher } of lookers) {
    expect(idsOf(heard)).toEqual(made)
    expect(heard.map(({ sequence }) => sequence)).toEqual(
      heard.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
    )
    pusher.disconnect()
  }
})

test('who joins in the middle of a burst hears every change once and whole, as missed or as told', async () => {
  const since = (await sql<{ last: number }>`select coalesce(max(sequence), 0) as last from live_events`.execute(api.db)).rows[0]?.last ?? 0 // prettier-ignore
  const telling = make(courts, 200, 100)
  const late: Awaited<ReturnType<typeof looker>>[] = []
  for (let count = 0; count < 6; count += 1)
    late.push(await looker('private-Court-Primary', 'CourtEvents', ['read-courts'], since))
  const made = await telling
  for (const { isIn } of late) expect((await isIn).in).toBe(true)
  await until(() => late.every(({ heard }) => heard.length >= made.length), moment)
  for (const { heard, pusher } of late) {
    expect(idsOf(heard)).toEqual(made)
    pusher.disconnect()
  }
})

test('in a burst each sees what he may see and nothing else, with the same number of changes', async () => {
  const { court, ids } = await makeAnalyses(100)
  const name = `private-Analysis-Primary.${court}`
  const without = await looker(name, 'AnalysisEvents', ['read-analysis'])
  const holder = await looker(name, 'AnalysisEvents', ['read-analysis', 'view-charge-status'])
  for (const { isIn } of [without, holder]) expect((await isIn).in).toBe(true)
  await api.db.transaction().execute(async (db) => {
    for (const id of ids)
      await announce({ db, session: undefined, socketId: undefined }, { resource: analysis, event: 'Updated', id })
  })
  await until(() => [without, holder].every(({ heard }) => heard.length >= ids.length), moment)
  expect(idsOf(without.heard)).toEqual(ids)
  expect(idsOf(holder.heard)).toEqual(ids)
  expect(JSON.stringify(without.heard)).not.toContain('charge_status')
  const paid = holder.heard.filter(({ data }) => typeof data === 'object' && data['charge_status'] === 'Paid')
  expect(paid.length).toBe(ids.length)
  for (const { pusher } of [without, holder]) pusher.disconnect()
})

async function makeAnalyses(count: number) {
  const { rows } = await sql<{ court: number; id: number }>`
    with file as (insert into files (name, type, size, media_type, sha256) values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a')) returning id),
         court as (insert into courts (name) values ('Of analyses') returning id)
    insert into analysis (court_id, title, pdf_file_id) select court.id, 'One', file.id from file, court, generate_series(1, ${count})
    returning id, court_id as court`.execute(api.db)
  return { court: rows[0]?.court ?? 0, ids: rows.map(({ id }) => id) }
}

test('a reader who takes nothing is dropped in the middle of a burst, and the others hear all of it', async () => {
  const name = 'private-Judge-Primary'
  const others = await Promise.all([1, 2].map(() => looker(name, 'JudgeEvents', ['read-judges'])))
  for (const { isIn } of others) expect((await isIn).in).toBe(true)
  const slow = await sleeper(name, ['read-judges'])
  const made: number[] = []
  for (let wave = 0; wave < 60; wave += 1) {
    made.push(...(await make(judges, 10)))
    await until(() => others.every(({ heard }) => heard.length >= made.length), moment)
  }
  for (const { heard, pusher } of others) {
    expect(idsOf(heard)).toEqual(made)
    pusher.disconnect()
  }
  const heard = await slow.wake()
  expect(heard).toBeLessThan(made.length)
})

/** Joins a channel and then reads nothing. Once woken, answers how much it was told before it was dropped. */
async function sleeper(name: string, can: string[]) {
  const token = await tokenOf(can)
  const socket = new WebSocket(`ws://127.0.0.1:${live.port}/app/${live.keys.key}?protocol=7`)
  const heard: string[] = []
  socket.on('message', (bytes: Buffer) => heard.push(bytes.toString()))
  const closed = new Promise<void>((settle) => socket.once('close', () => settle()))
  await until(() => heard.length === 1)
  const { data } = JSON.parse(heard[0] ?? '') as { data: string }
  const { socket_id } = JSON.parse(data) as { socket_id: string }
  const { body } = await api.call('broadcasting/auth', { socket_id, channel_name: name }, { token })
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: name, ...body } }))
  await until(() => heard.length === 2)
  socket.pause()
  return {
    wake: async () => {
      socket.resume()
      await closed
      return heard.length - 2
    },
  }
}
