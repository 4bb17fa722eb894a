import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { runs } from '#test/nightly.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const newPassword = 'masdhoni vela 81'
const init = (Email: unknown) => api.call('auth/password/resetInit', { Email })
const validate = (ref: unknown) => api.call('auth/password/resetValidate', { ref })
const complete = (ref: unknown, Password = newPassword, Password_confirmation = Password) =>
  api.call('auth/password/resetComplete', { ref, Password, Password_confirmation })
const signIn = (email: string, typed: string) => api.call('auth/login', { email, password: typed })
const badLink = { status: 422, body: { code: 'bad-reset-link' } }

const askForLink = async (email: string) => {
  await init(email)
  return (await api.emails(email)).at(-1)
}
const openLink = async (email: string) => String((await validate((await askForLink(email))?.reference)).body['Ref'])

test('a forgotten password is replaced through the link of an e-mail, and no step begins a session', async () => {
  const email = await buildUser(api.databaseUrl)
  const message = await askForLink(email)
  expect(message).toMatchObject({ kind: 'reset', subject: 'Choose a new password' })
  expect(message?.link).toBe(`http://hukum.test/forgot-password?ref=${message?.reference ?? ''}`)

  const { body } = await validate(message?.reference)
  expect(Object.keys(body).sort()).toEqual(['Message', 'Ref', 'Status'])
  expect(await complete(body['Ref'])).toEqual({ status: 200, sealed: false, body: { Status: 'success', Message: '' } })
  expect(await signIn(email, password)).toMatchObject({ status: 401 })
  expect(await signIn(email, newPassword)).toMatchObject({ status: 200 })
})

test('a password reset of an unknown e-mail address returns the same response and sends no e-mail', async () => {
  const known = await init(await buildUser(api.databaseUrl))
  const unknown = await init('nobody@hukum.test')
  expect(unknown).toEqual(known)
  expect(await api.emails('nobody@hukum.test')).toEqual([])
})

test.each([{ active: false }, { is_locked: true }])(
  'a password reset of a closed account sends no e-mail (%o)',
  async (closed) => {
    const email = await buildUser(api.databaseUrl, closed)
    expect(await init(email)).toMatchObject({ status: 200 })
    expect(await api.emails(email)).toEqual([])
  },
)

test('a password reset ends every session of the account and sends an e-mail', async () => {
  const email = await buildUser(api.databaseUrl)
  const callers = [await api.as(email, password), await api.as(email, password)]
  await complete(await openLink(email))
  for (const call of callers) expect(await call('auth/me', undefined, { method: 'GET' })).toMatchObject({ status: 401 })
  expect((await api.emails(email)).at(-1)).toMatchObject({ kind: 'password-changed' })
})

test('a password reset ends the session of the browser that sends it too', async () => {
  const email = await buildUser(api.databaseUrl)
  const token = String((await signIn(email, password)).body['encodedToken'])
  const ref = await openLink(email)
  const input = { ref, Password: newPassword, Password_confirmation: newPassword }
  expect(await api.call('auth/password/resetComplete', input, { token })).toMatchObject({ status: 200 })
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({ status: 401 })
})

test('a password reset unlocks an account that failed sign-ins have locked', async () => {
  const email = await buildUser(api.databaseUrl)
  await sql`update users set locked_until = now() + interval '15 minutes' where email = ${email}`.execute(api.db)
  expect(await signIn(email, password)).toMatchObject({ status: 401 })
  await complete(await openLink(email))
  expect(await signIn(email, newPassword)).toMatchObject({ status: 200 })
})

test('the link of a password reset works once, and not as the reference of the last step', async () => {
  const email = await buildUser(api.databaseUrl)
  const link = (await askForLink(email))?.reference
  expect(await complete(link)).toMatchObject(badLink)
  const reference = (await validate(link)).body['Ref']
  expect(await validate(link)).toMatchObject(badLink)
  expect(await validate(reference)).toMatchObject(badLink)
  expect(await complete(reference)).toMatchObject({ status: 200 })
  expect(await complete(reference, 'kurumba vaki 82')).toMatchObject(badLink)
})

test('of concurrent resets with one reference one succeeds', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await openLink(email)
  const answers = await Promise.all(
    Array.from({ length: runs(12, 50) }, (_, number) => complete(reference, `masdhoni vela ${number}`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a second reset e-mail invalidates the link of the first', async () => {
  const email = await buildUser(api.databaseUrl)
  const first = (await askForLink(email))?.reference
  const second = (await askForLink(email))?.reference
  expect(await validate(first)).toMatchObject(badLink)
  expect(await validate(second)).toMatchObject({ status: 200 })
})

test('the link and the reference of a password reset expire after thirty minutes', async () => {
  const [early, late] = [await buildUser(api.databaseUrl), await buildUser(api.databaseUrl)]
  const reference = await openLink(early)
  const link = (await askForLink(late))?.reference
  await sql`update one_time_codes set ends_at = ends_at - interval '30 minutes 1 second'`.execute(api.db)
  expect(await complete(reference)).toMatchObject(badLink)
  expect(await validate(link)).toMatchObject(badLink)
})

test('a password reset is rejected when the account was closed after the e-mail', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await openLink(email)
  await sql`update users set is_locked = true where email = ${email}`.execute(api.db)
  expect(await complete(reference)).toMatchObject(badLink)
  await sql`update users set is_locked = false where email = ${email}`.execute(api.db)
  expect(await signIn(email, password)).toMatchObject({ status: 200 })
})

test('references of registrations and unknown references do not reset a password', async () => {
  const { body } = await api.call('guest/initEmail', { Email: 'stranger@hukum.test' })
  expect(await validate(body['Reference'])).toMatchObject(badLink)
  expect(await complete(body['Reference'])).toMatchObject(badLink)
  expect(await validate('A'.repeat(43))).toMatchObject(badLink)
})

test('a reset with an invalid password reports every error and keeps the reference valid', async () => {
  const email = await buildUser(api.databaseUrl, { email: 'vaikaradhoo.ali@hukum.test' })
  const reference = await openLink(email)
  const errors = async (...typed: Parameters<typeof complete>) => {
    const { status, body } = await complete(...typed)
    return { status, ...errorsOf(body) }
  }
  expect(await errors(reference, 'dragon', 'dragons')).toEqual({
    status: 400,
    Password: ['The password must have at least 12 characters.', 'Many people use this password. Choose another one.'],
    Password_confirmation: ['Passwords do not match.'],
  })
  expect(await errors(reference, 'ali-vaikaradhoo')).toEqual({
    status: 400,
    Password: ['The password must not be made of your name, your e-mail address or the name of this service.'],
  })
  expect(await errors(reference, password)).toEqual({
    status: 400,
    Password: ['The new password must be another than the current one.'],
  })
  expect(await complete(reference)).toMatchObject({ status: 200 })
})

test('a first password must be replaced by a different one', async () => {
  const email = await buildUser(api.databaseUrl)
  await sql`
    update users
       set must_change_password = true, first_password_ends_at = now() + interval '1 hour'
     where email = ${email}`.execute(api.db)
  const { body } = await signIn(email, password)
  expect(body).not.toHaveProperty('encodedToken')
  expect(await complete(body['hash'], password)).toMatchObject({ status: 400 })
  expect(await complete(body['hash'])).toMatchObject({ status: 200 })
  expect(await signIn(email, password)).toMatchObject({ status: 401 })
  expect(await signIn(email, newPassword)).toHaveProperty('body.encodedToken')
})

test.each([[{}], [[]], [true], [null], [0], [''], ['x'], [['a@hukum.test', 'b@hukum.test']], [{ length: 43 }]])(
  'a password reset with an invalid reference or e-mail address is rejected and sends no e-mail: %j',
  async (value) => {
    const before = (await api.emails()).length
    const answers = [await init(value), await validate(value), await complete(value)]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(await api.emails()).toHaveLength(before)
  },
)

test('the database contains no link or code in plain text, before and after the e-mail is sent', async () => {
  const email = await buildUser(api.databaseUrl)
  await init(email)
  const { body } = await api.call('guest/initEmail', { Email: 'canary@hukum.test' })
  const everything = async () => {
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(emails::text, '') from emails)
          || (select string_agg(one_time_codes::text, '') from one_time_codes)
          || coalesce((select string_agg(payload::text, '') from graphile_worker._private_jobs), '')
          || coalesce((select string_agg(audit::text, '') from audit), '') as text`.execute(api.db)
    return rows[0]?.text ?? ''
  }
  const before = await everything()
  const emails = [...(await api.emails(email)), ...(await api.emails('canary@hukum.test'))]
  const texts = before + (await everything())
  const secrets = [emails[0]?.reference, emails[1]?.code, body['Reference']].map(String)
  expect(secrets.map((secret) => secret.length)).toEqual([43, 6, 43])
  for (const secret of secrets) expect(new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(texts)).toBe(false)
})
