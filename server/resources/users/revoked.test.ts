import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { untilLockWaits } from '#test/locks.ts'

/** Permissions are read before the body of a call, which can take minutes to arrive. */

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const staffRights = ['read', 'create', 'update', 'delete'].flatMap((action) => [`${action}-users`, `${action}-roles`])

async function createStaff() {
  const email = await buildUser(api.databaseUrl, { can: staffRights })
  const { rows } = await sql<{ id: number; role: number }>`
    select users.id, role_id as role from users join user_roles on user_id = users.id where email = ${email}`.execute(
    api.db,
  )
  return { id: 0, role: 0, ...rows[0], call: await api.as(email, password) }
}

const loses = (name: string) => (user: number) =>
  sql`
  delete from role_permissions
   using permissions, user_roles
   where permission_id = permissions.id
     and role_permissions.role_id = user_roles.role_id
     and user_id = ${user}
     and permissions.name = ${name}`
const signedOut = (user: number) => sql`
  update sessions set ended_at = now(), ended_why = 'logout' where user_id = ${user} and ended_at is null`
const notAllowed = { status: 403, body: { code: 'not-allowed' } }

const create = (role: number) => ({ name: 'A', email: `${crypto.randomUUID()}@hukum.test`, roles: [role] })

test.each([
  ['the permission of the call', 'users/create', create, loses('create-users'), notAllowed],
  ['the permission of the call', 'users/password/reset', () => ({ id: 1 }), loses('update-users'), notAllowed],
  ['the permission of the call', 'roles/create', () => ({ name: 'new' }), loses('create-roles'), notAllowed],
  [
    'a permission that they grant',
    'users/create',
    create,
    loses('read-roles'),
    { status: 403, body: { code: 'beyond-own-rights' } },
  ],
  ['their session', 'users/create', create, signedOut, { status: 401, body: { code: 'no-session' } }],
] as const)(
  'a user who loses %s while the body of %s arrives changes nothing',
  async (_lost, path, input, revoke, refused) => {
    const { id, call } = await createStaff()
    const { role } = await createStaff()
    const { pending } = await api.db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('rights'))`.execute(db)
      const answer = call(path, input(role))
      await untilLockWaits(api.pool)
      await revoke(id).execute(db)
      return { pending: answer }
    })
    expect(await pending).toMatchObject(refused)
  },
)
