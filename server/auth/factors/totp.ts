import { sql } from 'kysely'
import type { AuthServices } from '#server/auth/services.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Sealed } from '#server/security/seals.ts'
import { base32, stepOfCode } from '#server/security/totp.ts'
import type { NewTotp } from '#shared/calls/factors.ts'
import { limits } from '#shared/limits.ts'

type Secrets = Pick<AuthServices, 'factorSecrets'>
type Attempt = { user_id: number; code: string }

/** Stores a new secret, which a code must confirm; an unconfirmed one is replaced. Throws `factor-exists`. */
export async function beginTotp(
  { factorSecrets, productName }: AuthServices,
  db: Db,
  { user_id, email }: { user_id: number; email: string },
): Promise<NewTotp> {
  const secret = factorSecrets.newTotpSecret()
  const { numAffectedRows } = await sql`
    insert into totp_authenticators (user_id, sealed_secret)
    values (${user_id}, ${factorSecrets.sealTotp(user_id, secret)})
    on conflict (user_id) do update
       set sealed_secret = excluded.sealed_secret,
           created_at = now()
     where totp_authenticators.confirmed_at is null`.execute(db)
  if (numAffectedRows === 0n) throw new ApiError('factor-exists')

  const Secret = base32(secret)
  const issuer = productName ?? 'Hukum'
  const label = encodeURIComponent(`${issuer}:${email}`)
  return { Secret, Uri: `otpauth://totp/${label}?secret=${Secret}&issuer=${encodeURIComponent(issuer)}` }
}

/** After `ended` there is nothing to confirm or to use any more. */
type Outcome = 'accepted' | 'wrong' | 'ended'

/** Confirms a new secret by its first code. */
export function confirmTotp(services: Secrets, db: Db, attempt: Attempt): Promise<Outcome> {
  const isPending = sql<boolean>`
    confirmed_at is null and created_at > now() - make_interval(mins => ${limits.code.minutes})`
  return acceptCode(services, db, attempt, { isPending, set: sql`confirmed_at = now()` })
}

/** Accepts a code of a sign-in: each time step once, and none before it. */
export async function useTotp(services: Secrets, db: Db, attempt: Attempt): Promise<boolean> {
  const acceptance = { isPending: sql<boolean>`confirmed_at is not null`, set: sql`used_at = now()` }
  return (await acceptCode(services, db, attempt, acceptance)) === 'accepted'
}

type Acceptance = { isPending: ReturnType<typeof sql<boolean>>; set: ReturnType<typeof sql> }

async function acceptCode(
  { factorSecrets }: Secrets,
  db: Db,
  { user_id, code }: Attempt,
  { isPending, set }: Acceptance,
): Promise<Outcome> {
  const { rows } = await sql<{ sealed_secret: Sealed; last_step: number; now_ms: number }>`
    select sealed_secret, last_step, extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
      from totp_authenticators
     where user_id = ${user_id}
       and ${isPending}
       for update`.execute(db)
  const row = rows[0]
  if (!row) return 'ended'
  const step = stepOfCode(factorSecrets.openTotp(user_id, row.sealed_secret), code, row.now_ms)
  if (step === undefined || step <= row.last_step) return 'wrong'

  await sql`
    update totp_authenticators
       set last_step = ${step}, ${set}
     where user_id = ${user_id}`.execute(db)
  return 'accepted'
}
