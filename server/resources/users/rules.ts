import { type RawBuilder, sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { RecordInput } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { findSessions } from '#server/session/session.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { permission } from '#shared/resource/names.ts'
import { builtInPermissions } from '#shared/resources/index.ts'
import { roles } from '#shared/resources/roles.ts'
import { users } from '#shared/resources/users.ts'

/** A user with these permissions can repair the permissions of all others; at least one such user must remain. */
const administratorPermissions = [
  permission('read', users),
  permission('update', users),
  permission('read', roles),
  permission('update', roles),
]

/**
 * Serializes changes of permissions: two changes that are valid alone can be invalid together. Returns the context with the
 * permissions as they are now: those of the call were read before its body arrived, which can take minutes. Throws
 * `no-session` or `not-allowed` when the session has ended or lost the permission of the call meanwhile.
 */
export async function lockPermissions(context: SessionContext, can: string): Promise<SessionContext> {
  const { db, session } = context
  await sql`select pg_advisory_xact_lock(hashtext('rights'))`.execute(db)
  const [current] = await findSessions(db, [session.id])
  if (!current) throw new ApiError('no-session')
  if (!current.abilities.includes(can)) throw new ApiError('not-allowed')
  return { ...context, session: { ...session, abilities: current.abilities } }
}

type UserOrRole = { user: number } | { role: number }

/** A user may not edit a user or a role that has a permission which they do not have. */
export async function rejectBeyondOwnPermissions(context: SessionContext, of: UserOrRole) {
  const refusal = await findRefusal(context, of)
  if (refusal) throw new ApiError(refusal)
}

/** Why the user may not edit a user or a role. */
export async function findRefusal({ db, session }: SessionContext, of: UserOrRole) {
  const roleIds =
    'role' in of ? sql`select ${of.role}::bigint` : sql`select role_id from user_roles where user_id = ${of.user}`
  const { rows } = await rolesBeyondPermissions(db, session, roleIds)
  return rows.length > 0 ? 'holds-more-rights' : undefined
}

type Access = { roles: readonly number[]; active: boolean; is_locked: boolean }

/** Whether the own account is open, and its roles, are for other users to change. A form sends these fields unchanged. */
export async function rejectOwnAccess({ db, session }: SessionContext, { id, ...input }: RecordInput) {
  if (id !== session.user_id) return
  const { rows } = await sql<Access>`
    select active, is_locked, array(select role_id from user_roles where user_id = users.id) as roles
      from users
     where id = ${id}`.execute(db)
  const [own] = rows
  const fields = (['roles', 'active', 'is_locked'] as const).filter(
    (name) => input[name] !== undefined && !isDeepStrictEqual(sorted(input[name]), sorted(own?.[name])),
  )
  if (fields.length > 0)
    throw new ApiError('invalid', {
      fields: Object.fromEntries(fields.map((name) => [name, [{ code: 'own-account' as const }]])),
    })
}

const sorted = (value: unknown) => (Array.isArray(value) ? (value as number[]).toSorted((a, b) => a - b) : value)

/** The same as `rejectBeyondOwnPermissions` for assigned roles, with their names in the error. */
export async function rejectRolesBeyondOwnPermissions({ db, session }: SessionContext, ids: readonly number[]) {
  const { rows } = await rolesBeyondPermissions(db, session, sql`select unnest(${ids}::bigint[])`)
  const problems = rows.map(({ name }) => ({ code: 'role-beyond' as const, values: { name } }))
  if (rows.length > 0) throw new ApiError('beyond-own-rights', { fields: { roles: problems } })
}

const rolesBeyondPermissions = (
  db: SessionContext['db'],
  { abilities }: SessionContext['session'],
  roleIds: RawBuilder<unknown>,
) =>
  sql<{ name: string }>`
    select roles.name
      from roles
     where id in (${roleIds})
       and exists (select
                     from role_permissions
                     join permissions on permissions.id = permission_id
                    where role_id = roles.id
                      and not (permissions.name = any(${abilities})))
     order by roles.id`.execute(db)

/** Rejects permissions that the user does not have. */
export async function rejectPermissionsNotHeld({ db, session }: SessionContext, ids: readonly number[]) {
  const { rows } = await sql`
    select from permissions where id = any(${ids}) and not (name = any(${session.abilities}))`.execute(db)
  if (rows.length > 0) throw new ApiError('beyond-own-rights', { fields: { permissions: [{ code: 'not-held' }] } })
}

/** Whether a role of `roles` has every permission that the program checks. */
export const hasEveryPermission = sql<boolean>`not exists (
  select from permissions
   where name = any(${builtInPermissions})
     and id not in (select permission_id from role_permissions where role_id = roles.id))`

/** Called after every change of permissions, before the commit. */
export async function requireAdministrator({ db }: SessionContext) {
  const { rows } = await sql`
    select users.id
      from users
      join user_roles on user_roles.user_id = users.id
      join role_permissions on role_permissions.role_id = user_roles.role_id
      join permissions on permissions.id = role_permissions.permission_id
     where users.active
       and not users.is_locked
       and users.deleted_at is null
       and permissions.name = any(${administratorPermissions})
     group by users.id
    having count(distinct permissions.name) = ${administratorPermissions.length}
     limit 1`.execute(db)
  if (rows.length === 0) throw new ApiError('last-administrator')
}
