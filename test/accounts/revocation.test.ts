import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { until } from '#test/live.ts'
import { png } from '#test/pictures.ts'

let api: Api
let listener: pg.Client
const received: { channel: string; payload: string }[] = []

beforeAll(async () => {
  api = await openApi()
  listener = new pg.Client({ connectionString: api.databaseUrl })
  await listener.connect()
  listener.on('notification', ({ channel, payload = '' }) => received.push({ channel, payload }))
  await listener.query('listen sessions; listen rights')
})
afterAll(async () => {
  await listener.end()
  await api.close()
})

/** Signs in a new user with an avatar. Returns the token, the link of the avatar, and the ids that sockets are closed by. */
async function signInNewUser() {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  const avatar = await api.call('auth/profile/avatar', { Image: png(8, 8).toString('base64') }, { token })
  const { rows } = await sql<{ session: string; user: number }>`
    select sessions.id as session, user_id as user
      from sessions join users on users.id = user_id where email = ${email}`.execute(api.db)
  return {
    email,
    token,
    link: String(avatar.body['avatar']),
    session: rows[0]?.session ?? '',
    user: rows[0]?.user ?? 0,
  }
}
type SignedInUser = Awaited<ReturnType<typeof signInNewUser>>

const statusesOf = async ({ token, link }: SignedInUser) => [
  (await api.call('auth/me', undefined, { token, method: 'GET' })).status,
  (await api.app.inject({ method: 'GET', url: link })).statusCode,
]

const isReceived = (channel: string, payload: string) =>
  received.some((one) => one.channel === channel && one.payload === payload)

const receives = (channel: string, payload: string) => until(() => isReceived(channel, payload))

const change =
  (set: ReturnType<typeof sql>) =>
  ({ email }: SignedInUser) =>
    sql`update users set ${set} where email = ${email}`.execute(api.db)

const endReasons: Record<string, (who: SignedInUser) => Promise<unknown>> = {
  'a log-out': ({ token }) => api.call('auth/logout', {}, { token }),
  'the end of it from elsewhere': async ({ email, session }) => {
    const { body } = await api.call('auth/login', { email, password })
    await api.call('auth/sessions/end', { id: session }, { token: String(body['encodedToken']) })
  },
  'a deactivation': change(sql`active = false`),
  'a lock by the staff': change(sql`is_locked = true`),
  'a deletion': change(sql`deleted_at = now()`),
  'a password that must be changed': change(sql`must_change_password = true`),
  'a new password by a link': async ({ email }) => {
    await api.call('auth/password/resetInit', { Email: email })
    const [message] = await api.emails(email)
    const { body } = await api.call('auth/password/resetValidate', { ref: message?.reference })
    const Password = 'a wholly other 34'
    await api.call('auth/password/resetComplete', { ref: body['Ref'], Password, Password_confirmation: Password })
  },
}

test.each(Object.entries(endReasons))(
  '%s ends calls and file links of the session, and notifies its sockets',
  async (_what, end) => {
    const who = await signInNewUser()
    expect(await statusesOf(who)).toEqual([200, 200])
    await end(who)
    expect(await statusesOf(who)).toEqual([401, 401])
    await receives('sessions', who.session)
  },
)

test('ending all other sessions notifies each of them and keeps the current one', async () => {
  const who = await signInNewUser()
  const { body } = await api.call('auth/login', { email: who.email, password })
  const token = String(body['encodedToken'])
  await api.call('auth/sessions/endOthers', {}, { token })
  await receives('sessions', who.session)
  expect(await statusesOf(who)).toEqual([401, 401])
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({ status: 200 })
})

test('a granted or revoked role or permission notifies the affected user and keeps the session', async () => {
  const who = await signInNewUser()
  const role = sql`(select id from roles where name = ${`role of ${who.email}`})`
  await receives('rights', String(who.user))
  received.length = 0
  await sql`delete from role_permissions where role_id = ${role}`.execute(api.db)
  await receives('rights', String(who.user))
  received.length = 0
  await sql`delete from user_roles where role_id = ${role}`.execute(api.db)
  await receives('rights', String(who.user))
  expect(await statusesOf(who)).toEqual([200, 200])
})

test('a rolled-back end of a session sends no notification', async () => {
  const who = await signInNewUser()
  await api.db
    .transaction()
    .execute(async (db) => {
      await sql`update users set active = false where email = ${who.email}`.execute(db)
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  expect(await statusesOf(who)).toEqual([200, 200])
  expect(received.filter(({ payload }) => payload === who.session)).toEqual([])
})
