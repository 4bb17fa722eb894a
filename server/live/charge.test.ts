import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '#server/endpoint/context.ts'
import { findSessions } from '#server/session/session.ts'
import { loadListed } from '#server/resources/index.ts'
import type { Db } from '#server/db/database.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { pdf } from '../../test/files.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'
import { liveEndpoints } from './endpoints.ts'

/** How an analysis is charged comes to whoever may see that, and on no way to anybody else. */

let api: Api
let live: Live
let court: number

/** Lists that show more than they do: only the rights of the readers keep it back. */
async function loadMore(db: Db, resource: Resource, ids: readonly number[]): Promise<Map<number, Row>> {
  const rows = await loadListed(db, resource, ids)
  if (resource.name !== analysis.name) return rows
  const { rows: charged } = await sql<{ id: number; charge_status: string }>`
    select id, charge_status from analysis where id = any(${ids}::bigint[])`.execute(db)
  const statuses = new Map(charged.map(({ id, charge_status }) => [id, charge_status]))
  return new Map([...rows].map(([id, row]) => [id, { ...row, charge_status: statuses.get(id) }]))
}

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api, loadMore)
})
afterAll(async () => {
  await live.close()
  await api.close()
})
beforeEach(async () => {
  const made = sql<{ id: number }>`insert into courts (name) values (${crypto.randomUUID()}) returning id`
  court = (await made.execute(api.db)).rows[0]?.id ?? 0
})

async function someone(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const call = async (path: string, input: object) => {
    const { status, body } = await api.call(path, input, { token })
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body
  }
  const { rows } = await sql<{ id: string }>`
    select sessions.id from sessions join users on users.id = user_id where email = ${email}`.execute(api.db)
  return { token, call, session_id: rows[0]?.id ?? '' }
}

const mine = permissionsOf(analysis)
type Person = Awaited<ReturnType<typeof someone>>
type Message = { event: string; channel?: string; data: unknown }

/** Whatever comes to a socket that looks at all there is of the analyses, by whichever name. */
async function listenTo({ token }: Person, { record, since }: { record?: number; since?: number } = {}) {
  const { pusher } = connectPusher({ api, live }, token, since === undefined ? {} : { since })
  const all: Message[] = []
  pusher.connection.bind('message', (message: Message) => all.push(message))
  const list = `private-Analysis-Primary.${court}`
  const names = [list, `${list}.Pending`, 'private-Analysis-Select', 'private-Analysis-Present']
  if (record !== undefined) names.push(`presence-Analysis.${record}`)
  for (const name of names) expect(await joined(pusher.subscribe(name)), name).toMatchObject({ in: true })
  const ofList = () => all.filter(({ channel, event }) => channel === list && event === 'AnalysisEvents')
  return { pusher, all, charges: () => ofList().map(({ data }) => (data as { data: Row }).data['charge_status']) }
}

/** Its name, and whatever it could say. */
const told = /charge_status|Chargeable|Pending Payment|Pending Analysis|Paid/

test('how an analysis is charged is heard by its right, and on no way without: made, changed, moved, replayed, asked for', async () => {
  const without = await someone(mine)
  const holder = await someone([...mine, 'view-charge-status'])
  const since = await lastChange()
  const hearing = { without: await listenTo(without), holder: await listenTo(holder) }
  const answers: unknown[] = []
  /** What each who looks is asked to look at anew, as a browser that searches does. */
  const step = async (count: number) => {
    await until(() => hearing.without.charges().length >= count && hearing.holder.charges().length >= count)
    answers.push(await without.call('analysis/isDisplayed', { id: row.id, Court: court, Status: '' }))
  }

  const { data: file } = await upload(without)
  const made = await without.call('analysis/create', { court, title: 'One', pdf_file: (file as Row).id })
  const row = made['data'] as Row
  answers.push(made)
  await step(1)
  const record = { without: await listenTo(without, { record: row.id }), holder: await listenTo(holder, { record: row.id }) }
  const { version } = row
  answers.push(await without.call('analysis/update', { id: row.id, version, title: 'Two' }))
  await step(2)
  answers.push(await without.call('analysis/partialUpdate', { id: row.id, version: version + 1, title: 'Three' }))
  await step(3)
  answers.push(await without.call('analysis/cancel', { id: row.id, version: version + 2 }))
  await step(4)
  const replayed = { without: await listenTo(without, { since }), holder: await listenTo(holder, { since }) }
  const missed = { without: await missedBy(without, since), holder: await missedBy(holder, since) }

  expect(hearing.holder.charges()).toEqual([...Array<string>(3).fill('Pending Analysis'), 'Non-Chargeable (Manual Cancellation)'])
  await until(() => replayed.holder.charges().length === 4 && replayed.without.charges().length === 4)
  for (const heard of [replayed.holder.all, record.holder.all, missed.holder]) expect(JSON.stringify(heard)).toMatch(told)
  expect(missed.without).toMatchObject({ messages: { length: 4 } })
  for (const [way, heard] of Object.entries({ hearing, record, replayed }))
    expect(JSON.stringify(heard.without.all), way).not.toMatch(told)
  expect(JSON.stringify([answers, missed.without])).not.toMatch(told)
  for (const { pusher } of [hearing, record, replayed].flatMap((pair) => Object.values(pair))) pusher.disconnect()
}) // prettier-ignore

async function lastChange() {
  const { rows } = await sql<{ last: number }>`select coalesce(max(sequence), 0) as last from live_events`.execute(
    api.db,
  )
  return rows[0]?.last ?? 0
}

async function upload({ token }: Person) {
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'a.pdf', 'x-file-for': 'analysis.pdf_file' } // prettier-ignore
  return (await api.call('files/upload', undefined, { token, raw: pdf(), headers })).body
}

/** What is answered to a browser whose sockets are kept outside. */
async function missedBy({ session_id }: Person, since: number) {
  const [session] = await findSessions(api.db, [session_id])
  const { keys } = live
  const door = liveEndpoints({ keys, port: null, broadcaster: undefined, loadRows: loadMore })['broadcasting/missed']
  const context = { db: api.db, session, socketId: undefined } as unknown as Context
  return door?.run(context, { channel_name: `private-Analysis-Primary.${court}`, since })
}
