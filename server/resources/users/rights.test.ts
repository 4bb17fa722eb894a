import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/security/passwords.ts'
import { builtInPermissions } from '#shared/resources/index.ts'
import { type Api, openApi } from '#test/api.ts'
import { addApp } from '#test/factors.ts'
import { buildUser, password } from '#test/factories.ts'
import { png } from '#test/pictures.ts'

/** No privilege escalation, and at least one administrator always remains. */

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
const createUser = async (can: string[]) => {
  const email = await buildUser(api.databaseUrl, { can })
  const { rows } = await sql<{
    id: number
    version: number
  }>`select id, version from users where email = ${email}`.execute(api.db)
  const { id = 0, version = 0 } = rows[0] ?? {}
  return { email, id, version, role: await idOf(`role of ${email}`), call: await api.as(email, password) }
}

describe('a new user', () => {
  test('the lock of permissions is free while the first password of a new user waits to be hashed', async () => {
    const { call } = await createUser(staffRights)
    let unfinished = 16
    const hashes = Array.from({ length: unfinished }, () => hashPassword(password).finally(() => (unfinished -= 1)))
    const created = call('users/create', { name: 'A', email: `${crypto.randomUUID()}@hukum.test` })
    const isFree: unknown[] = []
    // The hash of the new user waits behind all of these, of which some run at once.
    while (unfinished > 8) {
      const { rows } = await sql`select pg_try_advisory_xact_lock(hashtext('rights')) as free`.execute(api.db)
      isFree.push(...rows)
    }
    expect((await created).status).toBe(200)
    expect(isFree).toContainEqual({ free: true })
    expect(isFree).not.toContainEqual({ free: false })
    await Promise.all(hashes)
  })

  test('a new user gets a first password that is shown once and begins no session', async () => {
    const { call } = await createUser(staffRights)
    const email = `${crypto.randomUUID()}@hukum.test`
    const { status, body } = await call('users/create', { name: 'އަޙްމަދު', email: email.toUpperCase(), is_locked: false })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(rowOf(body)).toMatchObject({ email, active: true })
    const first = String(body['password'])
    expect(first).toMatch(/^[\w]{5}(-[\w]{5}){3}$/)
    expect(JSON.stringify((await call('users/find', { id: rowOf(body).id })).body)).not.toContain(first)
    expect((await api.call('auth/login', { email, password: first })).body).not.toHaveProperty('encodedToken')
  })

  test('a new user with the e-mail address of another one is rejected at that field', async () => {
    const { call, email } = await createUser(staffRights)
    const { body } = await call('users/create', { name: 'އަޙްމަދު', email })
    expect((body['payload'] as { errors: object }).errors).toHaveProperty('email')
  })
})

describe('a user with limited permissions', () => {
  test('a user cannot assign a role with a permission that they do not have', async () => {
    const { call } = await createUser(staffRights)
    const stronger = await createUser([...staffRights, 'view-charge-status'])
    const other = await createUser([])
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

  test('a user cannot change, delete, or reset a user with a permission that they do not have', async () => {
    const { call } = await createUser(staffRights)
    const { id, version, email } = await createUser([...staffRights, 'view-charge-status'])
    for (const [path, body] of [
      ['users/update', { id, version, active: false }],
      ['users/update', { id, version, is_locked: true }],
      ['users/update', { id, version, roles: [] }],
      ['users/partialUpdate', { id, version, email: 'mine@hukum.test' }],
      ['users/password/reset', { id }],
      ['users/delete', { id }],
    ] as const)
      expect(await call(path, body), path).toMatchObject({
        status: 403,
        body: { code: 'holds-more-rights', payload: { errors: {} } },
      })
    expect(await api.call('auth/login', { email, password })).toMatchObject({ status: 200 })
  })

  test('the form of a user or role with further permissions, or of a built-in permission, says why it cannot be saved', async () => {
    const { call, id, role } = await createUser([...staffRights, 'read-permissions', 'update-permissions'])
    const stronger = await createUser([...staffRights, 'view-charge-status'])
    const refusalOf = async (resource: string, record: number) =>
      (await call(`${resource}/find`, { id: record })).body['refusal']
    expect(await refusalOf('users', stronger.id)).toMatch(/holds a right that you do not hold/)
    expect(await refusalOf('roles', stronger.role)).toMatch(/holds a right that you do not hold/)
    expect(await refusalOf('permissions', await idOf('read-users', 'permissions'))).toMatch(/cannot be changed/)
    expect(await refusalOf('users', id)).toBeUndefined()
    expect(await refusalOf('roles', role)).toBeUndefined()
  })

  test('a user cannot change their own roles or lock, close, or delete their own account, and saves their other fields', async () => {
    const { call, id, version, role } = await createUser(staffRights)
    const other = await createUser(staffRights)
    for (const [name, value] of Object.entries({ roles: [role, other.role], active: false, is_locked: true }))
      for (const verb of ['update', 'partialUpdate']) {
        const { status, body } = await call(`users/${verb}`, { id, version, [name]: value })
        expect([status, body['payload']]).toEqual([
          400,
          { errors: { [name]: ['Only another user can change this part of your account.'] } },
        ])
      }
    expect(await call('users/delete', { id })).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    const form = { id, version, name: 'އައިޝަތު', roles: [role], active: true, is_locked: false }
    expect(await call('users/update', form)).toMatchObject({ status: 200, body: { data: { name: 'އައިޝަތު' } } })
  })

  test('a user cannot add a permission that they do not have to a role, or remove it', async () => {
    const { call, role } = await createUser(staffRights)
    const stronger = await createUser(['view-charge-status'])
    const held = await idOf('read-users', 'permissions')
    const notHeld = await idOf('view-charge-status', 'permissions')
    const { version } = rowOf((await call('roles/find', { id: role })).body)
    expect(await call('roles/update', { id: role, version, permissions: [held, notHeld] })).toMatchObject({
      status: 403,
    })
    expect(await call('roles/create', { name: 'new', permissions: [notHeld] })).toMatchObject({ status: 403 })
    expect(await call('roles/update', { id: stronger.role, version: 1, permissions: [] })).toMatchObject({
      status: 403,
      body: { code: 'holds-more-rights' },
    })
    expect(await call('roles/create', { name: 'new', permissions: [held] })).toMatchObject({ status: 200 })
  })

  test('a built-in permission cannot be changed, deleted, or taken as a new name', async () => {
    const { call } = await createUser(staffRights)
    const builtIn = await idOf('read-users', 'permissions')
    expect(await call('permissions/update', { id: builtIn, version: 1, name: 'x' })).toMatchObject({ status: 422 })
    expect(await call('permissions/delete', { id: builtIn })).toMatchObject({ status: 422 })
    const mine = rowOf((await call('permissions/create', { name: 'read-archive' })).body)
    expect(
      await call('permissions/update', { id: mine.id, version: mine.version, name: 'update-subscriptionConfigs' }),
    ).toMatchObject({ status: 422 })
  })

  test('a new permission can be given to a role by a user whose role has every permission', async () => {
    const { call, role } = await createUser([...builtInPermissions])
    const { id } = rowOf((await call('permissions/create', { name: `read-${crypto.randomUUID()}` })).body)
    const { body } = await call('roles/find', { id: role })
    expect(rowOf(body)['permissions']).toContainEqual(expect.objectContaining({ id }))
    const given = rowOf((await call('roles/create', { name: 'archivist', permissions: [id] })).body)
    expect(await call('permissions/delete', { id })).toMatchObject({ status: 422, body: { code: 'in-use' } })
    expect(await call('roles/delete', { id: given.id })).toMatchObject({ status: 200 })
    expect(await call('permissions/delete', { id })).toMatchObject({ status: 200 })
  })
})

describe('the last administrator', () => {
  test('the role of the last administrator cannot lose its permissions', async () => {
    const { call, role } = await createUser(staffRights)
    expect(await call('roles/update', { id: role, version: 1, permissions: [] })).toMatchObject({
      status: 422,
      body: { code: 'last-administrator' },
    })
  })

  test('one administrator remains when two lock each other at the same time', async () => {
    const [one, two] = [await createUser(staffRights), await createUser(staffRights)]
    const answers = await Promise.all([
      one.call('users/update', { id: two.id, version: two.version, is_locked: true }),
      two.call('users/update', { id: one.id, version: one.version, is_locked: true }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('a save of roles, permissions, or a password of an older version is rejected with the changes since', async () => {
  const { call, role } = await createUser(staffRights)
  const other = await createUser([])
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

test('a user who changes their own picture or password causes no conflict in the staff form', async () => {
  const { call } = await createUser(staffRights)
  const other = await createUser([])
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

test('a user whose roles change gets an e-mail', async () => {
  const { call, role } = await createUser(staffRights)
  const other = await createUser([])
  await call('users/update', { id: other.id, version: other.version, roles: [role] })
  const { rows } = await sql`select from emails where kind = 'role-changed' and recipient = ${other.email}`.execute(
    api.db,
  )
  expect(rows).toHaveLength(1)
})

describe('second factors of another user', () => {
  const reset = (call: Awaited<ReturnType<Api['as']>>, id: number) => call('users/factors/reset', { id })
  const userWithApp = async (can: string[] = []) => {
    const user = await createUser(can)
    const { body } = await api.call('auth/login', { email: user.email, password })
    return { ...user, ...(await addApp(api, String(body['encodedToken']))) }
  }

  test('an administrator removes the second factors of a user, who is notified and signs in by the password', async () => {
    const { call } = await createUser(staffRights)
    const { id, email, call: own } = await userWithApp()
    expect(await reset(call, id)).toMatchObject({ status: 200 })
    expect((await own('auth/factors')).body['data']).toMatchObject({
      totp: null,
      recovery_codes: null,
      email_codes: true,
    })
    expect((await api.call('auth/login', { email, password })).body).toHaveProperty('encodedToken')
    expect((await api.emails(email)).at(-1)?.text).toContain('The staff removed your second step')
    const { rows } = await sql`
      select action, actor_id <> row_id as by_another from audit where row_id = ${id} and action = 'factors-reset'`.execute(
      api.db,
    )
    expect(rows).toEqual([{ action: 'factors-reset', by_another: true }])
    expect(await reset(call, id)).toMatchObject({ status: 422, body: { code: 'no-factor-to-reset' } })
  })

  test('the own second factors cannot be removed without the current password', async () => {
    const { id, call } = await userWithApp(staffRights)
    expect(await reset(call, id)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    expect((await call('auth/factors')).body['data']).toMatchObject({ totp: { used_at: null } })
  })

  test('the second factors of a user with further permissions cannot be removed', async () => {
    const { call } = await createUser(['read-users', 'update-users'])
    const { id, call: own } = await userWithApp(staffRights)
    expect(await reset(call, id)).toMatchObject({ status: 403, body: { code: 'holds-more-rights' } })
    expect((await own('auth/factors')).body['data']).toMatchObject({ totp: { used_at: null } })
  })
})
