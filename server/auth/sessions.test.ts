import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/db/database.ts'
import { restoreSession } from '#server/session/session.ts'
import { createTokens } from '#server/session/tokens.ts'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const signIn = async (email: string, more: object = {}) => {
  const { body } = await api.call('auth/login', { email, password, ...more })
  return String(body['encodedToken'])
}
const signInNewUser = async (more: object = {}) => signIn(await buildUser(api.databaseUrl), more)
const me = (token: string) => api.call('auth/me', undefined, { token, method: 'GET' })
const refresh = (token: string) => api.call('auth/refresh', undefined, { token, method: 'GET' })
const renewed = async (token: string) => String((await refresh(token)).body['encodedToken'])

const idOf = (token: string) => String(decodeJwt(token)['sid'])
const change = (token: string, set: ReturnType<typeof sql>) =>
  sql`update sessions set ${set} where id = ${idOf(token)}`.execute(api.db)
const endReasonOf = async (token: string) => {
  const { rows } = await sql<{ why: string | null }>`
    select ended_why as why from sessions where id = ${idOf(token)}`.execute(api.db)
  return rows[0]?.why
}

test('a token is rejected after logout', async () => {
  const token = await signInNewUser()
  expect(await api.call('auth/logout', {}, { token })).toMatchObject({ status: 200 })
  expect(await me(token)).toMatchObject({ status: 401, sealed: false, body: { code: 'no-session' } })
})

test('a locked account and a removed permission apply to the next call', async () => {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const token = await signIn(email)
  await sql`delete from role_permissions where role_id = (select id from roles where name = ${`role of ${email}`})`.execute(
    api.db,
  )
  expect((await me(token)).body['scp']).toEqual([])
  await sql`update users set is_locked = true where email = ${email}`.execute(api.db)
  expect(await me(token)).toMatchObject({ status: 401 })
})

test('reopening a closed account does not restore its sessions', async () => {
  const email = await buildUser(api.databaseUrl)
  const token = await signIn(email)
  await sql`update users set active = false where email = ${email}`.execute(api.db)
  await sql`update users set active = true where email = ${email}`.execute(api.db)
  expect(await me(token)).toMatchObject({ status: 401 })
  expect(await endReasonOf(token)).toBe('inactive')
})

test('a refresh returns a new token with the full lifetime', async () => {
  const token = await signInNewUser()
  const { body } = await refresh(token)
  expect(body['encodedToken']).not.toBe(token)
  const { expires_at } = body['decodedToken'] as { expires_at: string }
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(59 * 60_000)
})

test('the previous token is valid for some seconds, and its refresh returns the newest token', async () => {
  const old = await signInNewUser()
  const newest = await renewed(old)
  expect(await me(old)).toMatchObject({ status: 200 })
  expect(await renewed(old)).toBe(newest)
})

test('concurrent refreshes return one new token', async () => {
  const token = await signInNewUser()
  const tokens = await Promise.all(Array.from({ length: 8 }, () => renewed(token)))
  expect(new Set(tokens).size).toBe(1)
})

test('a previous token past its grace period is rejected, and its refresh ends the session', async () => {
  const old = await signInNewUser()
  const newest = await renewed(old)
  await change(old, sql`rotated_at = now() - interval '31 seconds'`)
  expect(await me(old)).toMatchObject({ status: 401 })
  expect(await me(newest)).toMatchObject({ status: 200 })
  expect(await refresh(old)).toMatchObject({ status: 401, sealed: false, body: { code: 'no-session' } })
  expect(await me(newest)).toMatchObject({ status: 401 })
  expect(await endReasonOf(old)).toBe('replayed')
})

test('a refresh whose answer was lost is repeated with the previous token past its grace period', async () => {
  const old = await signInNewUser()
  const lost = await renewed(old)
  await change(
    old,
    sql`(rotated_at, seen_at, token_ends_at) = (select now() - interval '50 minutes', now() - interval '50 minutes', now())`,
  )
  const { status, body } = await refresh(old)
  expect(status).toBe(200)
  const newest = String(body['encodedToken'])
  expect(decodeJwt(newest)['jti']).toBe(decodeJwt(lost)['jti'])
  expect(await me(newest)).toMatchObject({ status: 200 })

  await change(old, sql`rotated_at = rotated_at - interval '31 seconds'`)
  expect(await refresh(old)).toMatchObject({ status: 401 })
  expect(await endReasonOf(old)).toBe('replayed')
})

test('a refresh with a token of two renewals ago ends the session', async () => {
  const oldest = await signInNewUser()
  const newest = await renewed(await renewed(oldest))
  expect(await refresh(oldest)).toMatchObject({ status: 401 })
  expect(await me(newest)).toMatchObject({ status: 401 })
})

test('an expired token renews an active session only', async () => {
  const token = await signInNewUser()
  expect(await me(await expiredCopy(token))).toMatchObject({ status: 401 })
  const { status, sealed, body } = await refresh(await expiredCopy(token))
  expect({ status, sealed }).toEqual({ status: 200, sealed: false })
  const newest = String(body['encodedToken'])
  expect(await me(newest)).toMatchObject({ status: 200 })

  await change(token, sql`ended_at = now(), ended_why = 'staff'`)
  expect(await refresh(await expiredCopy(newest))).toMatchObject({ status: 401 })
})

test('a refresh without a valid token is rejected', async () => {
  for (const token of ['', 'a.b.c']) expect(await refresh(token)).toMatchObject({ status: 401 })
})

test('a session ends after 12 hours, a remembered one after 30 days, even when renewed', async () => {
  const email = await buildUser(api.databaseUrl)
  await renewed(await signIn(email, { remember: true }))
  await renewed(await signIn(email))
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from ends_at - sessions.created_at) / 3600)::integer as hours
      from sessions
      join users on users.id = user_id
     where email = ${email}
     order by hours`.execute(api.db)
  expect(rows.map((row) => row.hours)).toEqual([12, 720])
})

test('a token expires with its session at the latest', async () => {
  const token = await signInNewUser()
  await change(token, sql`ends_at = now() + interval '5 minutes', token_ends_at = now()`)
  const next = await refresh(token)
  const { expires_at } = next.body['decodedToken'] as { expires_at: string }
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(5 * 60_000)
  await change(token, sql`ends_at = now(), token_ends_at = now()`)
  expect(await me(String(next.body['encodedToken']))).toMatchObject({ status: 401 })
})

test('a session ends after an hour without a call, a remembered one does not', async () => {
  const [idle, remembered] = [await signInNewUser(), await signInNewUser({ remember: true })]
  for (const token of [idle, remembered]) await change(token, sql`seen_at = now() - interval '61 minutes'`)
  expect(await me(idle)).toMatchObject({ status: 401 })
  // The rejected call does not count as use.
  expect(await refresh(idle)).toMatchObject({ status: 401 })
  expect(await me(remembered)).toMatchObject({ status: 200 })
})

test('the last use of a session is stored at most once a minute', async () => {
  const token = await signInNewUser()
  const age = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from now() - seen_at) as seconds from sessions where id = ${idOf(token)}`.execute(api.db)
    return rows[0]?.seconds ?? 0
  }
  await change(token, sql`seen_at = now() - interval '30 seconds'`)
  await me(token)
  expect(await age()).toBeGreaterThan(29)
  await change(token, sql`seen_at = now() - interval '70 seconds'`)
  await me(token)
  expect(await age()).toBeLessThan(60)
})

type Own = { id: string; current: boolean; user_agent: string }
const own = async (token: string) => (await api.call('auth/sessions', {}, { token })).body['data'] as Own[]

test('a user lists their own active sessions and ends one or all others', async () => {
  const email = await buildUser(api.databaseUrl)
  const [first, second, third] = [await signIn(email), await signIn(email), await signIn(email)]
  await signInNewUser()
  expect((await own(first)).map(({ current }) => current)).toEqual([true, false, false])

  expect(await api.call('auth/sessions/end', { id: idOf(second) }, { token: first })).toMatchObject({ status: 200 })
  expect(await me(second)).toMatchObject({ status: 401 })
  expect(await own(first)).toHaveLength(2)

  for (const _ of ['once', 'again'])
    expect(await api.call('auth/sessions/endOthers', {}, { token: first })).toMatchObject({ status: 200 })
  const { rows: recorded } = await sql`
    select after from audit where action = 'sessions-ended' and session_id = ${idOf(first)}`.execute(api.db)
  expect(recorded).toEqual([{ after: { count: 1 } }])
  expect(await me(third)).toMatchObject({ status: 401 })
  expect(await own(first)).toMatchObject([{ id: idOf(first), current: true }])
})

test('a user cannot end a session of another user', async () => {
  const [mine, other] = [await signInNewUser(), await signInNewUser()]
  expect(await api.call('auth/sessions/end', { id: idOf(other) }, { token: mine })).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  })
  expect(await me(other)).toMatchObject({ status: 200 })
})

test('the eleventh session of a user ends the oldest, and the user is notified why in the application and by e-mail', async () => {
  const email = await buildUser(api.databaseUrl)
  const tokens = []
  for (let number = 0; number < limits.session.per_user + 1; number += 1) tokens.push(await signIn(email))
  const [oldest = '', ...others] = tokens
  expect(await me(oldest)).toMatchObject({ status: 401 })
  expect(await endReasonOf(oldest)).toBe('limit')
  expect(await own(others.at(-1) ?? '')).toHaveLength(limits.session.per_user)

  const { body } = await api.call('notifications/get', {}, { token: others[0] ?? '' })
  expect(body['data']).toMatchObject([{ kind: 'session-ended', data: { device: null, most: limits.session.per_user } }])
  const [message, ...rest] = await api.emails(email)
  expect(rest).toEqual([])
  expect(message).toMatchObject({ kind: 'session-ended', subject: 'Your oldest session was ended' })
})

test('sessions that have expired or belong to another user do not count towards the ten of a user', async () => {
  const email = await buildUser(api.databaseUrl)
  const first = await signIn(email)
  for (let number = 1; number < limits.session.per_user; number += 1)
    await change(await signIn(email), sql`token_ends_at = now(), ends_at = now()`)
  await signInNewUser()
  await signIn(email)
  expect(await me(first)).toMatchObject({ status: 200 })
})

test('concurrent sign-ins of a user leave ten sessions', async () => {
  const email = await buildUser(api.databaseUrl)
  const tokens = await Promise.all(Array.from({ length: 25 }, () => signIn(email)))
  const statuses = await Promise.all(tokens.map(async (token) => (await me(token)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.session.per_user)
})

/** The same token, signed two hours ago with a lifetime of one. */
function expiredCopy(token: string) {
  const { sid, jti = '', sub = '' } = decodeJwt(token)
  const then = Math.floor(Date.now() / 1000) - 7200
  return new SignJWT({ sid, abilities: [] })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: '1' })
    .setIssuer('hukum')
    .setAudience('hukum/api')
    .setSubject(sub)
    .setJti(jti)
    .setIssuedAt(then)
    .setExpirationTime(then + 3600)
    .sign(Buffer.from(api.secrets.token_key, 'base64url'))
}

test('the query for the session of a call is planned once a connection', async () => {
  const token = await signInNewUser()
  const connection = connect(api.databaseUrl, { connections: 1 })
  const tokens = createTokens(api.secrets)
  for (let call = 0; call < 8; call += 1)
    expect(await restoreSession({ db: connection.db, tokens }, token)).toMatchObject({ token })
  const { rows } = await sql`select name, generic_plans > 0 as is_cached from pg_prepared_statements`.execute(
    connection.db,
  )
  await connection.close()
  expect(rows).toEqual([{ name: 'session', is_cached: true }])
})
