import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { crud } from '#server/crud/crud.ts'
import { findRow, readRow } from '#server/crud/find.ts'
import type { Kept } from '#server/crud/serverResource.ts'
import { type Given, removeRow, saveRow } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { notify } from '#server/notifications/notify.ts'
import {
  lockRights,
  refuseBeyond,
  refusePermissionsBeyond,
  refuseWithoutAdministrator,
} from '#server/resources/users/rules.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { standalonePermissions, resources } from '#shared/resources/index.ts'
import { permissions } from '#shared/resources/permissions.ts'
import { roles } from '#shared/resources/roles.ts'

const keptRoles: Kept = { resource: roles }
const keptPermissions: Kept = { resource: permissions }

export const roleEndpoints: Endpoints = {
  ...crud(keptRoles, { save: saveRole, remove: removeRole }),
  ...crud(keptPermissions, { save: savePermission, remove: removePermission }),
}

/** A role that holds more than its editor cannot be edited by him, nor made to. */
async function saveRole(context: SessionContext, kept: Kept, given: Given) {
  await lockRights(context)
  if (given.id !== undefined) await refuseBeyond(context, { role: given.id })
  if (Array.isArray(given['permissions'])) await refusePermissionsBeyond(context, given['permissions'] as number[])
  const { id } = given
  const before = id === undefined ? undefined : await readRow(context.db, kept, id, ['name', 'permissions'])
  const saved = await saveRow(context, kept, given)
  if (id === undefined || !before) return saved

  await refuseWithoutAdministrator(context)
  const after = await readRow(context.db, kept, id, ['name', 'permissions'])
  if (!isDeepStrictEqual(after?.['permissions'], before['permissions'])) await tellHolders(context, id)
  return saved
}

/** What a role may do is what those may do who have it. */
async function tellHolders({ db, session }: SessionContext, id: number) {
  const { rows } = await sql<{ name: string; people: number[] }>`
    select name, array(select user_id from user_roles where role_id = roles.id) as people
      from roles
     where id = ${id}`.execute(db)
  for (const { name, people } of rows)
    await notify(db, {
      userIds: people,
      by: session.user_id,
      kind: 'role-changed',
      data: { role: name },
      subject: `role ${id}`,
    })
}

async function removeRole(context: SessionContext, kept: Kept, given: { id: number; version?: number | undefined }) {
  await lockRights(context)
  await refuseBeyond(context, { role: given.id })
  await removeRow(context, kept, given)
}

/** Permissions that the program asks for by name stay as they are. */
const known: ReadonlySet<unknown> = new Set([
  ...resources.flatMap((resource) => permissionsOf(resource)),
  ...standalonePermissions,
])

async function refuseKnown(context: SessionContext, kept: Kept, id: number) {
  const { name } = await findRow(context.db, kept, id, context.session.abilities)
  if (known.has(name)) throw new ApiError('known-permission')
}

async function savePermission(context: SessionContext, kept: Kept, given: Given) {
  await lockRights(context)
  if (given.id !== undefined) await refuseKnown(context, kept, given.id)
  if (known.has(given['name'])) throw new ApiError('known-permission', { fields: { name: [{ code: 'taken' }] } })
  return saveRow(context, kept, given)
}

async function removePermission(
  context: SessionContext,
  kept: Kept,
  given: { id: number; version?: number | undefined },
) {
  await lockRights(context)
  await refuseKnown(context, kept, given.id)
  await removeRow(context, kept, given)
}
