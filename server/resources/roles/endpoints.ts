import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { crud } from '#server/crud/crud.ts'
import { findRow, readRow } from '#server/crud/find.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { type RecordInput, removeRow, saveRow } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { notify } from '#server/notifications/notify.ts'
import {
  findRefusal,
  hasEveryPermission,
  lockPermissions,
  rejectBeyondOwnPermissions,
  rejectPermissionsNotHeld,
  requireAdministrator,
} from '#server/resources/users/rules.ts'
import { permission } from '#shared/resource/names.ts'
import { builtInPermissions } from '#shared/resources/index.ts'
import { permissions } from '#shared/resources/permissions.ts'
import { roles } from '#shared/resources/roles.ts'

const rolesConfig: ResourceConfig = { resource: roles }
const permissionsConfig: ResourceConfig = { resource: permissions }

export const roleEndpoints: Endpoints = {
  ...crud(rolesConfig, {
    save: saveRole,
    remove: removeRole,
    findEditRefusal: (context, _config, id) => findRefusal(context, { role: id }),
  }),
  ...crud(permissionsConfig, {
    save: savePermission,
    remove: removePermission,
    findEditRefusal: findBuiltInRefusal,
  }),
}

/** A role may not have permissions that its editor does not have, before or after the save. */
async function saveRole(call: SessionContext, config: ResourceConfig, input: RecordInput) {
  const context = await lockPermissions(call, permission(input.id === undefined ? 'create' : 'update', roles))
  if (input.id !== undefined) await rejectBeyondOwnPermissions(context, { role: input.id })
  if (Array.isArray(input['permissions'])) await rejectPermissionsNotHeld(context, input['permissions'] as number[])
  const { id } = input
  const before = id === undefined ? undefined : await readRow(context.db, config, id, ['name', 'permissions'])
  const saved = await saveRow(context, config, input)
  if (id === undefined || !before) return saved

  await requireAdministrator(context)
  const after = await readRow(context.db, config, id, ['name', 'permissions'])
  if (!isDeepStrictEqual(after?.['permissions'], before['permissions'])) await notifyRoleHolders(context, id)
  return saved
}

/** Notifies the users of a role that its permissions changed. */
async function notifyRoleHolders({ db, session }: SessionContext, id: number) {
  const { rows } = await sql<{ name: string; user_ids: number[] }>`
    select name, array(select user_id from user_roles where role_id = roles.id) as user_ids
      from roles
     where id = ${id}`.execute(db)
  for (const { name, user_ids } of rows)
    await notify(db, {
      userIds: user_ids,
      by: session.user_id,
      kind: 'role-changed',
      data: { role: name },
      subject: `role ${id}`,
    })
}

async function removeRole(
  call: SessionContext,
  config: ResourceConfig,
  input: { id: number; version?: number | undefined },
) {
  const context = await lockPermissions(call, permission('delete', roles))
  await rejectBeyondOwnPermissions(context, { role: input.id })
  await removeRow(context, config, input)
}

/** They cannot be renamed or deleted. */
const isBuiltIn = (name: unknown) => (builtInPermissions as readonly unknown[]).includes(name)

async function findBuiltInRefusal({ db, session }: SessionContext, config: ResourceConfig, id: number) {
  const { name } = await findRow(db, config, id, session.abilities)
  return isBuiltIn(name) ? 'known-permission' : undefined
}

async function rejectBuiltIn(context: SessionContext, config: ResourceConfig, id: number) {
  const refusal = await findBuiltInRefusal(context, config, id)
  if (refusal) throw new ApiError(refusal)
}

async function savePermission(call: SessionContext, config: ResourceConfig, input: RecordInput) {
  const context = await lockPermissions(call, permission(input.id === undefined ? 'create' : 'update', permissions))
  if (input.id !== undefined) await rejectBuiltIn(context, config, input.id)
  if (isBuiltIn(input['name'])) throw new ApiError('known-permission', { fields: { name: [{ code: 'taken' }] } })
  const saved = await saveRow(context, config, input)
  if (input.id === undefined) await changeFullRoles(context, (permissions) => [...permissions, saved.id])
  return saved
}

async function removePermission(
  call: SessionContext,
  config: ResourceConfig,
  input: { id: number; version?: number | undefined },
) {
  const context = await lockPermissions(call, permission('delete', permissions))
  await rejectBuiltIn(context, config, input.id)
  await changeFullRoles(context, (permissions) => permissions.filter((id) => id !== input.id))
  await removeRow(context, config, input)
}

/**
 * The roles that have every built-in permission get a new one and lose a deleted one: a permission is granted only by users
 * who hold it, so one that no role has could never be granted.
 */
async function changeFullRoles(context: SessionContext, change: (permissions: number[]) => number[]) {
  const { rows } = await sql<{ id: number; permissions: number[] }>`
    select id, array(select permission_id from role_permissions where role_id = roles.id) as permissions
      from roles
     where ${hasEveryPermission}`.execute(context.db)
  for (const { id, permissions } of rows) {
    const { changed } = await saveRow(context, rolesConfig, { id, permissions: change(permissions) })
    if (changed) await notifyRoleHolders(context, id)
  }
}
