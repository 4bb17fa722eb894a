import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '#server/events/announce.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'

/** What whoever reads a case hears of it. */

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

async function read(reference: string, can: string[] = []) {
  const email = await buildUser(api.databaseUrl, { can })
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const { pusher } = connectPusher({ api, live }, token)
  const channel = pusher.subscribe(`private-Case.${reference}`)
  const heard: LiveMessage[] = []
  channel.bind('CaseEvents', (message: LiveMessage) => heard.push(message))
  const { in: isIn } = await joined(channel)
  return { pusher, heard, isIn }
}

const change = (id: number, event: 'Updated' | 'Deleted') =>
  api.db
    .transaction()
    .execute((db) => announce({ db, socketId: undefined, session: undefined }, { resource: caseFiles, event, id }))

test('who reads a case hears that it changed, and nothing of what', async () => {
  const { id, reference } = await buildCase(true)
  const reader = await read(reference)
  expect(reader.isIn).toBe(true)
  await change(id, 'Updated')
  await change(id, 'Deleted')
  await until(() => reader.heard.length === 2)
  expect(reader.heard.map(({ event, data, group }) => [event, data, group])).toEqual([
    ['Updated', {}, null],
    ['Deleted', {}, null],
  ])
  reader.pusher.disconnect()
})

test('a case that is not published is followed by the office only, and one that is not there by nobody', async () => {
  const { reference } = await buildCase(false)
  const outside = await read(reference)
  const office = await read(reference, ['read-caseFiles'])
  const nowhere = await read('zzzzzzzzzzzz', ['read-caseFiles'])
  expect([outside.isIn, office.isIn, nowhere.isIn]).toEqual([false, true, false])
  for (const { pusher } of [outside, office, nowhere]) pusher.disconnect()
})
