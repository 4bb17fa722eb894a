import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const newcomer = async (ends: string) => {
  const email = await buildUser(api.databaseUrl, { must_change: true })
  await sql`
    update users set first_password_ends_at = now() + ${ends}::interval where email = ${email}`.execute(api.db)
  return email
}

test('a login with a first password returns a reference to choose another one and no session', async () => {
  const { status, body } = await api.call('auth/login', { email: await newcomer('72 hours'), password })
  expect(status).toBe(200)
  expect(body).toEqual({ Status: 'success', Message: '', hash: expect.stringMatching(/^[\w-]{43}$/) })
  const { rows } = await sql`select from sessions`.execute(api.db)
  expect(rows).toEqual([])
})

test('an expired first password is rejected like a wrong one', async () => {
  const answer = await api.call('auth/login', { email: await newcomer('-1 second'), password })
  expect(answer).toMatchObject({ status: 401, body: { code: 'bad-credentials' } })
})

test('the reference of a first password is neither a token nor a code', async () => {
  const { body } = await api.call('auth/login', { email: await newcomer('1 hour'), password })
  const hash = String(body['hash'])
  expect(await api.call('auth/me', undefined, { token: hash, method: 'GET' })).toMatchObject({ status: 401 })
  expect(await api.call('auth/verify', { reference: hash, otp: '000000' })).toMatchObject({
    body: { code: 'code-ended' },
  })
})

describe('a password reset by the staff', () => {
  const resetByStaff = async (email: string) => {
    const staff = await buildUser(api.databaseUrl, { can: ['read-users', 'update-users'] })
    const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
    const call = await api.as(staff, password)
    expect(await call('users/password/reset', { id: rows[0]?.id })).toMatchObject({ status: 200 })
  }
  const complete = (ref: unknown) => {
    const chosen = 'masdhoni vela 81'
    return api.call('auth/password/resetComplete', { ref, Password: chosen, Password_confirmation: chosen })
  }
  const ended = { status: 422, body: { code: 'bad-reset-link' } }

  test('a reference that a first password returned cannot set a password after the staff reset the password', async () => {
    const email = await newcomer('1 hour')
    const { body } = await api.call('auth/login', { email, password })
    await resetByStaff(email)
    expect(await complete(body['hash'])).toMatchObject(ended)
  })

  test('a redeemed and an unopened reset link cannot set a password after the staff reset the password', async () => {
    const email = await buildUser(api.databaseUrl)
    const link = async () => {
      await api.call('auth/password/resetInit', { Email: email })
      return (await api.emails(email)).at(-1)?.reference
    }
    const redeemed = await api.call('auth/password/resetValidate', { ref: await link() })
    await resetByStaff(email)
    expect(await complete(redeemed.body['Ref'])).toMatchObject(ended)

    const unopened = await link()
    await resetByStaff(email)
    expect(await api.call('auth/password/resetValidate', { ref: unopened })).toMatchObject(ended)
  })
})
