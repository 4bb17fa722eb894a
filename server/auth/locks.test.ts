import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dv } from '#server/mail/strings/dv.ts'
import { en } from '#server/mail/strings/en.ts'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** One trusted proxy, so that each sign-in can have an address of its own. */
let api: Api

beforeAll(async () => {
  api = await openApi({ limitsScale: 1, env: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => api.close())

let last = 0
const newAddress = () => `27.114.2.${(last += 1)}`
const signIn = (email: string, { address = newAddress(), typed = password, language = 'en' } = {}) =>
  api.call(
    'auth/login',
    { email, password: typed },
    { headers: { 'x-forwarded-for': address, 'accept-language': language } },
  )

async function fail(email: string, times: number, address?: string) {
  for (let number = 0; number < times; number += 1)
    await signIn(email, { typed: `wrong ${number}`, ...(address !== undefined && { address }) })
}

const emailKindsTo = async (email: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from emails where recipient = ${email} order by id`.execute(api.db)
  return rows.map(({ kind }) => kind)
}
const lockOf = async (email: string) => {
  const { rows } = await sql<{ minutes: number | null }>`
    select round(extract(epoch from locked_until - now()) / 60)::integer as minutes
      from users where email = ${email}`.execute(api.db)
  return rows[0]?.minutes
}

/** Moves all expiry times back. */
async function wait(minutes: number) {
  await sql`update rate_limits set expire = expire - ${minutes * 60_000}`.execute(api.db)
  await sql`update users set locked_until = locked_until - make_interval(mins => ${minutes})`.execute(api.db)
}

test('ten failed sign-ins from any address lock an account for fifteen minutes, nine do not', async () => {
  const email = await buildUser(api.databaseUrl)
  await fail(email, 9)
  expect(await signIn(email)).toMatchObject({ status: 200 })

  await fail(email, 10)
  expect(await lockOf(email)).toBe(15)
  expect(await signIn(email)).toMatchObject({ status: 401, body: { code: 'bad-credentials' } })
})

test('the lock of an account expires by itself', async () => {
  const email = await buildUser(api.databaseUrl)
  await fail(email, 10)
  await wait(14)
  expect(await signIn(email)).toMatchObject({ status: 401 })
  await wait(2)
  expect(await signIn(email)).toMatchObject({ status: 200 })
})

test('a lock sends the user one e-mail and does not change the response', async () => {
  const email = await buildUser(api.databaseUrl)
  const answers = []
  for (let number = 0; number < 12; number += 1) answers.push(await signIn(email, { typed: 'wrong' }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await emailKindsTo(email)).toEqual(['locked'])
})

test('forty concurrent failed sign-ins lock an account', async () => {
  const email = await buildUser(api.databaseUrl)
  await Promise.all(Array.from({ length: 40 }, (_, number) => signIn(email, { typed: `wrong ${number}` })))
  expect(await lockOf(email)).toBe(15)
  expect(await emailKindsTo(email)).toEqual(['locked'])
  expect(await signIn(email)).toMatchObject({ status: 401 })
})

test('twenty correct sign-ins of one account at once all succeed', async () => {
  const email = await buildUser(api.databaseUrl)
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('a sign-in keeps its own session while more than the allowed ones began after it', async () => {
  const email = await buildUser(api.databaseUrl)
  for (let number = 0; number < limits.session.per_user; number += 1) await signIn(email)
  await sql`
    update sessions set created_at = now() + interval '1 minute'
     where user_id = (select id from users where email = ${email})`.execute(api.db)
  expect(await signIn(email)).toMatchObject({ status: 200 })
})

test('a correct password among forty concurrent wrong ones is refused once ten were wrong', async () => {
  const email = await buildUser(api.databaseUrl)
  const guesses = Array.from({ length: 40 }, (_, number) => (number === 30 ? password : `wrong ${number}`))
  const answers = await Promise.all(guesses.map((typed) => signIn(email, { typed })))
  expect(answers.filter(({ status }) => status !== 401)).toEqual([])
})

test('a lock of an account keeps its open sessions', async () => {
  const email = await buildUser(api.databaseUrl)
  const token = String((await signIn(email)).body['encodedToken'])
  await fail(email, 10)
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({ status: 200 })
})

test('a sign-in from a new address sends an e-mail, the very first one does not', async () => {
  const email = await buildUser(api.databaseUrl)
  const home = newAddress()
  await signIn(email, { address: home })
  await signIn(email, { address: home })
  expect(await emailKindsTo(email)).toEqual([])
  await signIn(email)
  expect(await emailKindsTo(email)).toEqual(['new-sign-in'])
})

test('an e-mail about a sign-in or a lock uses the language of the previous sign-in, or both when there is none', async () => {
  const languageTo = async (email: string) => {
    const { rows } = await sql<{ language: string }>`
      select language from emails where recipient = ${email} order by id desc limit 1`.execute(api.db)
    return rows[0]?.language
  }
  for (const [own, foreign] of [
    ['dv', 'en'],
    ['en', 'dv'],
  ] as const) {
    const email = await buildUser(api.databaseUrl)
    await signIn(email, { language: own })
    await signIn(email, { language: foreign })
    expect(await languageTo(email)).toBe(own)
    await sql`delete from sessions where language = ${foreign}`.execute(api.db)
    await fail(email, 10)
    expect([await emailKindsTo(email), await languageTo(email)]).toEqual([['new-sign-in', 'locked'], own])
  }
  const email = await buildUser(api.databaseUrl)
  await fail(email, 10)
  expect(await languageTo(email)).toBe('both')
  const message = (await api.emails(email)).at(-1)
  expect(message?.subject).toBe(`${dv.emails.locked.subject} · ${en.emails.locked.subject}`)
})

test('a lock keeps the version of the user, so that the staff form has no conflict', async () => {
  const email = await buildUser(api.databaseUrl)
  const version = async () => {
    const { rows } = await sql<{ version: number }>`select version from users where email = ${email}`.execute(api.db)
    return rows[0]?.version
  }
  const before = await version()
  await fail(email, 10)
  expect(await version()).toBe(before)
})

test('every failed sign-in is in the audit log with its reason and without the e-mail address', async () => {
  const email = await buildUser(api.databaseUrl, { is_locked: true })
  const unknown = `${crypto.randomUUID()}@hukum.test`
  await signIn(email)
  await signIn(email, { typed: 'wrong' })
  await signIn(unknown)
  const { rows } = await sql<{ why: string; row_id: number | null; after: { email: string } }>`
    select after ->> 'why' as why, row_id, after
      from audit
     where action = 'login-failed'
     order by id desc
     limit 3`.execute(api.db)
  expect(rows.map(({ why }) => why)).toEqual(['unknown', 'wrong', 'closed'])
  expect(rows[0]?.row_id).toBeNull()
  expect(rows[1]?.after.email).toBe(rows[2]?.after.email)
  expect(JSON.stringify(rows)).not.toMatch(/@|wrong 1|correct horse/)
})
