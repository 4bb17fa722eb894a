import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { buildUser, password } from '#test/factories.ts'
import { relyingPartyOf } from './relyingParty.ts'

let api: Api

beforeAll(async () => {
  api = await openApi({ env: { LOGIN_OTP: 'never' } })
})
afterAll(() => api.close())

const CurrentPassword = password
const logIn = async (email: string) => (await api.call('auth/login', { email, password })).body
type Options = { challenge: string }
type Authenticator = ReturnType<typeof createAuthenticator>

async function signedInUser() {
  const email = await buildUser(api.databaseUrl)
  return { email, token: String((await logIn(email))['encodedToken']) }
}

const creation = async (token: string) =>
  (await api.call('auth/factors/passkeys/begin', { CurrentPassword }, { token })).body['Options'] as Options
const confirm = (token: string, Credential: object, Name = 'Laptop') =>
  api.call('auth/factors/passkeys/confirm', { Name, Credential }, { token })

/** A user with a passkey, and its authenticator. */
async function userWithPasskey(authenticator = createAuthenticator()) {
  const user = await signedInUser()
  const { body } = await confirm(user.token, authenticator.create(await creation(user.token)))
  return { ...user, authenticator, recoveryCodes: body['RecoveryCodes'] as string[] }
}

/** A log-in up to the challenge of its passkey. */
async function challengeOf(email: string) {
  const reference = String((await logIn(email))['Reference'])
  const { body } = await api.call('auth/verify/passkey', { reference })
  return { reference, options: body['Options'] as Options }
}
const verify = (reference: string, passkey: object) => api.call('auth/verify', { reference, passkey })

async function signInWith(email: string, authenticator: Authenticator) {
  const { reference, options } = await challengeOf(email)
  return verify(reference, authenticator.get(options))
}

test('a passkey signs in, is preferred, and brings recovery codes', async () => {
  const { email, token, authenticator, recoveryCodes } = await userWithPasskey()
  expect(recoveryCodes).toHaveLength(limits.factor.recovery_codes)
  expect(await logIn(email)).toMatchObject({ otp: true, Methods: ['passkey', 'recovery', 'email'] })
  expect((await signInWith(email, authenticator)).body).toHaveProperty('encodedToken')
  expect((await api.call('auth/factors', {}, { token })).body['data']).toMatchObject({
    passkeys: [{ name: 'Laptop', used_at: expect.any(String) }],
    passkey_host: 'localhost',
  })
  expect((await api.emails(email)).map(({ kind }) => kind)).toContain('sign-in-changed')
})

test('the signature of one log-in is accepted for no other, nor a second time', async () => {
  const { email, authenticator } = await userWithPasskey()
  const first = await challengeOf(email)
  const proof = authenticator.get(first.options)
  const second = await challengeOf(email)
  expect(await verify(second.reference, proof)).toMatchObject({ status: 422, body: { code: 'bad-code' } })
  const third = await challengeOf(email)
  const right = authenticator.get(third.options)
  expect(await verify(third.reference, right)).toMatchObject({ status: 200 })
  expect(await verify(third.reference, right)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
})

test('of fifty concurrent submits of one signature, one is accepted', async () => {
  const { email, authenticator } = await userWithPasskey()
  const { reference, options } = await challengeOf(email)
  const proof = authenticator.get(options)
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(reference, proof)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a signature whose count is not above the last one is that of a copy, and is refused', async () => {
  const { email, authenticator } = await userWithPasskey()
  authenticator.setCount(10)
  expect(await signInWith(email, authenticator)).toMatchObject({ status: 200 })
  authenticator.setCount(5)
  expect(await signInWith(email, authenticator)).toMatchObject({ status: 422, body: { code: 'bad-code' } })
})

const foreign: [string, (own: Authenticator, options: Options) => object][] = [
  ['without user verification', (own, options) => own.get(options, { isVerified: false })],
  ['by another authenticator', (own, options) => ({ ...createAuthenticator().get(options), id: own.id })],
  ['of another challenge', (own) => own.get({ challenge: 'AAAA' })],
  ['that is no signature', (own, options) => ({ ...own.get(options), signature: 'AAAA' })],
  ['without client data', (own, options) => ({ ...own.get(options), clientDataJSON: 'AAAA' })],
]
test.each(foreign)('a sign-in is refused %s', async (_what, proofOf) => {
  const { email, authenticator } = await userWithPasskey()
  const { reference, options } = await challengeOf(email)
  expect(await verify(reference, proofOf(authenticator, options))).toMatchObject({
    status: 422,
    body: { code: 'bad-code', payload: { errors: { passkey: [expect.any(String)] } } },
  })
})

test('a passkey of another origin or another host can neither be added nor used', async () => {
  const { token } = await signedInUser()
  for (const options of [
    { origin: 'https://evil.test' },
    { rpId: 'evil.test' },
    { origin: 'http://localhost.evil.test' },
  ])
    expect(await confirm(token, createAuthenticator(options).create(await creation(token)))).toMatchObject({
      status: 422,
      body: { code: 'bad-passkey' },
    })
})

test('a new passkey needs the challenge of its own session, user verification, and an authenticator that is not there yet', async () => {
  const { token } = await signedInUser()
  const other = await signedInUser()
  const authenticator = createAuthenticator()
  const refused = { status: 422, body: { code: 'bad-passkey' } }
  expect(await confirm(token, authenticator.create(await creation(other.token)))).toMatchObject(refused)
  expect(await confirm(token, authenticator.create({ challenge: 'A'.repeat(70) }))).toMatchObject(refused)
  const unverified = authenticator.create(await creation(token), { isVerified: false })
  expect(await confirm(token, unverified)).toMatchObject(refused)
  expect(await confirm(token, authenticator.create(await creation(token)))).toMatchObject({ status: 200 })
  for (const one of [token, other.token])
    expect(await confirm(one, authenticator.create(await creation(one)))).toMatchObject(refused)
})

test('a passkey of one user proves no sign-in of another', async () => {
  const [one, other] = [await userWithPasskey(), await userWithPasskey()]
  expect(await signInWith(one.email, other.authenticator)).toMatchObject({ body: { code: 'bad-code' } })
})

test('a passkey is renamed and removed by its owner only, and one that is removed signs no user in', async () => {
  const { email, token, authenticator } = await userWithPasskey()
  const other = await signedInUser()
  const { rows } = await sql<{ id: number }>`
    select passkeys.id from passkeys join users on users.id = user_id where email = ${email}`.execute(api.db)
  const id = rows[0]?.id ?? 0
  const rename = { id, Name: 'Office' }
  expect(await api.call('auth/factors/passkeys/rename', rename, { token: other.token })).toMatchObject({ status: 404 })
  expect(await api.call('auth/factors/passkeys/rename', rename, { token })).toMatchObject({ status: 200 })
  const remove = { id, CurrentPassword }
  expect(await api.call('auth/factors/passkeys/remove', remove, { token: other.token })).toMatchObject({ status: 404 })

  const { reference, options } = await challengeOf(email)
  expect(await api.call('auth/factors/passkeys/remove', remove, { token })).toMatchObject({ status: 200 })
  expect(await verify(reference, authenticator.get(options))).toMatchObject({ body: { code: 'bad-code' } })
  expect(await logIn(email)).toHaveProperty('encodedToken')
})

test.each([
  [
    'https://hukum.gov.mv/',
    'hukum.gov.mv',
    ['https://hukum.gov.mv'],
    ['http://hukum.gov.mv', 'https://a.hukum.gov.mv'],
  ],
  ['http://localhost:8080', 'localhost', ['http://localhost:8080'], ['http://localhost:9090']],
  [undefined, 'localhost', ['http://localhost:4000'], ['http://127.0.0.1:4000', 'http://localhost.evil.test']],
  ['http://hukum.lan', undefined, [], []],
  ['https://10.0.0.4', undefined, [], []],
  ['https://[::1]', undefined, [], []],
])('with the public address %s, passkeys belong to %s', (PUBLIC_URL, id, ours, others) => {
  const party = relyingPartyOf(readEnv(PUBLIC_URL === undefined ? {} : { PUBLIC_URL }))
  expect(party?.id).toBe(id)
  expect(ours.map((one) => party?.isOrigin(one))).toEqual(ours.map(() => true))
  expect(others.map((one) => party?.isOrigin(one))).toEqual(others.map(() => false))
})

test('without HTTPS no passkey is offered, and the other methods stay', async () => {
  const { email } = await userWithPasskey()
  const plain = await openApi({ env: { LOGIN_OTP: 'never', PUBLIC_URL: 'http://hukum.lan' } })
  const user = await buildUser(plain.databaseUrl)
  const token = String((await plain.call('auth/login', { email: user, password })).body['encodedToken'])
  expect(await plain.call('auth/factors/passkeys/begin', { CurrentPassword }, { token })).toMatchObject({
    body: { code: 'no-passkeys-here' },
  })
  expect((await plain.call('auth/factors', {}, { token })).body['data']).toMatchObject({ passkey_host: null })
  await plain.close()
  expect(await logIn(email)).toMatchObject({ Methods: ['passkey', 'recovery', 'email'] })
})

test('a user with as many passkeys as allowed cannot begin another one', async () => {
  const { email, token } = await signedInUser()
  await sql`
    insert into passkeys (user_id, name, credential_id, public_key, sign_count)
    select id, 'Key ' || number, id || ' ' || number, '', 0
      from users, generate_series(1, ${limits.factor.passkeys}) as number
     where email = ${email}`.execute(api.db)
  expect(await api.call('auth/factors/passkeys/begin', { CurrentPassword }, { token })).toMatchObject({
    status: 422,
    body: { code: 'passkeys-full' },
  })
})
