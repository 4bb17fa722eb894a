import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import type { Envelope } from '#server/http/envelope.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { errorsOf, openEnvelope } from './api.ts'
import { buildUser, password } from './factories.ts'
import { connectPusher, subscriptionResult, until } from './live.ts'
import { buildCopy } from '#test/newResource/buildCopy.ts'
import { openProcesses, type ServerProcess } from './processes.ts'

/** A new resource is a description, a migration and an entry of the menu: everything else follows from them. */

type Body = Record<string, unknown>
type Answer = { status: number; body: Body }

const secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }
const copy = buildCopy()
let database: TestDatabase
let processes: ReturnType<typeof openProcesses>
let server: ServerProcess
let token = ''
let court = 0

beforeAll(async () => {
  database = await cloneDatabase()
  processes = openProcesses({ databaseUrl: database.url, secrets }, copy.root)
  server = await processes.start()
  const can = ['read', 'create', 'update', 'delete'].map((action) => `${action}-hearings`)
  const email = await buildUser(database.url, { can: [...can, 'read-courts'] })
  token = String((await call('auth/login', { email, password })).body['encodedToken'])
  court = await insertCourt()
})
afterAll(async () => {
  await processes.close()
  await database.drop()
  copy.remove()
})

async function insertCourt() {
  const { rows } = await withClient(database.url, (client) =>
    client.query<{ id: string }>(`insert into courts (name) values ('ސިވިލް ކޯޓު') returning id`),
  )
  return Number(rows[0]?.id)
}

async function call(path: string, input: object = {}): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(input),
  })
  const body = (await response.json()) as Body
  const about = `POST /api/${path} ${response.status}`
  return { status: response.status, body: body['v'] === 1 ? openEnvelope(body as Envelope, token, about) : body }
}

const rowOf = ({ body }: Answer) => body['data'] as Body & { id: number; version: number }
const create = async (title: string, more: object = {}) => {
  const answer = await call('hearings/create', { title, court, held_on: '2024-03-02', ...more })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return rowOf(answer)
}

test('the product has no endpoints of the new resource', async () => {
  const { allEndpoints } = await import('./allEndpoints.ts')
  expect(allEndpoints.filter(([path]) => path.startsWith('hearings/'))).toEqual([])
})

test('a record of a new resource is created, found, changed and deleted, and has a history', async () => {
  const created = await create('ފުރަތަމަ މަޖިލިސް')
  const { id, version } = created
  expect(created).toMatchObject({ title: 'ފުރަތަމަ މަޖިލިސް', court: { id: court }, published: false })
  const changed = await call('hearings/partialUpdate', { id, version, published: true })
  expect(rowOf(changed)).toMatchObject({ published: true, version: 2 })
  expect(await call('hearings/update', { id, version, title: 'އެހެން' })).toMatchObject({ status: 409 })
  expect(rowOf(await call('hearings/find', { id }))).toMatchObject({ held_on: '2024-03-02', published: true })
  const history = (await call('hearings/history', { id })).body['data']
  expect(history).toMatchObject([{ action: 'update', fields: [{ name: 'published' }] }, { action: 'create' }])
  expect(await call('hearings/delete', { id })).toMatchObject({ status: 200 })
  expect(await call('hearings/find', { id })).toMatchObject({ status: 404 })
})

test('the list of a new resource is filtered, searched by its text and that of its court, and sorted', async () => {
  await create('ދެވަނަ މަޖިލިސް')
  await create('ތިންވަނަ މަޖިލިސް')
  const titles = async (input: object) =>
    ((await call('hearings/get', input)).body['data'] as Body[]).map((row) => row['title'])
  expect(await titles({ SearchQuery: 'ދެވަނަ ސިވިލް' })).toEqual(['ދެވަނަ މަޖިލިސް'])
  expect(await titles({ Court: court, Sort: { by: 'title', descending: true } })).toHaveLength(2)
  expect(await titles({ Court: court + 1 })).toEqual([])
  expect(await call('hearings/get', { Sort: { by: 'version' } })).toMatchObject({ status: 400 })
})

test('switches of a new resource are searched by their labels, in the list and in their column', async () => {
  await create('ސުވިޗު ހުޅުވި', { published: true, recorded: false })
  await create('ސުވިޗު ބަންދު', { published: false, recorded: true })
  const titles = async (input: object) =>
    ((await call('hearings/get', input)).body['data'] as Body[]).map((row) => row['title'])
  expect(await titles({ SearchQuery: 'ސުވިޗު publish' })).toEqual(['ސުވިޗު ހުޅުވި'])
  expect(await titles({ SearchQuery: 'ސުވިޗު ސިއްރު' })).toEqual(['ސުވިޗު ބަންދު'])
  expect(await titles({ SearchQuery: 'ސުވިޗު', Columns: { recorded: 'yes' } })).toEqual(['ސުވިޗު ބަންދު'])
  expect(await titles({ SearchQuery: 'ސުވިޗު', Columns: { recorded: 'ނޫން' } })).toEqual(['ސުވިޗު ހުޅުވި'])
  expect(await titles({ SearchQuery: 'ސުވިޗު', Columns: { published: 'nothing' } })).toEqual([])
})

test('the select of a new resource has choices, and unknown fields are refused', async () => {
  expect((await call('hearings/getCourtList')).body['data']).toEqual([{ id: court, name: 'ސިވިލް ކޯޓު' }])
  const { status, body } = await call('hearings/create', { title: '', code: 1 })
  expect([status, Object.keys(errorsOf(body)).sort()]).toEqual([400, ['code', 'court', 'title']])
})

test('a range filter includes both of its days, and either end may be open', async () => {
  const days = ['2020-12-31', '2021-01-01', '2021-01-31', '2021-02-01']
  for (const held_on of days) await create(`ރޭންޖު ${held_on}`, { held_on })
  await create('ރޭންޖު', { held_on: null })
  const heldIn = async (Held: unknown) =>
    ((await call('hearings/get', { SearchQuery: 'ރޭންޖު', Held })).body['data'] as Body[]).map((row) => row['held_on'])
  expect(await heldIn({ from: '2021-01-01', to: '2021-01-31' })).toEqual(['2021-01-01', '2021-01-31'])
  expect(await heldIn({ from: '2021-01-31' })).toEqual(['2021-01-31', '2021-02-01'])
  expect(await heldIn({ to: '2021-01-01', from: '' })).toEqual(['2020-12-31', '2021-01-01'])
  for (const open of [undefined, null, '', {}]) expect(await heldIn(open)).toHaveLength(5)
})

test.each([
  ['ends before it begins', { from: '2021-02-01', to: '2021-01-31' }, ['Held.from']],
  ['has days that do not exist', { from: '2021-02-29', to: '2021-13-01' }, ['Held.from', 'Held.to']],
  ['has an unknown end', { until: '2021-02-01' }, ['Held.until']],
  ['is a single day', '2021-02-01', ['Held']],
])('a range of days that %s is refused, and every error is named', async (_what, Held, wrong) => {
  const answer = await call('hearings/get', { Held })
  expect([answer.status, Object.keys(errorsOf(answer.body)).sort()]).toEqual([400, wrong])
})

test('a date with a time is stored, searched and sorted, and an invalid one is refused', async () => {
  const later = await create('ގަޑި ފަހުން', { decided_at: '2024-03-02T14:05' })
  await create('ގަޑި ކުރިން', { decided_at: '2024-03-02T09:30' })
  expect(later).toMatchObject({ decided_at: '2024-03-02T14:05' })
  const sorted = await call('hearings/get', { SearchQuery: 'ގަޑި', Sort: { by: 'decided_at' } })
  expect((sorted.body['data'] as Body[]).map((row) => row['decided_at'])).toEqual([
    '2024-03-02T09:30',
    '2024-03-02T14:05',
  ])
  const found = await call('hearings/get', { Columns: { decided_at: '14:05' } })
  expect(found.body['data']).toMatchObject([{ id: later.id }])
  const cleared = await call('hearings/partialUpdate', { id: later.id, version: 1, decided_at: null })
  expect(rowOf(cleared)).toMatchObject({ decided_at: null })
  for (const decided_at of [
    '2024-03-02',
    '2024-03-02T24:00',
    '2024-02-30T09:30',
    '2024-03-02T09:30Z',
    '0024-03-02T09:30',
  ])
    expect(
      errorsOf((await call('hearings/create', { title: 'ގަޑި', court, decided_at })).body),
      decided_at,
    ).toHaveProperty('decided_at')
})

test('a subscriber of the list of a new resource receives a creation', async () => {
  const api = {
    call: async (path: string, input?: unknown) => ({ ...(await call(path, input as object)), sealed: true }),
  }
  const { pusher } = connectPusher({ api, live: server }, token)
  // A range filter is no part of the channel name: the browser checks the row itself.
  const channel = pusher.subscribe(`private-Hearing-Primary.${court}.0`)
  expect(await subscriptionResult(channel)).toMatchObject({ accepted: true })
  const title = 'ހަތަރުވަނަ މަޖިލިސް'
  const events: { event: string; data: { id: number; title: string } }[] = []
  channel.bind('HearingEvents', (event: (typeof events)[number]) => events.push(event))
  const { id } = await create(title)
  // Events of earlier tests may still arrive.
  const ofThis = () => events.filter(({ data }) => data.title === title)
  await until(() => ofThis().length > 0)
  expect(ofThis()).toMatchObject([{ event: 'Created', data: { id } }])
  pusher.disconnect()
})

test('the OpenAPI document contains a new resource', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, { post?: Body }> }
  expect(paths['/hearings/create']?.post).toMatchObject({ 'x-permission': 'create-hearings' })
  expect(paths['/hearings/getCourtList']?.post).toBeDefined()
})
