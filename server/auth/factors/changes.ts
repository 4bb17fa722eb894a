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
  const hasNone = sql`(select not ${hasOwnFactor} from users where id = ${user_id})`
  await sql`delete from recovery_codes where user_id = ${user_id} and ${hasNone}`.execute(db)
  await sql`
    update users
       set email_codes_allowed = true
     where id = ${user_id}
       and not email_codes_allowed
       and not ${hasOwnFactor}`.execute(db)
}

/** Removes the second factors of a user, or those since a moment. Returns whether there was one. */
export async function removeFactors(db: Db, user_id: number, since: Date | null = null): Promise<boolean> {
  const app = await sql`
    delete from totp_authenticators
     where user_id = ${user_id}
       and (${since}::timestamptz is null or coalesce(confirmed_at, created_at) >= ${since})`.execute(db)
  const passkeys = await sql`
    delete from passkeys
     where user_id = ${user_id}
       and (${since}::timestamptz is null or created_at >= ${since})`.execute(db)
  await removeUnusedSettings(db, user_id)
  return [app, passkeys].some(({ numAffectedRows }) => (numAffectedRows ?? 0n) > 0n)
}
