import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { crud, lookup } from '#server/crud/crud.ts'
import { findRow } from '#server/crud/find.ts'
import type { Kept } from '#server/crud/kept.ts'
import { type Given, lockRow, removeRow, saveRow } from '#server/crud/save.ts'
import { type Endpoints, type SessionContext, sessionDoor } from '#server/http/endpoint.ts'
import { idInput } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { users } from '#shared/resources/users.ts'
import { giveFirstPassword } from './password.ts'
import { lockRights, refuseBeyond, refuseWithoutAdministrator } from './rules.ts'

const kept: Kept = { resource: users }

export const userEndpoints: Endpoints = {
  ...crud(kept, { save: saveUser, remove: removeUser }),
  'users/getRoles': lookup(permission('read', users), users.fields.roles),
  'users/password/reset': sessionDoor({
    about: 'Gives a person a new first password, told once, and ends his sessions.',
    can: permission('update', users),
    input: idInput,
    run: resetPassword,
  }),
}

/** A new person gets a first password, which the answer tells once. */
async function saveUser(context: SessionContext, _kept: Kept, given: Given) {
  const { id, roles } = given
  await lockRights(context)
  if (id !== undefined) await refuseBeyond(context, { user: id })
  if (Array.isArray(roles)) await refuseBeyond(context, { roles: roles as number[] })
  const saved = await saveRow(context, kept, given)
  if (id !== undefined) await refuseWithoutAdministrator(context)
  return id === undefined ? { ...saved, password: await giveFirstPassword(context.db, saved.id) } : saved
}

async function removeUser(context: SessionContext, _kept: Kept, given: { id: number; version?: number | undefined }) {
  await lockRights(context)
  await refuseBeyond(context, { user: given.id })
  await removeRow(context, kept, given)
  await refuseWithoutAdministrator(context)
}

async function resetPassword(context: SessionContext, { id }: { id: number }) {
  const { db } = context
  await lockRights(context)
  await lockRow(context, kept, id)
  await refuseBeyond(context, { user: id })
  const password = await giveFirstPassword(db, id)
  await sql`
    update sessions
       set ended_at = now(), ended_why = 'password'
     where user_id = ${id}
       and ended_at is null`.execute(db)
  await record(context, { action: 'reset-password', resource: users.name, row_id: id })
  return { data: await findRow(db, kept, id, context.session.abilities), password }
}
