import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimitTable } from '#server/endpoint/rateLimits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** Passwords that the staff reset. */

let api: Api
const mayReset = { can: ['read-users', 'update-users'] }

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const createUser = async (options: { can: string[] }) => {
  const email = await buildUser(api.databaseUrl, options)
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
  return { email, id: rows[0]?.id ?? 0, call: await api.as(email, password) }
}

test('a password reset by the staff ends the sessions of the user and returns a first password once', async () => {
  const { call } = await createUser(mayReset)
  const other = await createUser({ can: [] })
  const { body } = await call('users/password/reset', { id: other.id })
  expect(String(body['password'])).toMatch(/-/)
  expect(await other.call('auth/logout', {})).toMatchObject({ status: 401 })
  const { rows } = await sql`select from emails where kind = 'first-password' and recipient = ${other.email}`.execute(
    api.db,
  )
  expect(rows).toHaveLength(1)
})

test('the own password cannot be reset without the current one', async () => {
  const { call, id, email } = await createUser(mayReset)
  expect(await call('users/password/reset', { id })).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect(await api.call('auth/login', { email, password })).toMatchObject({ status: 200 })
})

test('a first password that is not sent yet is not sent after a newer one', async () => {
  const { call } = await createUser(mayReset)
  const other = await createUser({ can: [] })
  for (let resets = 0; resets < 2; resets += 1)
    expect(await call('users/password/reset', { id: other.id })).toMatchObject({ status: 200 })
  const { rows } = await sql`
    select failed_at is not null as "isFailed", content ? 'password' as "hasPassword"
      from emails
     where kind = 'first-password'
       and recipient = ${other.email}
     order by id`.execute(api.db)
  expect(rows).toEqual([
    { isFailed: true, hasPassword: false },
    { isFailed: false, hasPassword: true },
  ])
})

test('a password reset by the staff clears the failed sign-ins of the account', async () => {
  const strict = await openApi({ limitsScale: 1, env: { TRUSTED_PROXIES: '1' } })
  const staff = await buildUser(strict.databaseUrl, mayReset)
  const email = await buildUser(strict.databaseUrl)
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(strict.db)
  const logIn = (typed: unknown, network: number) =>
    strict.call('auth/login', { email, password: typed }, { headers: { 'x-forwarded-for': `198.51.${network}.1` } })
  const call = await strict.as(staff, password)
  for (let network = 0; network < rateLimitTable['wrong-login'].points; network += 1)
    await logIn('not the password', network)
  expect((await logIn(password, 100)).body).not.toHaveProperty('encodedToken')

  const { body } = await call('users/password/reset', { id: rows[0]?.id })
  expect(await logIn(body['password'], 101)).toMatchObject({
    status: 200,
    body: { hash: expect.any(String) as string },
  })
  await strict.close()
})
