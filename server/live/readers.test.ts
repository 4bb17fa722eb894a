import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '#server/events/announce.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '../../test/live.ts'

/** What the readers of a case receive. */

let api: Api
let live: Live
let court: number

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
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
  channel.bind('CaseEvents', (message: LiveMessage) => received.push(message))
  const { accepted: isAccepted } = await subscriptionResult(channel)
  return { pusher, received, isAccepted }
}

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
