import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '#server/http/envelope.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { openEnvelope } from './api.ts'
import { buildUser, password } from './factories.ts'
import { buildFourteenth } from './fourteenth/house.ts'
import { connectPusher, joined, until } from './live.ts'
import { openProcesses, type ServerProcess } from './processes.ts'

/** A fourteenth resource is a description, a migration and a line in the menu: everything else is there with them. */

type Body = Record<string, unknown>
type Answer = { status: number; body: Body }

const secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }
const house = buildFourteenth()
let database: TestDatabase
let processes: ReturnType<typeof openProcesses>
let server: ServerProcess
let token = ''
let court = 0

beforeAll(async () => {
  database = await cloneDatabase()
  processes = openProcesses({ databaseUrl: database.url, secrets }, house.root)
  server = await processes.start()
  const can = ['read', 'create', 'update', 'delete'].map((action) => `${action}-hearings`)
  const email = await buildUser(database.url, { can: [...can, 'read-courts'] })
  token = String((await call('auth/login', { email, password })).body['encodedToken'])
  court = await insertCourt()
})
afterAll(async () => {
  await processes.close()
  await database.drop()
  house.remove()
})

async function insertCourt() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(`insert into courts (name) values ('ސިވިލް ކޯޓު') returning id`)
  await client.end()
  return Number(rows[0]?.id)
}

async function call(path: string, input: object = {}): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  }) // prettier-ignore
  const body = (await response.json()) as Body
  const about = `POST /api/${path} ${response.status}`
  return { status: response.status, body: body['v'] === 1 ? openEnvelope(body as Envelope, token, about) : body }
}

const rowOf = ({ body }: Answer) => body['data'] as Body & { id: number; version: number }
const create = async (title: string) => {
  const answer = await call('hearings/create', { title, court, held_on: '2024-03-02' })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return rowOf(answer)
}

test('the house itself has no such resource', async () => {
  const { builtDoors } = await import('./builtDoors.ts')
  expect(builtDoors.filter(([path]) => path.startsWith('hearings/'))).toEqual([])
})

test('a record is made, found, changed, listed and deleted, and its history tells it', async () => {
  const made = await create('ފުރަތަމަ މަޖިލިސް')
  const { id, version } = made
  expect(made).toMatchObject({ title: 'ފުރަތަމަ މަޖިލިސް', court: { id: court }, published: false })
  const changed = await call('hearings/partialUpdate', { id, version, published: true })
  expect(rowOf(changed)).toMatchObject({ published: true, version: 2 })
  expect(await call('hearings/update', { id, version, title: 'އެހެން' })).toMatchObject({ status: 409 })
  expect(rowOf(await call('hearings/find', { id }))).toMatchObject({ held_on: '2024-03-02', published: true })
  const history = (await call('hearings/history', { id })).body['data']
  expect(history).toMatchObject([{ action: 'update', fields: [{ name: 'published' }] }, { action: 'create' }])
  expect(await call('hearings/delete', { id })).toMatchObject({ status: 200 })
  expect(await call('hearings/find', { id })).toMatchObject({ status: 404 })
})

test('its list is filtered, searched by its own words and those of its court, and sorted', async () => {
  await create('ދެވަނަ މަޖިލިސް')
  await create('ތިންވަނަ މަޖިލިސް')
  const titles = async (asked: object) =>
    ((await call('hearings/get', asked)).body['data'] as Body[]).map((row) => row['title'])
  expect(await titles({ SearchQuery: 'ދެވަނަ ސިވިލް' })).toEqual(['ދެވަނަ މަޖިލިސް'])
  expect(await titles({ Court: court, Sort: { by: 'title', descending: true } })).toHaveLength(2)
  expect(await titles({ Court: court + 1 })).toEqual([])
  expect(await call('hearings/get', { Sort: { by: 'version' } })).toMatchObject({ status: 400 })
})

test('its select has its choices, and its calls are refused what they do not know', async () => {
  expect((await call('hearings/getCourtList')).body['data']).toEqual([{ id: court, name: 'ސިވިލް ކޯޓު' }])
  const { status, body } = await call('hearings/create', { title: '', code: 1 })
  expect([status, Object.keys((body['payload'] as { errors: object }).errors).sort()]).toEqual([400, ['code', 'court', 'title']])
}) // prettier-ignore

test('who looks at it hears of what is made', async () => {
  const api = { call: async (path: string, input?: unknown) => ({ ...(await call(path, input as object)), sealed: true }) }
  const { pusher } = connectPusher({ api, live: server }, token)
  const channel = pusher.subscribe('private-Hearing-Primary')
  expect(await joined(channel)).toMatchObject({ in: true })
  const title = 'ހަތަރުވަނަ މަޖިލިސް'
  const told: { event: string; data: { id: number; title: string } }[] = []
  channel.bind('HearingEvents', (event: (typeof told)[number]) => told.push(event))
  const { id } = await create(title)
  // What was made just before may still be on its way.
  const ofThis = () => told.filter(({ data }) => data.title === title)
  await until(() => ofThis().length > 0, 5000)
  expect(ofThis()).toMatchObject([{ event: 'Created', data: { id } }])
  pusher.disconnect()
}) // prettier-ignore

test('the description of the API has it', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, { post?: Body }> }
  expect(paths['/hearings/create']?.post).toMatchObject({ 'x-permission': 'create-hearings' })
  expect(paths['/hearings/getCourtList']?.post).toBeDefined()
})
