import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inLanguage, successMessages } from '#shared/messages.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { allPermissions } from '#test/signedInApi.ts'

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
  const email = await newcomer('72 hours')
  const { status, body } = await api.call('auth/login', { email, password })
  expect(status).toBe(200)
  expect(body).toEqual({ Status: 'success', Message: '', hash: expect.stringMatching(/^[\w-]{43}$/) })
  const { rows } = await sql`
    select from sessions where user_id = (select id from users where email = ${email})`.execute(api.db)
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

const signInStaff = async () => api.as(await buildUser(api.databaseUrl, { can: allPermissions }), password)
const newAddress = () => `${crypto.randomUUID()}@hukum.test`
const firstPasswords = async (email: string) =>
  (await api.emails(email)).filter(({ kind }) => kind === 'first-password').length
const logIn = async (email: string, typed: unknown) => (await api.call('auth/login', { email, password: typed })).body
const choose = (ref: unknown) => {
  const chosen = 'masdhoni vela 81'
  return api.call('auth/password/resetComplete', { ref, Password: chosen, Password_confirmation: chosen })
}

test.each([
  ['locked', { is_locked: true }, { is_locked: false }],
  ['inactive', { active: false, is_locked: false }, { active: true }],
])(
  'a user who is created %s gets a first password by e-mail when the account is opened',
  async (_state, closed, opened) => {
    const staff = await signInStaff()
    const email = newAddress()
    const created = await staff('users/create', { name: 'Reema', email, ...closed })
    expect(await firstPasswords(email)).toBe(0)
    const withoutPassword = { Message: inLanguage(successMessages['password-waits'], 'en') }
    expect(created.body).toMatchObject(withoutPassword)
    expect(created.body).not.toHaveProperty('password')

    const { id } = created.body['data'] as { id: number }
    const reset = (await staff('users/password/reset', { id })).body
    expect(reset).toMatchObject(withoutPassword)
    expect(reset).not.toHaveProperty('password')
    const { body } = await staff('users/partialUpdate', { id, ...opened })
    expect(await firstPasswords(email)).toBe(1)
    expect(await choose((await logIn(email, body['password']))['hash'])).toMatchObject({ status: 200 })
    await staff('users/partialUpdate', { id, ...closed })
    const again = await staff('users/partialUpdate', { id, ...opened })
    expect(again).toMatchObject({ status: 200 })
    expect(again.body).not.toHaveProperty('password')
  },
)

describe('the e-mail address of a user with a first password', () => {
  test('a wrong address of a user who has never logged in is corrected at once, and gets no link', async () => {
    const staff = await signInStaff()
    const [wrong, email] = [newAddress(), newAddress()]
    const created = (await staff('users/create', { name: 'Reema', email: wrong, is_locked: false })).body
    const { id } = created['data'] as { id: number }
    const opened = await logIn(wrong, created['password'])

    const { body } = await staff('users/partialUpdate', { id, email: email.toUpperCase() })
    expect((await staff('users/find', { id })).body['data']).toMatchObject({ email, email_waiting: null })
    const { rows } = await sql`
      select kind, failed_at is not null as is_dropped, content ? 'password' as has_password
        from emails
       where recipient = ${wrong}`.execute(api.db)
    expect(rows).toEqual([{ kind: 'first-password', is_dropped: true, has_password: false }])
    expect(await firstPasswords(email)).toBe(1)
    expect(await choose(opened['hash'])).toMatchObject({ status: 422, body: { code: 'bad-reset-link' } })
    expect(await logIn(email, created['password'])).toMatchObject({ code: 'bad-credentials' })
    expect(await choose((await logIn(email, body['password']))['hash'])).toMatchObject({ status: 200 })
  })

  test('the address of a user who has logged in waits for its confirmation after a password reset by the staff too', async () => {
    const staff = await signInStaff()
    const email = newAddress()
    const created = (await staff('users/create', { name: 'Reema', email, is_locked: false })).body
    const { id } = created['data'] as { id: number }
    await choose((await logIn(email, created['password']))['hash'])
    await logIn(email, 'masdhoni vela 81')
    await staff('users/password/reset', { id })
    // Sessions are deleted after a month.
    await sql`delete from sessions where user_id = ${id}`.execute(api.db)
    const email_waiting = newAddress()
    await staff('users/partialUpdate', { id, email: email_waiting })
    expect((await staff('users/find', { id })).body['data']).toMatchObject({ email, email_waiting })
  })

  test('a wrong address is not corrected to that of another account', async () => {
    const staff = await signInStaff()
    const taken = await buildUser(api.databaseUrl)
    const created = (await staff('users/create', { name: 'Reema', email: newAddress() })).body
    const { id } = created['data'] as { id: number }
    const { status, body } = await staff('users/partialUpdate', { id, email: taken })
    expect([status, body['payload']]).toMatchObject([400, { errors: { email: [expect.any(String)] } }])
  })
})

describe('a password reset by the staff', () => {
  const resetByStaff = async (email: string) => {
    const staff = await buildUser(api.databaseUrl, { can: ['read-users', 'update-users'] })
    const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
    const call = await api.as(staff, password)
    expect(await call('users/password/reset', { id: rows[0]?.id })).toMatchObject({ status: 200 })
  }
  const ended = { status: 422, body: { code: 'bad-reset-link' } }

  test('a reference that a first password returned cannot set a password after the staff reset the password', async () => {
    const email = await newcomer('1 hour')
    const { body } = await api.call('auth/login', { email, password })
    await resetByStaff(email)
    expect(await choose(body['hash'])).toMatchObject(ended)
  })

  test('a redeemed and an unopened reset link cannot set a password after the staff reset the password', async () => {
    const email = await buildUser(api.databaseUrl)
    const link = async () => {
      await api.call('auth/password/resetInit', { Email: email })
      return (await api.emails(email)).at(-1)?.reference
    }
    const redeemed = await api.call('auth/password/resetValidate', { ref: await link() })
    await resetByStaff(email)
    expect(await choose(redeemed.body['Ref'])).toMatchObject(ended)

    const unopened = await link()
    await resetByStaff(email)
    expect(await api.call('auth/password/resetValidate', { ref: unopened })).toMatchObject(ended)
  })
})
