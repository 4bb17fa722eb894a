import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../api.ts'
import { buildUser, password } from '../factories.ts'
import { until } from '../live.ts'
import { png } from '../pictures.ts'

let api: Api
let listener: pg.Client
const heard: { channel: string; payload: string }[] = []

beforeAll(async () => {
  api = await openApi()
  listener = new pg.Client({ connectionString: api.databaseUrl })
  await listener.connect()
  listener.on('notification', ({ channel, payload = '' }) => heard.push({ channel, payload }))
  await listener.query('listen sessions; listen rights')
})
afterAll(async () => {
  await listener.end()
  await api.close()
})

/** Somebody with a session, a link to his picture, and the id that his sockets would be kept under. */
async function someone() {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  const kept = await api.call('auth/profile/avatar', { Image: png(8, 8).toString('base64') }, { token })
  const { rows } = await sql<{ session: string; user: number }>`
    select sessions.id as session, user_id as user
      from sessions join users on users.id = user_id where email = ${email}`.execute(api.db)
  return { email, token, link: String(kept.body['avatar']), session: rows[0]?.session ?? '', user: rows[0]?.user ?? 0 }
}
type Someone = Awaited<ReturnType<typeof someone>>

const ask = async ({ token, link }: Someone) => [
  (await api.call('auth/me', undefined, { token, method: 'GET' })).status,
  (await api.app.inject({ method: 'GET', url: link })).statusCode,
]

const isHeard = (channel: string, payload: string) =>
  heard.some((one) => one.channel === channel && one.payload === payload)

/** Within a second: that is the promise. */
const hears = (channel: string, payload: string) => until(() => isHeard(channel, payload), 1000)

const change =
  (set: ReturnType<typeof sql>) =>
  ({ email }: Someone) =>
    sql`update users set ${set} where email = ${email}`.execute(api.db)

const endings: Record<string, (who: Someone) => Promise<unknown>> = {
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
    const [letter] = await api.emails(email)
    const { body } = await api.call('auth/password/resetValidate', { ref: letter?.reference })
    const Password = 'a wholly other 34'
    await api.call('auth/password/resetComplete', { ref: body['Ref'], Password, Password_confirmation: Password })
  },
}

test.each(Object.entries(endings))(
  '%s is known within a second to calls, links of files, and whoever listens',
  async (_what, end) => {
    const who = await someone()
    expect(await ask(who)).toEqual([200, 200])
    await end(who)
    expect(await ask(who)).toEqual([401, 401])
    await hears('sessions', who.session)
  },
)

test('the end of others is known to each of them, and not to the one that stays', async () => {
  const who = await someone()
  const { body } = await api.call('auth/login', { email: who.email, password })
  const token = String(body['encodedToken'])
  await api.call('auth/sessions/endOthers', {}, { token })
  await hears('sessions', who.session)
  expect(await ask(who)).toEqual([401, 401])
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({ status: 200 })
})

test('a role or a permission that is given or taken is known to each person it concerns, and the session goes on', async () => {
  const who = await someone()
  const role = sql`(select id from roles where name = ${`role of ${who.email}`})`
  await hears('rights', String(who.user))
  heard.length = 0
  await sql`delete from role_permissions where role_id = ${role}`.execute(api.db)
  await hears('rights', String(who.user))
  heard.length = 0
  await sql`delete from user_roles where role_id = ${role}`.execute(api.db)
  await hears('rights', String(who.user))
  expect(await ask(who)).toEqual([200, 200])
})

test('nothing is told of an end that was taken back', async () => {
  const who = await someone()
  await api.db
    .transaction()
    .execute(async (db) => {
      await sql`update users set active = false where email = ${who.email}`.execute(db)
      throw new Error('taken back')
    })
    .catch(() => undefined)
  expect(await ask(who)).toEqual([200, 200])
  expect(heard.filter(({ payload }) => payload === who.session)).toEqual([])
})
