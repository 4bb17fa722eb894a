import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '#server/events/announce.ts'
import { caseTypes } from '#shared/resources/caseTypes.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { untilLockWaits } from '#test/locks.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const signIn = async (email: string, more: object = {}) => {
  const { body } = await api.call('auth/login', { email, password, ...more })
  return String(body['encodedToken'])
}

test('a login returns the user and their permissions', async () => {
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

test('a response to a session is sealed in an envelope that only its token opens', async () => {
  const token = await signIn(await buildUser(api.databaseUrl))
  const { sealed, body } = await api.call('auth/me', undefined, { token, method: 'GET' })
  expect(sealed).toBe(true)
  expect(body).toMatchObject({ Status: 'success', encodedToken: token })
})

test('a restored session knows the last live change, from which its channels are followed', async () => {
  const token = await signIn(await buildUser(api.databaseUrl))
  const position = async () => Number((await api.call('auth/me', undefined, { token, method: 'GET' })).body['position'])
  const before = await position()
  await announce(
    { db: api.db, socketId: undefined, session: undefined },
    { resource: caseTypes, event: 'Created', id: 1 },
  )
  expect(await position()).toBe(before + 1)
})

test('a login compares e-mail addresses without case', async () => {
  const email = await buildUser(api.databaseUrl, { email: 'mixed@hukum.test' })
  expect(await api.call('auth/login', { email: email.toUpperCase(), password })).toMatchObject({ status: 200 })
})

test('a wrong password and an unknown e-mail address get the same response', async () => {
  const email = await buildUser(api.databaseUrl)
  const wrong = await api.call('auth/login', { email, password: `${password}.` })
  const unknown = await api.call('auth/login', { email: 'nobody@hukum.test', password })
  expect(wrong.status).toBe(401)
  expect(unknown).toEqual(wrong)
})

test.each([{ active: false }, { is_locked: true }])('a login to a closed account is rejected (%o)', async (closed) => {
  const email = await buildUser(api.databaseUrl, closed)
  expect(await api.call('auth/login', { email, password })).toMatchObject({
    status: 401,
    body: { code: 'bad-credentials' },
  })
})

test('login and logout are written to the audit log', async () => {
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

test.each([
  ['a session', 'deactivated', {}, sql`active = false`],
  ['a session', 'given another password', {}, sql`password_hash = 'another'`],
  ['the choice of a password', 'given another password', { must_change: true }, sql`password_hash = 'another'`],
])('a login that leads to %s is rejected when the account is %s meanwhile', async (_step, _change, account, set) => {
  const email = await buildUser(api.databaseUrl, account)
  const answer = await api.db.transaction().execute(async (db) => {
    await sql`update users set ${set} where email = ${email}`.execute(db)
    const pending = api.call('auth/login', { email, password })
    await Promise.race([untilLockWaits(api.pool), pending])
    return { pending }
  })
  expect(await answer.pending).toMatchObject({ status: 401, body: { code: 'bad-credentials' } })
})

test.each([
  [
    'a second factor',
    sql`insert into totp_authenticators (user_id, sealed_secret, confirmed_at)
        select id, '', now() from users where email = `,
  ],
  [
    'a role with a permission',
    sql`with role as (insert into roles (name) values ('Clerk') returning id),
             granted as (insert into role_permissions (role_id, permission_id)
                         select role.id, permissions.id from role, permissions limit 1)
        insert into user_roles (user_id, role_id) select users.id, role.id from role, users where email = `,
  ],
])('a login that leads to a session is rejected when the account is given %s meanwhile', async (_what, give) => {
  const email = await buildUser(api.databaseUrl)
  const answer = await api.db.transaction().execute(async (db) => {
    await sql`select from users where email = ${email} for no key update`.execute(db)
    await sql`${give} ${email}`.execute(db)
    const pending = api.call('auth/login', { email, password })
    await Promise.race([untilLockWaits(api.pool), pending])
    return { pending }
  })
  expect(await answer.pending).toMatchObject({ status: 401, body: { code: 'bad-credentials' } })
})
