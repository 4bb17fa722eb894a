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
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '#test/live.ts'
import { liveEndpoints } from './endpoints.ts'

/** The charge status of an analysis reaches users with its permission, and no other user in any way. */

let api: Api
let live: Live
let court: number

/** Lists with the charge status, so that only the field permission hides it. */
async function loadWithCharges(db: Db, resource: Resource, ids: readonly number[]): Promise<Map<number, Row>> {
  const rows = await loadListed(db, resource, ids)
  if (resource.name !== analysis.name) return rows
  const { rows: charged } = await sql<{ id: number; charge_status: string }>`
    select id, charge_status from analysis where id = any(${ids}::bigint[])`.execute(db)
  const statuses = new Map(charged.map(({ id, charge_status }) => [id, charge_status]))
  return new Map([...rows].map(([id, row]) => [id, { ...row, charge_status: statuses.get(id) }]))
}

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api, loadWithCharges)
})
afterAll(async () => {
  await live.close()
  await api.close()
})
beforeEach(async () => {
  const created = sql<{ id: number }>`insert into courts (name) values (${crypto.randomUUID()}) returning id`
  court = (await created.execute(api.db)).rows[0]?.id ?? 0
})

async function signInWith(can: string[]) {
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

const analysisPermissions = permissionsOf(analysis)
type SignedInUser = Awaited<ReturnType<typeof signInWith>>
type Message = { event: string; channel?: string; data: unknown }

/** Everything that a socket receives on all channels of analyses. */
async function subscribeToAll({ token }: SignedInUser, { record, since }: { record?: number; since?: number } = {}) {
  const { pusher } = connectPusher({ api, live }, token, since === undefined ? {} : { since })
  const all: Message[] = []
  pusher.connection.bind('message', (message: Message) => all.push(message))
  const list = `private-Analysis-Primary.${court}`
  const names = [list, `${list}.Pending`, 'private-Analysis-Select', 'private-Analysis-Present']
  if (record !== undefined) names.push(`presence-Analysis.${record}`)
  for (const name of names)
    expect(await subscriptionResult(pusher.subscribe(name)), name).toMatchObject({ accepted: true })
  const ofList = () => all.filter(({ channel, event }) => channel === list && event === 'AnalysisEvents')
  return { pusher, all, charges: () => ofList().map(({ data }) => (data as { data: Row }).data['charge_status']) }
}

/** The name of the field and its possible values. */
const chargeTexts = /charge_status|Chargeable|Pending Payment|Pending Analysis|Paid/

test('the charge status is sent only to users with its permission: on create, update, move, replay, and request', async () => {
  const plain = await signInWith(analysisPermissions)
  const holder = await signInWith([...analysisPermissions, 'view-charge-status'])
  const since = await readLastSequence()
  const subscribed = { plain: await subscribeToAll(plain), holder: await subscribeToAll(holder) }
  const answers: unknown[] = []
  /** Waits for a change and makes the request that a browser with a search makes then. */
  const step = async (count: number) => {
    await until(() => subscribed.plain.charges().length >= count && subscribed.holder.charges().length >= count)
    answers.push(await plain.call('analysis/isDisplayed', { id: row.id, Court: court, Status: '' }))
  }

  const { data: file } = await upload(plain)
  const created = await plain.call('analysis/create', {
    court,
    title: 'One',
    pdf_file: (file as Row).id,
    accept_duplicate: true,
  })
  const row = created['data'] as Row
  answers.push(created)
  await step(1)
  const record = {
    plain: await subscribeToAll(plain, { record: row.id }),
    holder: await subscribeToAll(holder, { record: row.id }),
  }
  const { version } = row
  answers.push(await plain.call('analysis/update', { id: row.id, version, title: 'Two' }))
  await step(2)
  answers.push(await plain.call('analysis/partialUpdate', { id: row.id, version: version + 1, title: 'Three' }))
  await step(3)
  answers.push(await plain.call('analysis/cancel', { id: row.id, version: version + 2 }))
  await step(4)
  const replayed = { plain: await subscribeToAll(plain, { since }), holder: await subscribeToAll(holder, { since }) }
  const missed = { plain: await missedEventsOf(plain, since), holder: await missedEventsOf(holder, since) }

  expect(subscribed.holder.charges()).toEqual([
    ...Array<string>(3).fill('Pending Analysis'),
    'Non-Chargeable (Manual Cancellation)',
  ])
  await until(() => replayed.holder.charges().length === 4 && replayed.plain.charges().length === 4)
  for (const received of [replayed.holder.all, record.holder.all, missed.holder])
    expect(JSON.stringify(received)).toMatch(chargeTexts)
  expect(missed.plain).toMatchObject({ messages: { length: 4 } })
  for (const [channel, received] of Object.entries({ subscribed, record, replayed }))
    expect(JSON.stringify(received.plain.all), channel).not.toMatch(chargeTexts)
  expect(JSON.stringify([answers, missed.plain])).not.toMatch(chargeTexts)
  for (const { pusher } of [subscribed, record, replayed].flatMap((pair) => Object.values(pair))) pusher.disconnect()
})

async function readLastSequence() {
  const { rows } = await sql<{ last: number }>`select coalesce(max(sequence), 0) as last from live_events`.execute(
    api.db,
  )
  return rows[0]?.last ?? 0
}

async function upload({ token }: SignedInUser) {
  const headers = {
    'content-type': 'application/octet-stream',
    'x-file-name': 'a.pdf',
    'x-file-for': 'analysis.pdf_file',
  }
  return (await api.call('files/upload', undefined, { token, raw: pdf(), headers })).body
}

/** The missed events as a browser with an external broadcaster loads them. */
async function missedEventsOf({ session_id }: SignedInUser, since: number) {
  const [session] = await findSessions(api.db, [session_id])
  const { keys } = live
  const endpoint = liveEndpoints({ keys, port: null, broadcaster: undefined, loadRows: loadWithCharges })[
    'broadcasting/missed'
  ]
  const context = { db: api.db, session, socketId: undefined } as unknown as Context
  return endpoint?.run(context, { channel_name: `private-Analysis-Primary.${court}`, since })
}
