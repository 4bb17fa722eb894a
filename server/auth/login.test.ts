import { sql } from 'kysely'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const signIn = async (email: string, more: object = {}) => {
  const { body } = await api.call('auth/login', { email, password, ...more })
  return String(body['encodedToken'])
}

test('whoever signs in is told who he is and what he may do', async () => {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts', 'read-judges'], copy_access: true })
  const { status, sealed, body } = await api.call('auth/login', { email, password })
  expect(status).toBe(200)
  expect(sealed).toBe(false)
  expect(body).toMatchObject({
    Status: 'success',
    scp: ['read-courts', 'read-judges'],
    user: { email, subscription: { copy_access: true } },
  })
  expect(body['decodedToken']).toMatchObject({ abilities: ['read-courts', 'read-judges'], remember: false })
})

test('an answer to a session comes in an envelope that only its token opens', async () => {
  const token = await signIn(await buildUser(api.databaseUrl))
  const { sealed, body } = await api.call('auth/me', undefined, { token, method: 'GET' })
  expect(sealed).toBe(true)
  expect(body).toMatchObject({ Status: 'success', encodedToken: token })
})

test('an e-mail is the same however its letters are written', async () => {
  const email = await buildUser(api.databaseUrl, { email: 'mixed@hukum.test' })
  expect(await api.call('auth/login', { email: email.toUpperCase(), password })).toMatchObject({ status: 200 })
})

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const email = await buildUser(api.databaseUrl)
  const wrong = await api.call('auth/login', { email, password: `${password}.` })
  const unknown = await api.call('auth/login', { email: 'nobody@hukum.test', password })
  expect(wrong.status).toBe(401)
  expect(unknown).toEqual(wrong)
})

test.each([{ active: false }, { is_locked: true }])('nobody comes in whose account is closed (%o)', async (closed) => {
  const email = await buildUser(api.databaseUrl, closed)
  expect(await api.call('auth/login', { email, password })).toMatchObject({
    status: 401,
    body: { code: 'bad-credentials' },
  })
})

test('after log-out the token opens nothing', async () => {
  const token = await signIn(await buildUser(api.databaseUrl))
  expect(await api.call('auth/logout', {}, { token })).toMatchObject({ status: 200 })
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({
    status: 401,
    sealed: false,
    body: { code: 'no-session' },
  })
})

test('locking an account and taking a right away work at the next call', async () => {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const token = await signIn(email)
  const me = () => api.call('auth/me', undefined, { token, method: 'GET' })
  await sql`delete from role_permissions where role_id = (select id from roles where name = ${`role of ${email}`})`.execute(
    api.db,
  )
  expect((await me()).body['scp']).toEqual([])
  await sql`update users set is_locked = true where email = ${email}`.execute(api.db)
  expect(await me()).toMatchObject({ status: 401 })
})

test('a refresh gives a new token that lives as long as the first did', async () => {
  const token = await signIn(await buildUser(api.databaseUrl))
  const { body } = await api.call('auth/refresh', undefined, { token, method: 'GET' })
  expect(body['encodedToken']).not.toBe(token)
  const { expires_at } = body['decodedToken'] as { expires_at: string }
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(59 * 60_000)
})

test('a remembered session ends after 30 days, another after 12 hours, however often it is renewed', async () => {
  const email = await buildUser(api.databaseUrl)
  await signIn(email, { remember: true })
  await signIn(email)
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from ends_at - sessions.created_at) / 3600)::integer as hours
      from sessions
      join users on users.id = user_id
     where email = ${email}
     order by hours`.execute(api.db)
  expect(rows.map((row) => row.hours)).toEqual([12, 720])
})

test('forged tokens are refused', async () => {
  const claims = { sid: crypto.randomUUID(), abilities: ['read-users'] }
  const sign = (key: string, header: object = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: '1', ...header })
      .setIssuer('hukum').setAudience('hukum/api').setSubject('1').setJti(crypto.randomUUID()).setIssuedAt().setExpirationTime('1h')
      .sign(Buffer.from(key, 'base64url')) // prettier-ignore
  const none = `${btoa('{"alg":"none","typ":"at+jwt","kid":"1"}')}.${btoa(JSON.stringify({ ...claims, sub: '1' }))}.`
  const forged = [
    await sign('Z'.repeat(43)),
    await sign(api.secrets.token_key),
    await sign(api.secrets.token_key, { kid: '../../etc/passwd' }),
    await sign(api.secrets.token_key, { typ: 'JWT' }),
    none,
    '',
    'a.b.c',
    '\u202e',
  ]
  for (const token of forged)
    expect(
      await api.call('auth/me', undefined, { headers: { authorization: `Bearer ${token}` }, method: 'GET' }),
    ).toMatchObject({ status: 401, sealed: false })
})

test('signing in and out is written to the audit log', async () => {
  const email = await buildUser(api.databaseUrl)
  const token = await signIn(email)
  await api.call('auth/logout', {}, { token })
  const { rows } = await sql<{ action: string }>`
    select action
      from audit
      join users on users.id = actor_id
     where email = ${email}
     order by audit.id`.execute(api.db)
  expect(rows.map((row) => row.action)).toEqual(['login', 'logout'])
})
