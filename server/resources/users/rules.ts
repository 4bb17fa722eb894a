import { type RawBuilder, sql } from 'kysely'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { permission } from '#shared/resource/names.ts'
import { roles } from '#shared/resources/roles.ts'
import { users } from '#shared/resources/users.ts'

/** What nobody may do to the rights of others, whatever door he comes through. */

/** Whoever can put everybody else's rights in order again; one of them must always be left. */
const administrative = [
  permission('read', users),
  permission('update', users),
  permission('read', roles),
  permission('update', roles),
]

/** One change of rights at a time: two that are right each on their own may not be so together. */
export const lockRights = ({ db }: SessionContext) => sql`select pg_advisory_xact_lock(hashtext('rights'))`.execute(db)

/** Nobody gives, takes or touches what he does not hold himself: neither a person who does, nor a role. */
export async function refuseBeyond({ db, session }: SessionContext, of: { user: number } | { role: number }) {
  const roles =
    'role' in of ? sql`select ${of.role}::bigint` : sql`select role_id from user_roles where user_id = ${of.user}`
  const { rows } = await rolesBeyond(db, session, roles)
  if (rows.length > 0) throw new ApiError('beyond-own-rights')
}

/** The same for roles that are given, which are named. */
export async function refuseRolesBeyond({ db, session }: SessionContext, ids: readonly number[]) {
  const { rows } = await rolesBeyond(db, session, sql`select unnest(${ids}::bigint[])`)
  const problems = rows.map(({ name }) => ({ code: 'role-beyond' as const, values: { name } }))
  if (rows.length > 0) throw new ApiError('beyond-own-rights', { fields: { roles: problems } })
}

const rolesBeyond = (db: SessionContext['db'], { abilities }: SessionContext['session'], roles: RawBuilder<unknown>) =>
  sql<{ name: string }>`
    select roles.name
      from roles
     where id in (${roles})
       and exists (select
                     from role_permissions
                     join permissions on permissions.id = permission_id
                    where role_id = roles.id
                      and not (permissions.name = any(${abilities})))
     order by roles.id`.execute(db)

/** The same for permissions that are named themselves. */
export async function refusePermissionsBeyond({ db, session }: SessionContext, ids: readonly number[]) {
  const { rows } = await sql`
    select from permissions where id = any(${ids}) and not (name = any(${session.abilities}))`.execute(db)
  if (rows.length > 0) throw new ApiError('beyond-own-rights', { fields: { permissions: [{ code: 'not-held' }] } })
}

/** Asked after every change of rights, before it is committed. */
export async function refuseWithoutAdministrator({ db }: SessionContext) {
  const { rows } = await sql`
    select users.id
      from users
      join user_roles on user_roles.user_id = users.id
      join role_permissions on role_permissions.role_id = user_roles.role_id
      join permissions on permissions.id = role_permissions.permission_id
     where users.active
       and not users.is_locked
       and users.deleted_at is null
       and permissions.name = any(${administrative})
     group by users.id
    having count(distinct permissions.name) = ${administrative.length}
     limit 1`.execute(db)
  if (rows.length === 0) throw new ApiError('last-administrator')
}
