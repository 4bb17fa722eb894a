import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { codeFor } from '#test/emails.ts'
import { addApp, appCode, wrongAppCode } from '#test/factors.ts'
import { untilLockWaits } from '#test/locks.ts'
import { buildUser, password } from '#test/factories.ts'

let api: Api

beforeAll(async () => {
  api = await openApi({ env: { LOGIN_OTP: 'never' } })
})
afterAll(() => api.close())

const logIn = async (email: string) => (await api.call('auth/login', { email, password })).body
const begin = async (email: string) => String((await logIn(email))['Reference'])
const verify = (reference: string, proof: object) => api.call('auth/verify', { reference, ...proof })
const CurrentPassword = password

/** A user with an authenticator app, and a session from before it. */
async function buildUserWithApp() {
  const email = await buildUser(api.databaseUrl)
  const token = String((await logIn(email))['encodedToken'])
  return { email, token, ...(await addApp(api, token)) }
}

const factorsOf = async (token: string) => (await api.call('auth/factors', {}, { token })).body['data']

test('an account without a second factor signs in by its password alone', async () => {
  const email = await buildUser(api.databaseUrl)
  expect(await logIn(email)).toHaveProperty('encodedToken')
})

test('after an authenticator app is added, a sign-in names its methods and sends no e-mail', async () => {
  const { email, token } = await buildUserWithApp()
  const answer = await logIn(email)
  expect(answer).toMatchObject({ otp: true, Methods: ['totp', 'recovery', 'email'] })
  expect(answer).not.toHaveProperty('encodedToken')
  expect((await api.emails(email)).map(({ kind }) => kind)).toEqual(['sign-in-changed'])
  // The session from before continues.
  expect(await factorsOf(token)).toMatchObject({ totp: { used_at: null }, recovery_codes: 10, email_codes: true })
})

test('the code of the app signs in, and the same code signs in only once', async () => {
  const { email, secret } = await buildUserWithApp()
  const otp = appCode(secret, 1)
  expect((await verify(await begin(email), { otp })).body).toHaveProperty('encodedToken')
  expect(await verify(await begin(email), { otp })).toMatchObject({ status: 422, body: { code: 'bad-code' } })
})

test('the code that has confirmed the app does not sign in, nor does an older one', async () => {
  const { email, secret } = await buildUserWithApp()
  for (const steps of [0, -1])
    expect(await verify(await begin(email), { otp: appCode(secret, steps) })).toMatchObject({
      body: { code: 'bad-code' },
    })
})

test('of fifty concurrent submits of one code, over ten references, one is accepted', async () => {
  const { email, secret } = await buildUserWithApp()
  const references = []
  for (let number = 0; number < 10; number += 1) references.push(await begin(email))
  await sql`update one_time_codes set used_at = null where email = ${email}`.execute(api.db)
  const otp = appCode(secret, 1)
  const answers = await Promise.all(references.flatMap((one) => Array.from({ length: 5 }, () => verify(one, { otp }))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('guesses count for the account over references and methods, and then the right code is refused', async () => {
  const { email, secret, recoveryCodes } = await buildUserWithApp()
  const proofs = [{ otp: wrongAppCode(secret) }, { recovery_code: 'aaaaa-aaaaa' }]
  const codes = []
  for (let number = 0; number <= limits.code.attempts_per_day; number += 1) {
    const { body } = await verify(await begin(email), proofs[number % 2] ?? {})
    codes.push(body['code'])
  }
  expect(codes).toEqual([...Array<string>(limits.code.attempts_per_day).fill('bad-code'), 'code-ended'])
  for (const proof of [{ otp: appCode(secret, 1) }, { recovery_code: recoveryCodes[0] }])
    expect(await verify(await begin(email), proof)).toMatchObject({ body: { code: 'code-ended' } })
})

test('a recovery code signs in once, in any spelling, and the user is notified', async () => {
  const { email, token, recoveryCodes } = await buildUserWithApp()
  const [first = '', second = ''] = recoveryCodes
  expect((await verify(await begin(email), { recovery_code: first })).body).toHaveProperty('encodedToken')
  expect(await verify(await begin(email), { recovery_code: first })).toMatchObject({
    body: { code: 'bad-code', payload: { errors: { recovery_code: [expect.any(String)] } } },
  })
  const spelling = second.toUpperCase().replace('-', ' ')
  expect((await verify(await begin(email), { recovery_code: spelling })).body).toHaveProperty('encodedToken')
  expect(await factorsOf(token)).toMatchObject({ recovery_codes: 8 })
  const texts = (await api.emails(email)).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('A recovery code was used'))).toHaveLength(2)
})

test('new recovery codes replace the former ones', async () => {
  const { email, token, recoveryCodes } = await buildUserWithApp()
  const { body } = await api.call('auth/factors/recovery/renew', { CurrentPassword }, { token })
  const [renewed] = body['RecoveryCodes'] as string[]
  expect(new Set(body['RecoveryCodes'] as string[]).size).toBe(limits.factor.recovery_codes)
  expect(await verify(await begin(email), { recovery_code: recoveryCodes[0] })).toMatchObject({ status: 422 })
  expect(await verify(await begin(email), { recovery_code: renewed })).toMatchObject({ status: 200 })
})

test('a code by e-mail is sent on request, and signs in unless the user refuses such codes', async () => {
  const { email, token } = await buildUserWithApp()
  const reference = await begin(email)
  expect(await api.call('auth/verify/email', { reference })).toMatchObject({ status: 200 })
  const otp = await codeFor(api, email)
  expect(await verify(reference, { otp })).toMatchObject({ status: 200 })

  const other = await begin(email)
  await api.call('auth/verify/email', { reference: other })
  const sent = await codeFor(api, email)
  const refuse = { CurrentPassword, Allowed: false }
  expect(await api.call('auth/factors/emailCodes', refuse, { token })).toMatchObject({ status: 200 })
  expect(await verify(other, { otp: sent })).toMatchObject({ status: 422, body: { code: 'bad-code' } })
  expect(await logIn(email)).toMatchObject({ Methods: ['totp', 'recovery'] })
  expect(await api.call('auth/verify/email', { reference: await begin(email) })).toMatchObject({ status: 403 })
})

test('a factor that is removed between the two steps signs no user in', async () => {
  const { email, secret, recoveryCodes, token } = await buildUserWithApp()
  const reference = await begin(email)
  await api.call('auth/factors/totp/remove', { CurrentPassword }, { token })
  expect(await verify(reference, { otp: appCode(secret, 1) })).toMatchObject({ body: { code: 'bad-code' } })
  expect(await verify(reference, { recovery_code: recoveryCodes[0] })).toMatchObject({ body: { code: 'bad-code' } })
  expect(await logIn(email)).toHaveProperty('encodedToken')
})

test('removing the last factor removes the recovery codes and accepts codes by e-mail again', async () => {
  const { email, token } = await buildUserWithApp()
  await api.call('auth/factors/emailCodes', { CurrentPassword, Allowed: false }, { token })
  await api.call('auth/factors/totp/remove', { CurrentPassword }, { token })
  expect(await factorsOf(token)).toMatchObject({ totp: null, recovery_codes: null, email_codes: true })
  const { rows } = await sql`
    select from recovery_codes join users on users.id = user_id where email = ${email}`.execute(api.db)
  expect(rows).toEqual([])
})

test.each([
  ['auth/factors/totp/begin', {}],
  ['auth/factors/totp/remove', {}],
  ['auth/factors/recovery/renew', {}],
  ['auth/factors/emailCodes', { Allowed: false }],
])('%s is refused without the current password', async (path, input) => {
  const { token } = await buildUserWithApp()
  expect(await api.call(path, { ...input, CurrentPassword: 'not this one' }, { token })).toMatchObject({
    status: 422,
    body: { code: 'wrong-password', payload: { errors: { CurrentPassword: [expect.any(String)] } } },
  })
})

test('an app is confirmed only after a sign-in that was being decided', async () => {
  const email = await buildUser(api.databaseUrl)
  const token = String((await logIn(email))['encodedToken'])
  const { body } = await api.call('auth/factors/totp/begin', { CurrentPassword }, { token })
  const confirmed = sql`
    select from totp_authenticators join users on users.id = user_id where email = ${email} and confirmed_at is not null`
  const { pending } = await api.db.transaction().execute(async (db) => {
    await sql`select from users where email = ${email} for no key update`.execute(db)
    const call = api.call('auth/factors/totp/confirm', { otp: appCode(String(body['Secret']), 0) }, { token })
    await Promise.race([untilLockWaits(api.pool), call])
    expect((await confirmed.execute(api.db)).rows).toEqual([])
    return { pending: call }
  })
  expect(await pending).toMatchObject({ status: 200 })
  expect((await confirmed.execute(api.db)).rows).toHaveLength(1)
})

test('an app is no factor before its first code, and a second app is refused', async () => {
  const email = await buildUser(api.databaseUrl)
  const token = String((await logIn(email))['encodedToken'])
  const { body } = await api.call('auth/factors/totp/begin', { CurrentPassword }, { token })
  expect(body['Uri']).toBe(
    `otpauth://totp/${encodeURIComponent(`Hukum:${email}`)}?secret=${String(body['Secret'])}&issuer=Hukum`,
  )
  const wrong = { otp: wrongAppCode(String(body['Secret'])) }
  expect(await api.call('auth/factors/totp/confirm', wrong, { token })).toMatchObject({ body: { code: 'bad-code' } })
  expect(await logIn(email)).toHaveProperty('encodedToken')
  for (const [path, input] of [
    ['recovery/renew', {}],
    ['emailCodes', { Allowed: false }],
  ] as const)
    expect(await api.call(`auth/factors/${path}`, { CurrentPassword, ...input }, { token })).toMatchObject({
      body: { code: 'no-own-factor' },
    })

  await addApp(api, token)
  expect(await api.call('auth/factors/totp/begin', { CurrentPassword }, { token })).toMatchObject({
    body: { code: 'factor-exists' },
  })
})

test('a new secret that is not confirmed within ten minutes has ended', async () => {
  const email = await buildUser(api.databaseUrl)
  const token = String((await logIn(email))['encodedToken'])
  const { body } = await api.call('auth/factors/totp/begin', { CurrentPassword }, { token })
  await sql`update totp_authenticators set created_at = now() - interval '11 minutes'`.execute(api.db)
  const otp = appCode(String(body['Secret']), 0)
  expect(await api.call('auth/factors/totp/confirm', { otp }, { token })).toMatchObject({
    body: { code: 'code-ended' },
  })
})

test('the database and its e-mails store no secret and no recovery code in plain text', async () => {
  const { email, secret, recoveryCodes } = await buildUserWithApp()
  const { rows } = await sql<{ everything: string }>`
    select string_agg(everything, ' ') as everything
      from (
        select to_jsonb(totp_authenticators)::text from totp_authenticators
        union all select to_jsonb(recovery_codes)::text from recovery_codes
        union all select to_jsonb(emails)::text from emails where recipient = ${email}
        union all select to_jsonb(audit)::text from audit) as rows (everything)`.execute(api.db)
  for (const text of [secret, ...recoveryCodes]) expect(rows[0]?.everything).not.toContain(text)
})

test.each([{}, { otp: '123456', recovery_code: 'aaaaa-aaaaa' }])(
  'a sign-in takes exactly one proof: %o',
  async (proof) => {
    const { email } = await buildUserWithApp()
    expect(await verify(await begin(email), proof)).toMatchObject({
      status: 400,
      body: { payload: { errors: { otp: [expect.any(String)] } } },
    })
  },
)
