import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limitTable } from '#server/endpoint/rateLimits.ts'
import { type Api, openApi } from '../../../test/api.ts'
import { buildUser, password } from '../../../test/factories.ts'
import { png } from '../../../test/pictures.ts'

/** Nobody gains a right that nobody who held it gave him, and somebody can always put things right again. */

let api: Api
const staffRights = ['users', 'roles', 'permissions'].flatMap((name) =>
  ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`),
)

type Body = Record<string, unknown>
const rowOf = (body: Body) => body['data'] as Body & { id: number; version: number }

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(() => sql`update users set deleted_at = now()`.execute(api.db))

const idOf = async (name: string, table = 'roles') => {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where name = ${name}`.execute(api.db)
  return rows[0]?.id ?? 0
}
const person = async (can: string[]) => {
  const email = await buildUser(api.databaseUrl, { can })
  const { rows } = await sql<{
    id: number
    version: number
  }>`select id, version from users where email = ${email}`.execute(api.db)
  const { id = 0, version = 0 } = rows[0] ?? {}
  return { email, id, version, role: await idOf(`role of ${email}`), call: await api.as(email, password) }
}

describe('a new person', () => {
  test('gets a first password that is told once and opens no session', async () => {
    const { call } = await person(staffRights)
    const email = `${crypto.randomUUID()}@hukum.test`
    const { status, body } = await call('users/create', { name: 'އަޙްމަދު', email: email.toUpperCase(), is_locked: false })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(rowOf(body)).toMatchObject({ email, active: true })
    const first = String(body['password'])
    expect(first).toMatch(/^[\w]{5}(-[\w]{5}){3}$/)
    expect(JSON.stringify((await call('users/find', { id: rowOf(body).id })).body)).not.toContain(first)
    expect((await api.call('auth/login', { email, password: first })).body).not.toHaveProperty('encodedToken')
  })

  test('with an e-mail that somebody has is refused at the e-mail', async () => {
    const { call, email } = await person(staffRights)
    const { body } = await call('users/create', { name: 'އަޙްމަދު', email })
    expect((body['payload'] as { errors: object }).errors).toHaveProperty('email')
  })
})

describe('nobody', () => {
  test('gives a role that holds more than he does', async () => {
    const { call } = await person(staffRights)
    const stronger = await person([...staffRights, 'view-charge-status'])
    const other = await person([])
    const given = { roles: [other.role, stronger.role] }
    for (const answer of [
      await call('users/update', { id: other.id, version: other.version, ...given }),
      await call('users/partialUpdate', { id: other.id, ...given }),
      await call('users/create', { name: 'a', email: 'a@hukum.test', ...given }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'beyond-own-rights' } })
      expect(answer.body['payload']).toMatchObject({
        errors: { roles: [`role of ${stronger.email} holds a permission that you do not hold yourself.`] },
      })
    }
  })

  test('changes, deletes or resets whoever holds more than he does', async () => {
    const { call } = await person(staffRights)
    const { id, version, email } = await person([...staffRights, 'view-charge-status'])
    for (const [path, body] of [
      ['users/update', { id, version, active: false }],
      ['users/partialUpdate', { id, version, email: 'mine@hukum.test' }],
      ['users/password/reset', { id }],
      ['users/delete', { id }],
    ] as const)
      expect(await call(path, body), path).toMatchObject({ status: 403, body: { code: 'beyond-own-rights' } })
    expect(await api.call('auth/login', { email, password })).toMatchObject({ status: 200 })
  })

  test('puts a permission into a role, or takes one out of it, that he does not hold', async () => {
    const { call, role } = await person(staffRights)
    const stronger = await person(['view-charge-status'])
    const held = await idOf('read-users', 'permissions')
    const beyond = await idOf('view-charge-status', 'permissions')
    const { version } = rowOf((await call('roles/find', { id: role })).body)
    expect(await call('roles/update', { id: role, version, permissions: [held, beyond] })).toMatchObject({
      status: 403,
    })
    expect(await call('roles/create', { name: 'new', permissions: [beyond] })).toMatchObject({ status: 403 })
    expect(await call('roles/update', { id: stronger.role, version: 1, permissions: [] })).toMatchObject({
      status: 403,
    })
    expect(await call('roles/create', { name: 'new', permissions: [held] })).toMatchObject({ status: 200 })
  })

  test('renames a permission into one that the system asks for, or changes one of those', async () => {
    const { call } = await person(staffRights)
    const known = await idOf('read-users', 'permissions')
    expect(await call('permissions/update', { id: known, version: 1, name: 'x' })).toMatchObject({ status: 422 })
    expect(await call('permissions/delete', { id: known })).toMatchObject({ status: 422 })
    const mine = rowOf((await call('permissions/create', { name: 'read-archive' })).body)
    expect(
      await call('permissions/update', { id: mine.id, version: mine.version, name: 'update-subscriptionConfigs' }),
    ).toMatchObject({ status: 422 })
  })
})

describe('the last administrator', () => {
  test('can be neither locked, deactivated, stripped nor deleted', async () => {
    const { call, id, version, role } = await person(staffRights)
    const refused = { status: 422, body: { code: 'last-administrator' } }
    for (const change of [{ is_locked: true }, { active: false }, { roles: [] }]) {
      expect(await call('users/update', { id, version, ...change }), JSON.stringify(change)).toMatchObject(refused)
      expect(await call('users/partialUpdate', { id, version, ...change })).toMatchObject(refused)
    }
    expect(await call('users/delete', { id })).toMatchObject(refused)
    expect(await call('roles/update', { id: role, version: 1, permissions: [] })).toMatchObject(refused)
    expect((await call('users/find', { id })).body['data']).toMatchObject({ active: true, roles: [{ id: role }] })
  })

  test('stays when two lock each other at the same moment', async () => {
    const [one, two] = [await person(staffRights), await person(staffRights)]
    const answers = await Promise.all([
      one.call('users/update', { id: two.id, version: two.version, is_locked: true }),
      two.call('users/update', { id: one.id, version: one.version, is_locked: true }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('a reset of a password ends the sessions of its person and tells a first password once', async () => {
  const { call } = await person(staffRights)
  const other = await person([])
  const { body } = await call('users/password/reset', { id: other.id })
  expect(String(body['password'])).toMatch(/-/)
  expect(await other.call('auth/logout', {})).toMatchObject({ status: 401 })
  const { rows } = await sql`select from emails where kind = 'first-password' and recipient = ${other.email}`.execute(
    api.db,
  )
  expect(rows).toHaveLength(1)
})

test('a reset of a password gives back the tries that strangers have used up', async () => {
  const strict = await openApi({ limitsScale: 1, env: { TRUSTED_PROXIES: '1' } })
  const staff = await buildUser(strict.databaseUrl, { can: staffRights })
  const email = await buildUser(strict.databaseUrl)
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(strict.db)
  const logIn = (typed: unknown, place: number) =>
    strict.call('auth/login', { email, password: typed }, { headers: { 'x-forwarded-for': `198.51.${place}.1` } })
  const call = await strict.as(staff, password)
  for (let place = 0; place < limitTable['wrong-login'].points; place += 1) await logIn('not the password', place)
  expect((await logIn(password, 100)).body).not.toHaveProperty('encodedToken')

  const { body } = await call('users/password/reset', { id: rows[0]?.id })
  expect(await logIn(body['password'], 101)).toMatchObject({
    status: 200,
    body: { hash: expect.any(String) as string },
  })
  await strict.close()
})

test('roles, permissions and a password that another has changed meanwhile are told to whoever comes late', async () => {
  const { call, role } = await person(staffRights)
  const other = await person([])
  await call('users/update', { id: other.id, version: other.version, roles: [role] })
  const late = await call('users/update', { id: other.id, version: other.version, roles: [] })
  expect(late).toMatchObject({ status: 409, body: { payload: { changes: [{ fields: [{ name: 'roles' }] }] } } })
  const { version } = rowOf((await call('users/find', { id: other.id })).body)
  await call('users/password/reset', { id: other.id, version })
  expect(await call('users/password/reset', { id: other.id, version })).toMatchObject({
    status: 409,
    body: { payload: { changes: [{ action: 'reset-password', version: version + 1 }] } },
  })

  const held = await idOf('read-users', 'permissions')
  const made = rowOf((await call('roles/create', { name: 'late', permissions: [] })).body)
  await call('roles/update', { id: made.id, version: made.version, permissions: [held] })
  expect(await call('roles/update', { id: made.id, version: made.version, permissions: [] })).toMatchObject({
    status: 409,
  })
})

test('a picture and a password of one’s own make no form late', async () => {
  const { call } = await person(staffRights)
  const other = await person([])
  expect(await other.call('auth/profile/avatar', { Image: png(64, 64).toString('base64') })).toMatchObject({
    status: 200,
  })
  const changed = await other.call('auth/password/change', {
    CurrentPassword: password,
    Password: 'masdhoni vela 81',
    Password_confirmation: 'masdhoni vela 81',
  })
  expect(changed, JSON.stringify(changed.body)).toMatchObject({ status: 200 })
  const { body } = await call('users/find', { id: other.id })
  expect(rowOf(body).version).toBe(other.version)
})

test('whoever gets another role is told by letter', async () => {
  const { call, role } = await person(staffRights)
  const other = await person([])
  await call('users/update', { id: other.id, version: other.version, roles: [role] })
  const { rows } = await sql`select from emails where kind = 'role-changed' and recipient = ${other.email}`.execute(
    api.db,
  )
  expect(rows).toHaveLength(1)
})
