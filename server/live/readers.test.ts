import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '#server/events/announce.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '#test/live.ts'

/** What the readers of a case receive. */

let api: Api
let live: Live
let court: number

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api, undefined, 200)
  const { rows } = await sql<{ id: number }>`insert into courts (name, code) values ('R', 'R') returning id`.execute(
    api.db,
  )
  court = rows[0]?.id ?? 0
})
afterAll(async () => {
  await live.close()
  await api.close()
})

async function buildCase(published: boolean) {
  const { rows } = await sql<{ id: number; reference: string }>`
    insert into case_files (court_id, published) values (${court}, ${published}) returning id, reference`.execute(
    api.db,
  )
  return rows[0] ?? { id: 0, reference: '' }
}

async function subscribeToCase(reference: string, can: string[] = []) {
  const email = await buildUser(api.databaseUrl, { can })
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const { pusher } = connectPusher({ api, live }, token)
  const channel = pusher.subscribe(`private-Case.${reference}`)
  const received: LiveMessage[] = []
  const reader = { email, pusher, received, isAccepted: false, isRemoved: false }
  channel.bind('CaseEvents', (message: LiveMessage) => received.push(message))
  reader.isAccepted = (await subscriptionResult(channel)).accepted
  channel.bind('pusher:subscription_error', () => (reader.isRemoved = true))
  return reader
}

const publish = (reference: string, published: boolean) =>
  sql`update case_files set published = ${published} where reference = ${reference}`.execute(api.db)

const announceChange = (id: number, event: 'Updated' | 'Deleted') =>
  api.db
    .transaction()
    .execute((db) => announce({ db, socketId: undefined, session: undefined }, { resource: caseFiles, event, id }))

test('a reader of a case is notified that it changed, without any data', async () => {
  const { id, reference } = await buildCase(true)
  const reader = await subscribeToCase(reference)
  expect(reader.isAccepted).toBe(true)
  await announceChange(id, 'Updated')
  await announceChange(id, 'Deleted')
  await until(() => reader.received.length === 2)
  expect(reader.received.map(({ event, data, group }) => [event, data, group])).toEqual([
    ['Updated', {}, null],
    ['Deleted', {}, null],
  ])
  reader.pusher.disconnect()
})

test('an unpublished case is followed only with the permission to read case files, and a missing one by no user', async () => {
  const { reference } = await buildCase(false)
  const subscriber = await subscribeToCase(reference)
  const staff = await subscribeToCase(reference, ['read-caseFiles'])
  const missing = await subscribeToCase('zzzzzzzzzzzz', ['read-caseFiles'])
  expect([subscriber.isAccepted, staff.isAccepted, missing.isAccepted]).toEqual([false, true, false])
  for (const { pusher } of [subscriber, staff, missing]) pusher.disconnect()
})

test('an open case that is not published is left by a user who loses the permission to read case files', async () => {
  const hidden = await buildCase(false)
  const open = await buildCase(true)
  const reader = await subscribeToCase(hidden.reference, ['read-caseFiles'])
  const ofOpen = reader.pusher.subscribe(`private-Case.${open.reference}`)
  expect(await subscriptionResult(ofOpen)).toMatchObject({ accepted: true })
  await sql`
    delete from role_permissions
     where role_id = (select id from roles where name = ${`role of ${reader.email}`})`.execute(api.db)
  await until(() => reader.isRemoved)
  await announceChange(hidden.id, 'Updated')
  const events: LiveMessage[] = []
  ofOpen.bind('CaseEvents', (message: LiveMessage) => events.push(message))
  await announceChange(open.id, 'Updated')
  await until(() => events.length === 1)
  expect(reader.received).toEqual([])
  reader.pusher.disconnect()
})

test('an open case is left by its readers without the permission when it is no longer published', async () => {
  const { reference } = await buildCase(true)
  const reader = await subscribeToCase(reference)
  const staff = await subscribeToCase(reference, ['read-caseFiles'])
  await publish(reference, false)
  await until(() => reader.isRemoved)
  expect(staff.isRemoved).toBe(false)
  for (const { pusher } of [reader, staff]) pusher.disconnect()
})

test('an authorization for a case that has been unpublished since is refused', async () => {
  const { reference } = await buildCase(true)
  const email = await buildUser(api.databaseUrl, { can: [] })
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const call: Api['call'] = async (...request) => {
    const answer = await api.call(...request)
    await publish(reference, false)
    return answer
  }
  const { pusher } = connectPusher({ api: { call }, live }, token)
  const result = await subscriptionResult(pusher.subscribe(`private-Case.${reference}`))
  expect(result).toMatchObject({ accepted: false })
  pusher.disconnect()
})
