import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCodes, type Outcome, type Purpose } from './codes.ts'
import { connect, type Connection, type Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { buildUser } from '#test/factories.ts'
import { untilLockWaits } from '#test/locks.ts'

const codes = createCodes('B'.repeat(43))
let database: TestDatabase
let connection: Connection

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { connections: 8 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const call = <Result>(run: (db: Db) => Promise<Result>) => connection.db.transaction().execute(run)

let userCount = 0
async function issueCode(purpose: Purpose = 'login', email = `${(userCount += 1)}@hukum.test`) {
  const { reference, code } = await call((db) => codes.issue(db, { purpose, email }))
  return { email, reference, code: codes.open(code) }
}

type IssuedCode = { reference: string; code: string; email?: string }
const use = ({ reference, code, email }: IssuedCode, purpose: Purpose = 'login') =>
  call((db) => codes.use(db, purpose, { reference, code, ...(email !== undefined && { email }) }))
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const count = (outcomes: Outcome[], is: Outcome['is']) => outcomes.filter((outcome) => outcome.is === is).length

test('a code has six digits and is accepted once', async () => {
  const issued = await issueCode()
  expect(issued.code).toMatch(/^\d{6}$/)
  expect(issued.reference).toMatch(/^[\w-]{43}$/)
  expect(await use(issued)).toMatchObject({ is: 'valid', step: { email: issued.email, remember: false } })
  expect(await use(issued)).toEqual({ is: 'ended' })
})

test('fifty concurrent uses of a correct code succeed once', async () => {
  const issued = await issueCode()
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => use(issued)))
  expect(count(outcomes, 'valid')).toBe(1)
  expect(count(outcomes, 'ended')).toBe(49)
})

test('after five wrong attempts the correct code is rejected', async () => {
  const issued = await issueCode()
  for (let attempt = 0; attempt < limits.code.attempts; attempt += 1)
    expect(await use({ ...issued, code: wrongCode(issued.code) })).toEqual({ is: 'wrong' })
  expect(await use(issued)).toEqual({ is: 'ended' })
})

test('forty concurrent references allow no more wrong attempts than the daily limit of an account', async () => {
  const email = 'many@hukum.test'
  const all = await Promise.all(Array.from({ length: 40 }, () => issueCode('login', email)))
  // Reopens all, as if none had ended the earlier ones.
  await sql`update one_time_codes set used_at = null where email = ${email}`.execute(connection.db)
  const outcomes = await Promise.all(
    all.flatMap((issued) => Array.from({ length: 5 }, () => use({ ...issued, code: wrongCode(issued.code) }))),
  )
  expect(count(outcomes, 'wrong')).toBe(limits.code.attempts_per_day)
  expect(count(outcomes, 'ended')).toBe(200 - limits.code.attempts_per_day)

  expect(await use(await issueCode('login', email))).toEqual({ is: 'ended' })
  expect(await use(await issueCode('register', email), 'register')).toMatchObject({ is: 'valid' })
})

test('attempts of the day before do not count', async () => {
  const email = 'yesterday@hukum.test'
  for (let references = 0; references < 4; references += 1) {
    const issued = await issueCode('login', email)
    for (let attempt = 0; attempt < 5; attempt += 1) await use({ ...issued, code: wrongCode(issued.code) })
  }
  expect(await use(await issueCode('login', email))).toEqual({ is: 'ended' })
  await sql`update one_time_codes set ends_at = ends_at - interval '1 day 11 minutes'`.execute(connection.db)
  expect(await use(await issueCode('login', email))).toMatchObject({ is: 'valid' })
})

test('a code expires after ten minutes', async () => {
  const issued = await issueCode()
  const move = (time: string) =>
    sql`update one_time_codes set ends_at = ends_at - ${time}::interval where email = ${issued.email}`.execute(
      connection.db,
    )
  await move('9 minutes 50 seconds')
  expect(await use({ ...issued, code: wrongCode(issued.code) })).toEqual({ is: 'wrong' })
  await move('11 seconds')
  expect(await use(issued)).toEqual({ is: 'ended' })
})

test('a new reference ends the earlier one', async () => {
  const old = await issueCode('login', 'twice@hukum.test')
  const newer = await issueCode('login', 'twice@hukum.test')
  expect(await use(old)).toEqual({ is: 'ended' })
  expect(await use(newer)).toMatchObject({ is: 'valid' })
})

test('a code is accepted only for its reference, purpose, and e-mail address', async () => {
  const [own, foreign] = [await issueCode(), await issueCode()]
  const outcomes: Outcome[] = []
  for (const purpose of ['register', 'reset', 'first'] as const) outcomes.push(await use(own, purpose))
  outcomes.push(await use({ ...own, email: foreign.email }))
  expect(count(outcomes, 'ended')).toBe(4)
  expect(await use({ reference: own.reference, code: foreign.code })).toEqual({ is: 'wrong' })
  expect(await use(own)).toMatchObject({ is: 'valid' })
})

test('a code that must be confirmed cannot be used before', async () => {
  const issued = await issueCode('register')
  const register = () => call((db) => codes.use(db, 'register', { ...issued, confirmed: true }))
  expect(await register()).toEqual({ is: 'ended' })
  expect(await call((db) => codes.confirm(db, 'register', issued))).toMatchObject({ is: 'valid' })
  expect(await register()).toMatchObject({ is: 'valid' })
  expect(await register()).toEqual({ is: 'ended' })
})

test('a decoy never matches and otherwise behaves like a real code', async () => {
  const { reference, code } = await call((db) =>
    codes.issue(db, { purpose: 'register', email: 'known@hukum.test', decoy: true }),
  )
  expect(await use({ reference, code: codes.open(code) }, 'register')).toEqual({ is: 'wrong' })
})

test('a link is accepted once, and never as a confirmed reference', async () => {
  const { reference } = await issueCode('reset')
  const open = (confirmed: boolean) => call((db) => codes.useReference(db, ['reset'], { reference, confirmed }))
  expect(await open(true)).toEqual({ is: 'ended' })
  expect(await open(false)).toMatchObject({ is: 'valid' })
  expect(await open(false)).toEqual({ is: 'ended' })
})

test('ending all codes of a user leaves none open', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email) values ('A', 'a@hukum.test') returning id`.execute(connection.db)
  const user_id = rows[0]?.id ?? 0
  const issued = await call((db) => codes.issue(db, { purpose: 'login', email: 'a@hukum.test', user_id }))
  await call((db) => codes.endAll(db, user_id))
  expect(await use({ reference: issued.reference, code: codes.open(issued.code) })).toEqual({ is: 'ended' })
})

test('the database contains no code and no reference', async () => {
  const issued = await issueCode()
  const { rows } = await sql<{ text: string }>`
    select string_agg(one_time_codes::text, '') as text from one_time_codes`.execute(connection.db)
  expect(rows[0]?.text).not.toContain(issued.reference)
  expect(rows[0]?.text).not.toContain(Buffer.from(issued.code).toString('hex'))
})

test('a seal of another installation cannot be opened', () => {
  const sealed = createCodes('C'.repeat(43)).seal('123456')
  expect(sealed).not.toContain('123456')
  expect(() => codes.open(sealed)).toThrow()
})

test('a use of a code waits for its user before it locks the code, as a change of the password does', async () => {
  const user_id = Number(await buildUserId())
  const { reference } = await call((db) => codes.issue(db, { purpose: 'reset', email: 'locked@hukum.test', user_id }))
  const { pending } = await call(async (db) => {
    await sql`select from users where id = ${user_id} for update`.execute(db)
    const outcome = call((other) => codes.useReference(other, ['reset'], { reference, confirmed: false }))
    await untilLockWaits(connection.pool)
    await codes.endAll(db, user_id)
    return { pending: outcome }
  })
  expect(await pending).toEqual({ is: 'ended' })
})

async function buildUserId() {
  const email = await buildUser(database.url)
  return (await sql<{ id: number }>`select id from users where email = ${email}`.execute(connection.db)).rows[0]?.id
}
