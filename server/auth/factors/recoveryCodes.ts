import { sql } from 'kysely'
import type { AuthServices } from '#server/auth/services.ts'
import type { Db } from '#server/db/database.ts'
import type { RecoveryCodes } from '#shared/calls/factors.ts'
import { limits } from '#shared/limits.ts'
import { findFactors } from './offered.ts'

type Secrets = Pick<AuthServices, 'factorSecrets'>

/** Replaces all recovery codes of a user. Returns the new ones, which are stored only as keyed hashes. */
export async function replaceRecoveryCodes({ factorSecrets }: Secrets, db: Db, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: limits.factor.recovery_codes }, factorSecrets.newRecoveryCode)
  await sql`delete from recovery_codes where user_id = ${user_id}`.execute(db)
  for (const code of codes)
    await sql`
      insert into recovery_codes (user_id, code_hash)
      values (${user_id}, ${factorSecrets.hashRecoveryCode(user_id, code)})`.execute(db)
  return codes
}

/** The response to a new factor: the first one brings recovery codes. */
export async function withRecoveryCodes(services: Secrets, db: Db, user_id: number): Promise<RecoveryCodes> {
  const { recovery_codes } = await findFactors(db, user_id)
  return { RecoveryCodes: recovery_codes > 0 ? [] : await replaceRecoveryCodes(services, db, user_id) }
}

/** Uses a recovery code: each one once. */
export async function useRecoveryCode(
  { factorSecrets }: Secrets,
  db: Db,
  { user_id, code }: { user_id: number; code: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_codes
       set used_at = now()
     where user_id = ${user_id}
       and code_hash = ${factorSecrets.hashRecoveryCode(user_id, code)}
       and used_at is null`.execute(db)
  return numAffectedRows === 1n
}
