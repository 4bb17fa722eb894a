import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { buildSeals, type Seals } from '#server/security/seals.ts'
import { crud } from '#server/crud/crud.ts'
import { findRow } from '#server/crud/find.ts'
import type { Kept } from '#server/crud/serverResource.ts'
import { type Given, lockRow, removeRow, saveRow } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import type { Limits } from '#server/limits/limits.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { announce } from '#server/events/announce.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { versionedInput } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { users } from '#shared/resources/users.ts'
import { giveFirstPassword } from './password.ts'
import { countSave, keptUsers, saveSubscription } from './subscription.ts'
import { lockRights, refuseBeyond, refuseRolesBeyond, refuseWithoutAdministrator } from './rules.ts'

const kept = keptUsers

export const userEndpoints = (secrets: Secrets, limits: Limits): Endpoints => {
  const seals = buildSeals(secrets.code_key)
  return {
    ...crud(kept, { save: (context, _kept, given) => saveUser(context, given, seals), remove: removeUser }),
    'users/password/reset': authenticatedEndpoint({
      about: 'Gives a person a new first password, told once and by letter, and ends his sessions.',
      can: permission('update', users),
      input: versionedInput,
      run: (context, input) => resetPassword(context, input, { seals, limits }),
    }),
  }
}

/** A new person gets a first password, which the answer tells once. */
async function saveUser(context: SessionContext, given: Given, seals: Seals) {
  const { id, roles } = given
  await lockRights(context)
  if (id !== undefined) await refuseBeyond(context, { user: id })
  if (Array.isArray(roles)) await refuseRolesBeyond(context, roles as number[])
  const before = await rolesOf(context, id)
  const saved = await saveRow(context, kept, given)
  await saveSubscription(context, saved.id, given)
  if (id === undefined) return { ...saved, password: await giveFirstPassword(context, saved.id, seals) }

  await refuseWithoutAdministrator(context)
  if (before) await tellOfRoles(context, id, before)
  return saved
}

type Holder = { name: string; email: string; roles: string[] }

async function rolesOf({ db }: SessionContext, id: number | undefined): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select name, email,
           array(select roles.name
                   from user_roles
                   join roles on roles.id = role_id
                  where user_id = users.id
                  order by position) as roles
      from users
     where id = ${id ?? null}`.execute(db)
  return rows[0]
}

/** Whoever gets or loses a role hears of it, in a letter and where he is signed in. */
async function tellOfRoles(context: SessionContext, id: number, { roles: before }: Holder) {
  const { db, session } = context
  const now = await rolesOf(context, id)
  if (!now || isDeepStrictEqual(now.roles.toSorted(), before.toSorted())) return
  const { name, email, roles } = now
  await enqueueEmail(db, { kind: 'role-changed', recipient: email, content: { name, roles } })
  await notify(db, { userIds: [id], by: session.user_id, kind: 'roles-changed', data: { roles }, subject: 'roles' })
}

async function removeUser(context: SessionContext, _kept: Kept, given: { id: number; version?: number | undefined }) {
  await lockRights(context)
  await refuseBeyond(context, { user: given.id })
  await removeRow(context, kept, given)
  await refuseWithoutAdministrator(context)
}

type Seen = z.output<typeof versionedInput>
type UserServices = { seals: Seals; limits: Limits }

/**
 * The password that is given closes the account's sessions, until another has been chosen. What strangers tried before
 * no longer stands between the person and the new one.
 */
async function resetPassword(context: SessionContext, { id, version }: Seen, { seals, limits }: UserServices) {
  const { db, session } = context
  await lockRights(context)
  await lockRow(context, kept, id, version)
  await refuseBeyond(context, { user: id })
  const password = await giveFirstPassword(context, id, seals)
  await countSave(db, id)
  const data = await findRow(db, kept, id, session.abilities)
  await record(context, { action: 'reset-password', resource: users.name, row_id: id, row_version: data.version })
  await announce(context, { resource: users, event: 'Updated', id })
  await limits.reset('wrong-login', String(data.email))
  return { data, password }
}
