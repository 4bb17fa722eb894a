import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { z } from 'zod'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { isPassword } from '#server/security/passwords.ts'

/**
 * The limits of every call with the current password, of one count. Every call counts, and a correct password resets the
 * count: wrong passwords of all sessions count together.
 */
export const currentPasswordLimits = ['password-change', 'wrong-password'] as const

/** Verifies the current password of the user, outside a transaction. Returns its hash. Throws `wrong-password`. */
export async function requireCurrentPassword(rateLimiter: RateLimiter, { db, session }: SessionContext, typed: string) {
  const hash = await lockPasswordHash(db, session.user_id)
  if (hash === null || !(await isPassword(typed, hash)))
    throw new ApiError('wrong-password', { fields: { CurrentPassword: [{ code: 'wrong-password' }] } })
  await rateLimiter.reset('wrong-password', session.user.email)
  return hash
}

/** Runs a change in a transaction that locks the user, unless the password has changed since it was verified. */
export function withSamePassword<Answer>(
  context: SessionContext,
  hash: string,
  change: (context: SessionContext) => Promise<Answer>,
): Promise<Answer> {
  return context.db.transaction().execute(async (db) => {
    if ((await lockPasswordHash(db, context.session.user_id)) !== hash) throw new ApiError('changed-elsewhere')
    return change({ ...context, db })
  })
}

type Confirmed<Schema extends z.ZodType> = {
  about: string
  input: Schema
  /** Runs in a transaction that locks the user. */
  change: (context: SessionContext, input: z.output<Schema>) => Promise<object>
}

/** An endpoint that takes the current password. */
export const confirmedEndpoint = <Schema extends z.ZodType<{ CurrentPassword: string }>>(
  { rateLimiter }: { rateLimiter: RateLimiter },
  { about, input, change }: Confirmed<Schema>,
) =>
  authenticatedEndpoint({
    about,
    input,
    rateLimits: currentPasswordLimits,
    // Verifying a password takes long; no transaction is open meanwhile.
    transaction: false,
    run: async (context, given) => {
      const hash = await requireCurrentPassword(rateLimiter, context, given.CurrentPassword)
      return withSamePassword(context, hash, (locked) => change(locked, given))
    },
  })

async function lockPasswordHash(db: Db, user_id: number) {
  const { rows } = await sql<{ password_hash: string | null }>`
    select password_hash from users where id = ${user_id} for update`.execute(db)
  return rows[0]?.password_hash ?? null
}
