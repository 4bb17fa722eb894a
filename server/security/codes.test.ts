import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCodes, type Outcome, type Purpose } from './codes.ts'
import { connect, type Connection, type Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'

const codes = buildCodes('B'.repeat(43))
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

let people = 0
async function begin(purpose: Purpose = 'login', email = `${(people += 1)}@hukum.test`) {
  const { reference, code } = await call((db) => codes.issue(db, { purpose, email }))
  return { email, reference, code: codes.open(code) }
}

type Begun = { reference: string; code: string; email?: string }
const use = ({ reference, code, email }: Begun, purpose: Purpose = 'login') =>
  call((db) => codes.use(db, purpose, { reference, code, ...(email !== undefined && { email }) }))
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const count = (outcomes: Outcome[], is: Outcome['is']) => outcomes.filter((outcome) => outcome.is === is).length

test('a code is six digits, and right once', async () => {
  const begun = await begin()
  expect(begun.code).toMatch(/^\d{6}$/)
  expect(begun.reference).toMatch(/^[\w-]{43}$/)
  expect(await use(begun)).toMatchObject({ is: 'right', step: { email: begun.email, remember: false } })
  expect(await use(begun)).toEqual({ is: 'ended' })
})

test('fifty right codes at once are one success', async () => {
  const begun = await begin()
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => use(begun)))
  expect(count(outcomes, 'right')).toBe(1)
  expect(count(outcomes, 'ended')).toBe(49)
})

test('after five wrong tries the right code opens nothing', async () => {
  const begun = await begin()
  for (let tries = 0; tries < limits.code.attempts; tries += 1)
    expect(await use({ ...begun, code: wrongFor(begun.code) })).toEqual({ is: 'wrong' })
  expect(await use(begun)).toEqual({ is: 'ended' })
})

test('forty references at once give no more wrong tries than an account has in a day', async () => {
  const email = 'many@hukum.test'
  const all = await Promise.all(Array.from({ length: 40 }, () => begin('login', email)))
  // As if none of them had ended the others.
  await sql`update one_time_codes set used_at = null where email = ${email}`.execute(connection.db)
  const outcomes = await Promise.all(
    all.flatMap((begun) => Array.from({ length: 5 }, () => use({ ...begun, code: wrongFor(begun.code) }))),
  )
  expect(count(outcomes, 'wrong')).toBe(limits.code.attempts_per_day)
  expect(count(outcomes, 'ended')).toBe(200 - limits.code.attempts_per_day)

  expect(await use(await begin('login', email))).toEqual({ is: 'ended' })
  expect(await use(await begin('register', email), 'register')).toMatchObject({ is: 'right' })
})

test('tries of the day before do not count', async () => {
  const email = 'yesterday@hukum.test'
  for (let references = 0; references < 4; references += 1) {
    const begun = await begin('login', email)
    for (let tries = 0; tries < 5; tries += 1) await use({ ...begun, code: wrongFor(begun.code) })
  }
  expect(await use(await begin('login', email))).toEqual({ is: 'ended' })
  await sql`update one_time_codes set ends_at = ends_at - interval '1 day 11 minutes'`.execute(connection.db)
  expect(await use(await begin('login', email))).toMatchObject({ is: 'right' })
})

test('a code ends after its ten minutes', async () => {
  const begun = await begin()
  const move = (time: string) =>
    sql`update one_time_codes set ends_at = ends_at - ${time}::interval where email = ${begun.email}`.execute(
      connection.db,
    )
  await move('9 minutes 50 seconds')
  expect(await use({ ...begun, code: wrongFor(begun.code) })).toEqual({ is: 'wrong' })
  await move('11 seconds')
  expect(await use(begun)).toEqual({ is: 'ended' })
})

test('a new reference ends the one before', async () => {
  const old = await begin('login', 'twice@hukum.test')
  const young = await begin('login', 'twice@hukum.test')
  expect(await use(old)).toEqual({ is: 'ended' })
  expect(await use(young)).toMatchObject({ is: 'right' })
})

test('a code is good for its own reference, purpose and e-mail only', async () => {
  const [mine, theirs] = [await begin(), await begin()]
  const outcomes: Outcome[] = []
  for (const purpose of ['register', 'reset', 'first'] as const) outcomes.push(await use(mine, purpose))
  outcomes.push(await use({ ...mine, email: theirs.email }))
  expect(count(outcomes, 'ended')).toBe(4)
  expect(await use({ reference: mine.reference, code: theirs.code })).toEqual({ is: 'wrong' })
  expect(await use(mine)).toMatchObject({ is: 'right' })
})

test('a code that must be looked at first is not used before', async () => {
  const begun = await begin('register')
  const register = () => call((db) => codes.use(db, 'register', { ...begun, confirmed: true }))
  expect(await register()).toEqual({ is: 'ended' })
  expect(await call((db) => codes.confirm(db, 'register', begun))).toMatchObject({ is: 'right' })
  expect(await register()).toMatchObject({ is: 'right' })
  expect(await register()).toEqual({ is: 'ended' })
})

test('a decoy is right for no code, and otherwise like the others', async () => {
  const { reference, code } = await call((db) =>
    codes.issue(db, { purpose: 'register', email: 'known@hukum.test', decoy: true }),
  )
  expect(await use({ reference, code: codes.open(code) }, 'register')).toEqual({ is: 'wrong' })
})

test('a link is used once, and not instead of a reference that was confirmed', async () => {
  const { reference } = await begin('reset')
  const open = (confirmed: boolean) => call((db) => codes.useReference(db, ['reset'], { reference, confirmed }))
  expect(await open(true)).toEqual({ is: 'ended' })
  expect(await open(false)).toMatchObject({ is: 'right' })
  expect(await open(false)).toEqual({ is: 'ended' })
})

test('ending all codes of a person leaves none open', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email) values ('A', 'a@hukum.test') returning id`.execute(connection.db)
  const user_id = rows[0]?.id ?? 0
  const issued = await call((db) => codes.issue(db, { purpose: 'login', email: 'a@hukum.test', user_id }))
  await call((db) => codes.endAll(db, user_id))
  expect(await use({ reference: issued.reference, code: codes.open(issued.code) })).toEqual({ is: 'ended' })
})

test('the database holds no code and no reference', async () => {
  const begun = await begin()
  const { rows } = await sql<{ text: string }>`
    select string_agg(one_time_codes::text, '') as text from one_time_codes`.execute(connection.db)
  expect(rows[0]?.text).not.toContain(begun.reference)
  expect(rows[0]?.text).not.toContain(Buffer.from(begun.code).toString('hex'))
})

test('what another installation sealed is not opened', () => {
  const sealed = buildCodes('C'.repeat(43)).seal('123456')
  expect(sealed).not.toContain('123456')
  expect(() => codes.open(sealed)).toThrow()
})
