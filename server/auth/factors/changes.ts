import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import type { Db } from '#server/db/database.ts'
import type { Context } from '#server/endpoint/context.ts'
import type { SignInChange } from '#server/mail/kinds.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { hasOwnFactor } from './offered.ts'

/** Writes a change of how a user signs in to the audit log, and notifies them by e-mail. */
export async function recordSignInChange(
  context: Context,
  { user_id, change, after }: { user_id: number; change: SignInChange; after?: object },
) {
  const { db, address, session } = context
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from users where id = ${user_id}`.execute(db)
  await record(context, {
    action: change,
    resource: 'users',
    row_id: user_id,
    actor_id: session?.user_id ?? user_id,
    ...(after && { after }),
  })
  for (const { name, email } of rows) {
    const content = { name, at: new Date().toISOString(), address, change }
    await enqueueEmail(db, { kind: 'sign-in-changed', recipient: email, content })
  }
}

/** Without a factor of their own a user needs no recovery code, and cannot refuse codes by e-mail. */
export async function removeUnusedSettings(db: Db, user_id: number) {
  const { rows } = await sql`select from users where id = ${user_id} and not ${hasOwnFactor}`.execute(db)
  if (rows.length > 0) await resetSettings(db, user_id)
}

/** Returns whether there was a recovery code, or a refusal of codes by e-mail. */
async function resetSettings(db: Db, user_id: number): Promise<boolean> {
  const codes = await sql`delete from recovery_codes where user_id = ${user_id}`.execute(db)
  const refusal = await sql`
    update users set email_codes_allowed = true where id = ${user_id} and not email_codes_allowed`.execute(db)
  return [codes, refusal].some(({ numAffectedRows }) => (numAffectedRows ?? 0n) > 0n)
}

/**
 * Removes the second factors of a user, or the apps and passkeys since a moment. Recovery codes and the refusal of codes by
 * e-mail have no time and go in either case. Returns whether there was one.
 */
export async function removeFactors(db: Db, user_id: number, since: Date | null = null): Promise<boolean> {
  const app = await sql`
    delete from totp_authenticators
     where user_id = ${user_id}
       and (${since}::timestamptz is null or coalesce(confirmed_at, created_at) >= ${since})`.execute(db)
  const passkeys = await sql`
    delete from passkeys
     where user_id = ${user_id}
       and (${since}::timestamptz is null or created_at >= ${since})`.execute(db)
  const hadSettings = await resetSettings(db, user_id)
  return hadSettings || [app, passkeys].some(({ numAffectedRows }) => (numAffectedRows ?? 0n) > 0n)
}
