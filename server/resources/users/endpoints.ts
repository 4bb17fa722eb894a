import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { correctEmail, isUnused, lockEmailChanges, requestEmailChange } from '#server/auth/emailChange.ts'
import { recordSignInChange, removeFactors } from '#server/auth/factors/changes.ts'
import { type Codes, createCodes } from '#server/security/codes.ts'
import { crud, type SaveResult } from '#server/crud/crud.ts'
import { readableFields } from '#server/crud/columns.ts'
import { fieldsForReaders, readLockedRow } from '#server/crud/find.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { type RecordInput, lockRow, removeRow, saveRow } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Endpoints, saveEndpoint } from '#server/endpoint/endpoint.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { announce } from '#server/events/announce.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { versionedInput } from '#shared/calls/crud.ts'
import { inLanguage, successMessages } from '#shared/messages.ts'
import { permission } from '#shared/resource/names.ts'
import { users } from '#shared/resources/users.ts'
import { type FirstPassword, generateFirstPassword, setFirstPassword } from './password.ts'
import { countSave, usersConfig, saveSubscription } from './subscription.ts'
import {
  findRefusal,
  lockPermissions,
  rejectBeyondOwnPermissions,
  rejectOwnAccess,
  rejectRolesBeyondOwnPermissions,
  requireAdministrator,
} from './rules.ts'

export const userEndpoints = (secrets: Secrets, rateLimiter: RateLimiter): Endpoints => {
  const codes = createCodes(secrets.code_key)
  return {
    ...crud(usersConfig, {
      prepare: async (_context, input) => (mayNeedPassword(input) ? generateFirstPassword() : undefined),
      save: (context, _config, input, first) => saveUser(context, input, { codes, first }),
      remove: removeUser,
      findEditRefusal: (context, _config, id) => findRefusal(context, { user: id }),
    }),
    'users/password/reset': saveEndpoint({
      about:
        'Sets a new first password, shows it once, sends it by e-mail, and ends the sessions of the user. A closed account gets it when it is opened.',
      can: permission('update', users),
      input: versionedInput,
      prepare: generateFirstPassword,
      run: (context, input, first) => resetPassword(context, input, { codes, rateLimiter, first }),
    }),
    'users/factors/reset': saveEndpoint({
      about: 'Removes the second factors of a user who has lost them, and notifies the user by e-mail.',
      can: permission('update', users),
      input: versionedInput,
      run: resetFactors,
    }),
  }
}

/** A new user, one whose account is perhaps opened, and one whose address is perhaps corrected. */
const mayNeedPassword = ({ id, email, is_locked, active }: RecordInput) =>
  id === undefined || email !== undefined || is_locked === false || active === true

type PasswordServices = { codes: Codes; first: FirstPassword | undefined }

/**
 * A new user with an open account gets a first password, which only this response and an e-mail contain, and so does one whose
 * account is opened with a first password. The e-mail address of a user who has logged in changes only when the new one confirms it.
 */
async function saveUser(
  call: SessionContext,
  { email, ...fields }: RecordInput,
  { codes, first }: PasswordServices,
): Promise<SaveResult> {
  const input: RecordInput = fields.id === undefined ? { email, ...fields } : fields
  const { id, roles } = input
  if (email !== undefined) await lockEmailChanges(call.db)
  const context = await lockPermissions(call, permission(id === undefined ? 'create' : 'update', users))
  if (id !== undefined) await rejectBeyondOwnPermissions(context, { user: id })
  await rejectOwnAccess(context, input)
  if (Array.isArray(roles)) await rejectRolesBeyondOwnPermissions(context, roles as number[])
  const before = await findAccount(context, id)
  const { listed: _, ...saved } = await saveRow(context, usersConfig, input)
  await saveSubscription(context, saved.id, input)
  if (before) {
    await requireAdministrator(context)
    await notifyOfRoleChange(context, before)
  }
  const address = before && typeof email === 'string' ? await changeAddress(context, codes, before, email) : 'same'
  const isOpened = before?.must_change_password && !before.is_open && (await findAccount(context, id))?.is_open
  return {
    ...saved,
    ...(address === 'waits' && { Message: inLanguage(successMessages['email-waits'], context.language) }),
    ...(first &&
      (!before || isOpened || address === 'corrected') &&
      (await setFirstPassword(context, saved.id, first, codes))),
  }
}

async function changeAddress(
  context: SessionContext,
  codes: Codes,
  { id, name, email: from }: Account,
  email: string,
): Promise<'same' | 'waits' | 'corrected'> {
  const to = email.toLowerCase()
  if (to !== from && (await isUnused(context.db, id))) {
    await correctEmail(context, codes, { id, from, to })
    return 'corrected'
  }
  return (await requestEmailChange(context, codes, { id, name, from, to })) ? 'waits' : 'same'
}

type Account = {
  id: number
  name: string
  email: string
  is_open: boolean
  must_change_password: boolean
  roles: string[]
}

async function findAccount({ db }: SessionContext, id: number | undefined): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, name, email, active and not is_locked as is_open, must_change_password,
           array(select roles.name
                   from user_roles
                   join roles on roles.id = role_id
                  where user_id = users.id
                  order by position) as roles
      from users
     where id = ${id ?? null}`.execute(db)
  return rows[0]
}

/** Notifies a user whose roles changed by e-mail and in the application. */
async function notifyOfRoleChange(context: SessionContext, { id, roles: before }: Account) {
  const { db, session } = context
  const now = await findAccount(context, id)
  if (!now || isDeepStrictEqual(now.roles.toSorted(), before.toSorted())) return
  const { name, email, roles } = now
  await enqueueEmail(db, { kind: 'role-changed', recipient: email, content: { name, roles } })
  await notify(db, { userIds: [id], by: session.user_id, kind: 'roles-changed', data: { roles }, subject: 'roles' })
}

async function removeUser(
  call: SessionContext,
  _config: ResourceConfig,
  input: { id: number; version?: number | undefined },
) {
  if (input.id === call.session.user_id) throw new ApiError('not-allowed')
  const context = await lockPermissions(call, permission('delete', users))
  await rejectBeyondOwnPermissions(context, { user: input.id })
  await removeRow(context, usersConfig, input)
  await requireAdministrator(context)
}

type VersionedId = z.output<typeof versionedInput>
type ResetServices = { codes: Codes; rateLimiter: RateLimiter; first: FirstPassword }

/**
 * The first password must be changed at sign-in, and a trigger ends the sessions of such an account. Failed sign-ins are
 * forgotten, so that a lock does not keep the user from using the new password. The own password changes only with the current
 * one (`auth/password/change`).
 */
async function resetPassword(
  call: SessionContext,
  { id, version }: VersionedId,
  { codes, rateLimiter, first }: ResetServices,
) {
  if (id === call.session.user_id) throw new ApiError('not-allowed')
  const context = await lockPermissions(call, permission('update', users))
  const { db, session } = context
  const { email } = await lockRow(context, usersConfig, { id, version })
  await rejectBeyondOwnPermissions(context, { user: id })
  const outcome = await setFirstPassword(context, id, first, codes)
  await countSave(db, id)
  const fields = fieldsForReaders(usersConfig, readableFields(usersConfig, session.abilities), session.abilities)
  const data = await readLockedRow(db, usersConfig, id, fields)
  await record(context, { action: 'reset-password', resource: users.name, row_id: id, row_version: data.version })
  await announce(context, { resource: users, event: 'Updated', id })
  await rateLimiter.reset('wrong-login', String(email))
  return { data, ...outcome }
}

/**
 * A user with further permissions cannot be reset: the account is easier to enter afterwards. Nor can the own account, which
 * needs the current password (`auth/factors`). Sessions continue.
 */
async function resetFactors(call: SessionContext, { id, version }: VersionedId) {
  if (id === call.session.user_id) throw new ApiError('not-allowed')
  const context = await lockPermissions(call, permission('update', users))
  await lockRow(context, usersConfig, { id, version })
  await rejectBeyondOwnPermissions(context, { user: id })
  if (!(await removeFactors(context.db, id))) throw new ApiError('no-factor-to-reset')
  await recordSignInChange(context, { user_id: id, change: 'factors-reset' })
  return {}
}
