import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'

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

test('a forgotten password is replaced through the link of a letter, and no step signs in', async () => {
  const email = await buildUser(api.databaseUrl)
  const letter = await askForLink(email)
  expect(letter).toMatchObject({ kind: 'reset', subject: 'Choose a new password' })
  expect(letter?.link).toBe(`http://hukum.test/forgot-password?ref=${letter?.reference ?? ''}`)

  const { body } = await validate(letter?.reference)
  expect(Object.keys(body).sort()).toEqual(['Message', 'Ref', 'Status'])
  expect(await complete(body['Ref'])).toEqual({ status: 200, sealed: false, body: { Status: 'success', Message: '' } })
  expect(await signIn(email, password)).toMatchObject({ status: 401 })
  expect(await signIn(email, newPassword)).toMatchObject({ status: 200 })
})

test('an unknown e-mail address gets the same answer, and nobody gets a letter', async () => {
  const known = await init(await buildUser(api.databaseUrl))
  const unknown = await init('nobody@hukum.test')
  expect(unknown).toEqual(known)
  expect(await api.emails('nobody@hukum.test')).toEqual([])
})

test.each([{ active: false }, { is_locked: true }])('a closed account gets no link (%o)', async (closed) => {
  const email = await buildUser(api.databaseUrl, closed)
  expect(await init(email)).toMatchObject({ status: 200 })
  expect(await api.emails(email)).toEqual([])
})

test('a reset ends every session of the account and says so by letter', async () => {
  const email = await buildUser(api.databaseUrl)
  const callers = [await api.as(email, password), await api.as(email, password)]
  await complete(await openLink(email))
  for (const call of callers) expect(await call('auth/me', undefined, { method: 'GET' })).toMatchObject({ status: 401 })
  expect((await api.emails(email)).at(-1)).toMatchObject({ kind: 'password-changed' })
})

test('an account that failures have locked for a while opens with the new password', async () => {
  const email = await buildUser(api.databaseUrl)
  await sql`update users set locked_until = now() + interval '15 minutes' where email = ${email}`.execute(api.db)
  expect(await signIn(email, password)).toMatchObject({ status: 401 })
  await complete(await openLink(email))
  expect(await signIn(email, newPassword)).toMatchObject({ status: 200 })
})

test('a link is used once, and is no reference to choose a password with', async () => {
  const email = await buildUser(api.databaseUrl)
  const link = (await askForLink(email))?.reference
  expect(await complete(link)).toMatchObject(badLink)
  const reference = (await validate(link)).body['Ref']
  expect(await validate(link)).toMatchObject(badLink)
  expect(await validate(reference)).toMatchObject(badLink)
  expect(await complete(reference)).toMatchObject({ status: 200 })
  expect(await complete(reference, 'kurumba vaki 82')).toMatchObject(badLink)
})

test('fifty new passwords at once for one link: one is kept', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await openLink(email)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) => complete(reference, `masdhoni vela ${number}`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a second letter ends the link of the first', async () => {
  const email = await buildUser(api.databaseUrl)
  const first = (await askForLink(email))?.reference
  const second = (await askForLink(email))?.reference
  expect(await validate(first)).toMatchObject(badLink)
  expect(await validate(second)).toMatchObject({ status: 200 })
})

test('a link ends after thirty minutes, and so does its reference', async () => {
  const [early, late] = [await buildUser(api.databaseUrl), await buildUser(api.databaseUrl)]
  const reference = await openLink(early)
  const link = (await askForLink(late))?.reference
  await sql`update one_time_codes set ends_at = ends_at - interval '30 minutes 1 second'`.execute(api.db)
  expect(await complete(reference)).toMatchObject(badLink)
  expect(await validate(link)).toMatchObject(badLink)
})

test('an account that was closed after its letter stays as it is', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await openLink(email)
  await sql`update users set is_locked = true where email = ${email}`.execute(api.db)
  expect(await complete(reference)).toMatchObject(badLink)
  await sql`update users set is_locked = false where email = ${email}`.execute(api.db)
  expect(await signIn(email, password)).toMatchObject({ status: 200 })
})

test('references of registering and of other people open nothing here', async () => {
  const { body } = await api.call('guest/initEmail', { Email: 'stranger@hukum.test' })
  expect(await validate(body['Reference'])).toMatchObject(badLink)
  expect(await complete(body['Reference'])).toMatchObject(badLink)
  expect(await validate('A'.repeat(43))).toMatchObject(badLink)
})

test('a refused password leaves the reference good, and everything wrong is said at once', async () => {
  const email = await buildUser(api.databaseUrl, { email: 'vaikaradhoo.ali@hukum.test' })
  const reference = await openLink(email)
  const errors = async (...typed: Parameters<typeof complete>) => {
    const { status, body } = await complete(...typed)
    return { status, ...(body['payload'] as { errors: object }).errors }
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

test('a first password leads to another one, and cannot be kept', async () => {
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
  'what is no reference or e-mail address is refused and writes no letter: %j',
  async (value) => {
    const before = (await api.emails()).length
    const answers = [await init(value), await validate(value), await complete(value)]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(await api.emails()).toHaveLength(before)
  },
)

test('neither link nor code stands anywhere in the database, before the letter was sent or after', async () => {
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
  const letters = [...(await api.emails(email)), ...(await api.emails('canary@hukum.test'))]
  const texts = before + (await everything())
  const secrets = [letters[0]?.reference, letters[1]?.code, body['Reference']].map(String)
  expect(secrets.map((secret) => secret.length)).toEqual([43, 6, 43])
  for (const secret of secrets) expect(new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(texts)).toBe(false)
})
