import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { clean } from '#server/worker/clean.ts'
import { createRunOnce } from './idempotency.ts'
import { openDiskStore } from '#server/files/diskStore.ts'

let api: Api
let call: Caller
let key: string

const can = ['read-courts', 'create-courts', 'update-courts', 'create-users', 'read-users']

beforeAll(async () => {
  api = await openApi()
  call = await api.as(await buildUser(api.databaseUrl, { can }), password)
})
afterAll(() => api.close())
beforeEach(() => {
  key = crypto.randomUUID()
})

const create = (name: string, by = call, used = key) =>
  by('courts/create', { name }, { headers: { 'idempotency-key': used } })

async function count(table: string, where = sql`true`) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where ${where}`.execute(api.db)
  return rows[0]?.count
}

test('a save that is repeated with its key gets the same answer, and makes one row, one change and one live event', async () => {
  const first = await create('Once')
  const second = await create('Once')
  expect(first.status).toBe(200)
  expect(second).toEqual(first)
  const { id } = first.body['data'] as { id: number }
  expect(await count('courts', sql`name = 'Once'`)).toBe(1)
  expect(await count('audit', sql`resource = 'courts' and row_id = ${id}`)).toBe(1)
  expect(await count('live_events', sql`resource = 'courts' and row_id = ${id}`)).toBe(1)
})

test('saves that come at the same time with one key run once, and have the same answer', async () => {
  const answers = await Promise.all([create('Parallel'), create('Parallel'), create('Parallel')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await count('courts', sql`name = 'Parallel'`)).toBe(1)
})

test('a save whose key another transaction holds for too long is refused as in progress', async () => {
  const save = { user_id: 1, endpoint: 'courts/create', key, bodyHash: Buffer.alloc(32) }
  const runOnce = createRunOnce(api.secrets)
  const started = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<object>()
  const first = api.db.transaction().execute((db) =>
    runOnce(db, save, () => {
      started.resolve(undefined)
      return release.promise
    }),
  )
  await started.promise
  const second = api.db.transaction().execute(async (db) => {
    await sql`set local lock_timeout = '50ms'`.execute(db)
    return runOnce(db, save, () => Promise.resolve({}))
  })
  await expect(second).rejects.toMatchObject({ code: 'save-in-progress', status: 409, retryAfterSeconds: 1 })
  release.resolve({})
  await first
})

test('a key that was used with another body is refused, and the second body changes nothing', async () => {
  await create('One body')
  expect(await create('Other body')).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  expect(await count('courts', sql`name = 'Other body'`)).toBe(0)
})

test('a save that failed leaves its key free, so that the same one succeeds later', async () => {
  const id = (await create('Taken')).body['data'] as { id: number; version: number }
  const stale = { ...id, version: id.version + 1, name: 'Renamed' }
  const update = (version: number) =>
    call('courts/update', { id: id.id, version, name: stale.name }, { headers: { 'idempotency-key': key } })
  expect(await update(stale.version)).toMatchObject({ body: { code: 'changed-elsewhere' } })
  expect(await update(id.version)).toMatchObject({ status: 200 })
})

test('two users, and two calls, may use the same key for different saves', async () => {
  const other = await api.as(await buildUser(api.databaseUrl, { can }), password)
  expect(await create('By the first')).toMatchObject({ status: 200 })
  expect(await create('By the second', other)).toMatchObject({ status: 200 })
  const { id, version } = (await create('By the first')).body['data'] as { id: number; version: number }
  const headers = { 'idempotency-key': key }
  expect(await call('courts/update', { id, version, name: 'Renamed by the first' }, { headers })).toMatchObject({
    status: 200,
  })
})

test.each(['', 'short', 'x'.repeat(65), 'with a space in it', 'އިޑެމްޕޮޓެންސީ ކީ'])(
  'the idempotency key “%s” is refused as malformed',
  async (wrong) => {
    const answer = await create(
      'Malformed',
      call,
      encodeURI(wrong) === wrong ? wrong : Buffer.from(wrong).toString('latin1'),
    )
    expect(answer).toMatchObject({
      status: 400,
      body: { payload: { errors: { 'Idempotency-Key': expect.any(Array) as unknown } } },
    })
  },
)

test('a call that saves nothing refuses an idempotency key', async () => {
  const answer = await call('courts/get', {}, { headers: { 'idempotency-key': key } })
  expect(answer).toMatchObject({
    status: 400,
    body: { payload: { errors: { 'Idempotency-Key': expect.any(Array) as unknown } } },
  })
})

test('the stored answer of a save is sealed: it does not contain the first password of a new user', async () => {
  const headers = { 'idempotency-key': key }
  const input = { name: 'New', email: `${key}@hukum.test`, is_locked: false, roles: [] }
  const first = await call('users/create', input, { headers })
  const given = String(first.body['password'])
  expect(given.length).toBeGreaterThan(8)
  expect(await count('idempotency_keys', sql`answer like ${`%${given}%`}`)).toBe(0)
  expect((await call('users/create', input, { headers })).body['password']).toBe(given)
})

test('a key expires after a day', async () => {
  await create('Expires')
  await sql`update idempotency_keys set created_at = now() - interval '23 hours'`.execute(api.db)
  await clean(api.db, openDiskStore(api.filesFolder))
  expect(await count('idempotency_keys', sql`key = ${key}`)).toBe(1)
  await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(api.db)
  await clean(api.db, openDiskStore(api.filesFolder))
  expect(await count('idempotency_keys')).toBe(0)
})
