import { sql } from 'kysely'
import type { AuthServices } from '#server/auth/services.ts'
import type { Db } from '#server/db/database.ts'
import type { SecondFactor } from '#shared/calls/factors.ts'

const hasTotp = sql<boolean>`exists (
  select from totp_authenticators
   where totp_authenticators.user_id = users.id
     and confirmed_at is not null)`
const hasPasskey = sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`

/** Whether `users` has a second factor of their own, which every sign-in asks for; codes by e-mail are none. */
export const hasOwnFactor = sql<boolean>`(${hasTotp} or ${hasPasskey})`

type AccountFactors = { totp: boolean; passkey: boolean; recovery_codes: number; email_codes_allowed: boolean }

export async function findFactors(db: Db, user_id: number): Promise<AccountFactors & { own: boolean }> {
  const { rows } = await sql<AccountFactors>`
    select ${hasTotp} as totp,
           ${hasPasskey} as passkey,
           (select count(*)::integer
              from recovery_codes
             where recovery_codes.user_id = users.id
               and used_at is null) as recovery_codes,
           email_codes_allowed
      from users
     where id = ${user_id}`.execute(db)
  const row = rows[0] ?? { totp: false, passkey: false, recovery_codes: 0, email_codes_allowed: true }
  return { ...row, own: row.totp || row.passkey }
}

const preferredFirst = ['passkey', 'totp', 'recovery', 'email'] as const

/** What a sign-in of the account may be proven by, the preferred one first. */
export async function offeredMethods(
  { relyingParty }: Pick<AuthServices, 'relyingParty'>,
  db: Db,
  user_id: number,
): Promise<SecondFactor[]> {
  const { totp, passkey, own, recovery_codes, email_codes_allowed } = await findFactors(db, user_id)
  const offered: Record<SecondFactor, boolean> = {
    passkey: passkey && relyingParty !== undefined,
    totp,
    recovery: own && recovery_codes > 0,
    email: !own || email_codes_allowed,
  }
  return preferredFirst.filter((method) => offered[method])
}
