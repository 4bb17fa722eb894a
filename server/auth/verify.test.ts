import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { codeFor } from '#test/emails.ts'

let api: Api

beforeAll(async () => {
  api = await openApi({ env: { LOGIN_OTP: 'everyone' } })
})
afterAll(() => api.close())

const signIn = async (email: string, more: object = {}) => api.call('auth/login', { email, password, ...more })
const begin = async (email: string, more: object = {}) => String((await signIn(email, more)).body['Reference'])
const verify = (reference: string, otp: string) => api.call('auth/verify', { reference, otp })
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const change = (email: string, set: ReturnType<typeof sql>) =>
  sql`update users set ${set} where email = ${email}`.execute(api.db)

test('a login with a required code returns a reference and no session', async () => {
  const email = await buildUser(api.databaseUrl)
  const { status, body } = await signIn(email)
  expect(status).toBe(200)
  expect(body).toEqual({
    Status: 'success',
    Message: '',
    otp: true,
    Methods: ['email'],
    Reference: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect((await api.emails(email)).map(({ kind }) => kind)).toEqual(['code'])
})

test('the code of the e-mail begins the session, remembered when requested', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await begin(email, { remember: true })
  const { status, body } = await verify(reference, await codeFor(api, email))
  expect(status).toBe(200)
  expect(body).toMatchObject({ user: { email }, decodedToken: { remember: true } })
  const token = String(body['encodedToken'])
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({ status: 200 })
})

test('fifty concurrent right codes begin one session', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await begin(email)
  const code = await codeFor(api, email)
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(reference, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body['code'] === 'code-ended')).toHaveLength(49)
  const { rows } = await sql`
    select from sessions join users on users.id = user_id where email = ${email}`.execute(api.db)
  expect(rows).toHaveLength(1)
})

test('a wrong login code is reported five times, after that the right code is rejected', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await begin(email)
  const code = await codeFor(api, email)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { status, body } = await verify(reference, wrongFor(code))
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'bad-code', payload: { errors: { otp: ['The code is incorrect.'] } } })
  }
  expect(await verify(reference, code)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
})

test('a login code of a previous login, of another user, or older than ten minutes is rejected', async () => {
  const [email, other] = [await buildUser(api.databaseUrl), await buildUser(api.databaseUrl)]
  const former = await begin(email)
  const formerCode = await codeFor(api, email)
  await begin(email)
  expect(await verify(former, formerCode)).toMatchObject({ body: { code: 'code-ended' } })

  const [mine, theirs] = [await begin(email), await begin(other)]
  const [code, otherCode] = [await codeFor(api, email), await codeFor(api, other)]
  if (code !== otherCode) expect(await verify(theirs, code)).toMatchObject({ body: { code: 'bad-code' } })

  await sql`update one_time_codes set ends_at = ends_at - interval '10 minutes'`.execute(api.db)
  expect(await verify(mine, code)).toMatchObject({ body: { code: 'code-ended' } })
})

test.each([
  ['deactivated', sql`active = false`],
  ['locked by the staff', sql`is_locked = true`],
  ['required to change the password', sql`must_change_password = true`],
  ['deleted', sql`deleted_at = now()`],
])('a login code is rejected when the account is %s after the password', async (_state, set) => {
  const email = await buildUser(api.databaseUrl)
  const reference = await begin(email)
  const code = await codeFor(api, email)
  await change(email, set)
  expect(await verify(reference, code)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
})

test.each([{}, [], true, null, 0, ''])('a login reference or code of %j is rejected at its field', async (value) => {
  const { status, body } = await api.call('auth/verify', { reference: value, otp: value })
  expect(status).toBe(400)
  expect(Object.keys(errorsOf(body)).sort()).toEqual(['otp', 'reference'])
})

test('at most six login codes are sent in an hour', async () => {
  const strict = await openApi({ limitsScale: 1, env: { LOGIN_OTP: 'everyone' } })
  const email = await buildUser(strict.databaseUrl)
  const statuses = []
  for (let times = 0; times < 7; times += 1)
    statuses.push((await strict.call('auth/login', { email, password })).status)
  await strict.close()
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})

test('in production staff need a login code and readers do not', async () => {
  const production = await openApi({ env: { SEED: 'none' } })
  const [staff, reader] = [
    await buildUser(production.databaseUrl, { can: ['read-users'] }),
    await buildUser(production.databaseUrl),
  ]
  const answers = [
    await production.call('auth/login', { email: staff, password }),
    await production.call('auth/login', { email: reader, password }),
  ]
  await production.close()
  expect(answers[0]?.body).toMatchObject({ otp: true })
  expect(answers[1]?.body).toHaveProperty('encodedToken')
})

test('sent, wrong, and accepted login codes are in the audit log without the code', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await begin(email)
  const code = await codeFor(api, email)
  await verify(reference, wrongFor(code))
  await verify(reference, code)
  const { rows } = await sql<{ action: string }>`select action, after from audit order by id desc limit 3`.execute(
    api.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['login', 'code-failed', 'code-sent'])
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(JSON.stringify(rows)).not.toContain(reference)
})
