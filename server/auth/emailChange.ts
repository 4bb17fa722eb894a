import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { recordSignInChange, removeFactors } from '#server/auth/factors/changes.ts'
import { endSessionsOf } from './endSession.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Context, SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, publicEndpoint } from '#server/endpoint/endpoint.ts'
import { announce } from '#server/events/announce.ts'
import { dropWaitingEmails, enqueueEmail } from '#server/mail/outbox.ts'
import type { Codes } from '#server/security/codes.ts'
import { type EmailConfirmAnswer, emailLinkInput, type EmailRevertAnswer } from '#shared/calls/auth.ts'
import { users } from '#shared/resources/users.ts'

/**
 * A new e-mail address takes effect when its owner confirms it by a link. The owner of the old one can stop the change
 * before, and revert it afterwards; both addresses are notified.
 */
export function emailChangeEndpoints({ codes }: { codes: Codes }): Endpoints {
  return {
    'auth/email/confirm': publicEndpoint({
      about: 'Confirms a new e-mail address of an account by the link that was sent to it.',
      rateLimits: ['email-link'],
      input: emailLinkInput,
      run: (context, { ref }) => confirmEmail(codes, context, ref),
    }),

    'auth/email/revert': publicEndpoint({
      about: 'Stops or reverts a change of e-mail address by the link that was sent to the old one.',
      rateLimits: ['email-link'],
      input: emailLinkInput,
      run: (context, { ref }) => revertEmail(codes, context, ref),
    }),
  }
}

/** Serializes requested, confirmed and reverted changes: each reads what the others write. */
export const lockEmailChanges = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('e-mail changes'))`.execute(db)

type EmailRequest = { id: number; name: string; from: string; to: string }

/**
 * Requests a change: sends a link to each of the two addresses. The current address cancels a change that waits. Returns
 * whether a change waits now. The caller has locked the changes.
 */
export async function requestEmailChange(
  context: SessionContext,
  codes: Codes,
  { id, name, from, to }: EmailRequest,
): Promise<boolean> {
  const { db } = context
  if (to === from) {
    if (await codes.endAll(db, id, ['email-change'])) await writeChange(context, 'email-change-stopped', { id })
    return false
  }
  if (await isTaken(db, to)) throw new ApiError('invalid', { fields: { email: [{ code: 'taken' }] } })

  const change = await codes.issue(db, { purpose: 'email-change', email: to, user_id: id })
  const stop = await codes.issue(db, { purpose: 'email-revert', email: from, user_id: id })
  await enqueueEmail(db, {
    kind: 'email-confirm',
    recipient: to,
    content: { name, reference: codes.seal(change.reference) },
  })
  await enqueueEmail(db, {
    kind: 'email-change',
    recipient: from,
    content: { name, email: to, reference: codes.seal(stop.reference) },
  })
  await writeChange(context, 'email-change', { id, from, to })
  return true
}

/**
 * Corrects the address of an account that was never used: it was perhaps mistyped, and its owner could revert the change and
 * take the account. Nothing waits, links and references end, and the old address gets none. The caller has locked the changes.
 */
export async function correctEmail(
  context: SessionContext,
  codes: Codes,
  { id, from, to }: Omit<EmailRequest, 'name'>,
) {
  const { db } = context
  if (await isTaken(db, to)) throw new ApiError('invalid', { fields: { email: [{ code: 'taken' }] } })
  await storeEmail(db, sql`email = ${to}`, id)
  await dropWaitingEmails(db, { kind: 'first-password', recipient: from })
  await codes.endAll(db, id)
  await codes.endAll(db, id, ['email-change', 'email-revert'])
  await writeChange(context, 'email-changed', { id, from, to })
}

/** Whether the owner of an account has neither chosen a password nor logged in. Old sessions are deleted, the audit log is not. */
export async function isUnused(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from users
     where id = ${id}
       and must_change_password
       and not exists (
         select from audit
          where resource = 'users'
            and row_id = users.id
            and action in ('login', 'password-reset', 'password-changed'))`.execute(db)
  return rows.length > 0
}

async function isTaken(db: Db, email: string) {
  const { rows } = await sql`select from users where email = ${email} and deleted_at is null`.execute(db)
  return rows.length > 0
}

async function confirmEmail(codes: Codes, context: Context, reference: string): Promise<EmailConfirmAnswer> {
  const { db } = context
  await lockEmailChanges(db)
  const outcome = await codes.useReference(db, ['email-change'], { reference, confirmed: false })
  const account = outcome.is === 'valid' ? await lockAccount(db, outcome.step.user_id) : undefined
  if (outcome.is !== 'valid' || !account) throw new ApiError('bad-email-link')

  const { id, name, email: from } = account
  const { email: to } = outcome.step
  await storeEmail(db, sql`email = ${to}`, id)
  // Links to choose a password were sent to the old address.
  await codes.endAll(db, id)
  const { reference: revert } = await codes.issue(db, { purpose: 'email-revert', email: from, user_id: id })
  await enqueueEmail(db, {
    kind: 'email-changed',
    recipient: from,
    content: { name, email: to, reference: codes.seal(revert) },
  })
  await writeChange(context, 'email-changed', { id, from, to })
  return { Email: to }
}

async function revertEmail(codes: Codes, context: Context, reference: string): Promise<EmailRevertAnswer> {
  const { db } = context
  await lockEmailChanges(db)
  const outcome = await codes.useReference(db, ['email-revert'], { reference, confirmed: false })
  const account = outcome.is === 'valid' ? await lockAccount(db, outcome.step.user_id) : undefined
  if (outcome.is !== 'valid' || !account) throw new ApiError('bad-email-link')

  const { id, email: from } = account
  const { email: to, issued_at: changed_at } = outcome.step
  await codes.endAll(db, id, ['email-change'])
  if (from === to) {
    await writeChange(context, 'email-change-stopped', { id })
    return {}
  }
  // The password may be known to the user of the other address.
  await storeEmail(db, sql`email = ${to}, password_hash = null`, id)
  await codes.endAll(db, id)
  // The links of addresses that came later: they could take the account back.
  await codes.endLater(db, id, { purpose: 'email-revert', reference })
  await endSessionsOf(db, id, 'password')
  await writeChange(context, 'email-reverted', { id, from, to })
  // The user of the other address may have added a factor, made recovery codes, or refused codes by e-mail.
  if (await removeFactors(db, id, changed_at))
    await recordSignInChange(context, { user_id: id, change: 'factors-reverted' })
  const next = await codes.issue(db, { purpose: 'reset', email: to, user_id: id, confirmed: true })
  return { Ref: next.reference }
}

type Account = { id: number; name: string; email: string }

async function lockAccount(db: Db, user_id: number | null): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, name, email from users where id = ${user_id} and deleted_at is null for update`.execute(db)
  return rows[0]
}

/** Throws `email-taken` when another account has got the address meanwhile; the link then stays valid. */
async function storeEmail(db: Db, set: ReturnType<typeof sql>, id: number) {
  try {
    await sql`update users set ${set} where id = ${id}`.execute(db)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'users_email_idx')
      throw new ApiError('email-taken')
    throw error
  }
}

type EmailAction = 'email-change' | 'email-change-stopped' | 'email-changed' | 'email-reverted'

/** Counts a version of the user, so that open forms and lists show the change, and writes history and live event. */
async function writeChange(
  context: Context,
  action: EmailAction,
  { id, from, to }: { id: number; from?: string; to?: string },
) {
  const { db, session } = context
  const { rows } = await sql<{ version: number }>`
    update users set updated_at = now() where id = ${id} returning version`.execute(db)
  const { version: row_version } = onlyRow(rows, `the caller has locked the user ${id}: where is their row?`)
  const actor = session ? {} : { actor_id: id }
  const values = from !== undefined && { before: { email: from }, after: { email: to } }
  await record(context, { action, resource: users.name, row_id: id, row_version, ...actor, ...values })
  await announce(context, { resource: users, event: 'Updated', id })
}
