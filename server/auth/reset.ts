import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import type { Codes } from '#server/security/codes.ts'
import type { AuthServices } from './services.ts'
import { clearFailedAttempts } from './locks.ts'
import { newPassword, rejectOwnOrSame, passwordConfirmation } from './newPassword.ts'
import { hashPassword, isPassword } from '#server/security/passwords.ts'
import { storePassword } from './storePassword.ts'
import type { Db } from '#server/db/database.ts'
import type { Context } from '#server/endpoint/context.ts'
import { type Endpoints, publicEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { addJob, type Jobs } from '#server/jobs/queue.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { resetCompleteInput, resetInitInput, resetValidateInput } from '#shared/calls/auth.ts'

const input = resetCompleteInput
  .extend({ Password: newPassword })
  .refine(passwordConfirmation.check, passwordConfirmation.options)

/** Password reset: a link by e-mail, a reference for the link, a new password for the reference. No step begins a session. */
export function resetEndpoints(services: AuthServices): Endpoints {
  return {
    'auth/password/resetInit': publicEndpoint({
      about: 'Sends a link to choose a new password if the e-mail address has an account.',
      rateLimits: ['reset-begun-here', 'reset-begun'],
      input: resetInitInput,
      // A job looks up the account, so that the response and its timing cannot reveal it.
      run: async ({ db, language, address }, { Email }) => {
        await addJob(db, 'send-reset-email', { email: Email.toLowerCase(), language, address })
        return {}
      },
    }),

    'auth/password/resetValidate': publicEndpoint({
      about: 'Redeems the link of a reset e-mail and returns the reference for the new password.',
      rateLimits: ['reset-link'],
      input: resetValidateInput,
      run: async ({ db }, { ref }) => {
        const outcome = await services.codes.useReference(db, ['reset'], { reference: ref, confirmed: false })
        if (outcome.is !== 'valid') throw new ApiError('bad-reset-link')

        const { reference } = await services.codes.issue(db, { purpose: 'reset', ...outcome.step, confirmed: true })
        return { Ref: reference }
      },
    }),

    'auth/password/resetComplete': publicEndpoint({
      about: 'Sets a new password and ends every session of the account.',
      rateLimits: ['reset-finished'],
      transaction: false,
      input,
      run: (context, { ref, Password }) => completeReset(services, context, ref, Password),
    }),
  }
}

type ResetAccount = { id: number; name: string; email: string; password_hash: string | null }

/** Accounts that the staff has closed cannot be reset. */
const canReset = sql`users.deleted_at is null and users.active and not users.is_locked`

/** A forgotten password, or a first password that must be changed. */
const purposes = ['reset', 'first'] as const

async function completeReset(services: AuthServices, context: Context, ref: string, password: string) {
  const bare = { reference: ref, confirmed: true }
  const account = await context.db.transaction().execute(async (db) => {
    const outcome = await services.codes.find(db, [...purposes], bare)
    return outcome.is === 'valid' ? findAccount(db, outcome.step.user_id) : undefined
  })
  if (!account) throw new ApiError('bad-reset-link')

  const same = account.password_hash !== null && (await isPassword(password, account.password_hash))
  rejectOwnOrSame(password, { ...account, productName: services.productName }, { same })
  const password_hash = await hashPassword(password)

  await context.db.transaction().execute(async (db) => {
    // Checked again after hashing: a link is valid for one password.
    const outcome = await services.codes.useReference(db, [...purposes], bare)
    const user = outcome.is === 'valid' ? await findAccount(db, outcome.step.user_id) : undefined
    if (!user) throw new ApiError('bad-reset-link')
    // The reference allows it, also where another user is signed in: no session of the account stays.
    await storePassword(
      services,
      { ...context, db, session: undefined },
      { user, password_hash, action: 'password-reset' },
    )
  })
  // Failed attempts of known browsers need no reset: a new password invalidates every device cookie.
  await clearFailedAttempts(services.rateLimiter, { email: account.email, device: undefined })
  return {}
}

async function findAccount(db: Db, user_id: number | null): Promise<ResetAccount | undefined> {
  const { rows } = await sql<ResetAccount>`
    select id, name, email, password_hash
      from users
     where id = ${user_id}
       and ${canReset}
       for update`.execute(db)
  return rows[0]
}

/** The job of `resetInit`: sends an e-mail if the address has an open account. */
export async function sendResetEmail(
  { db: pool, codes }: { db: Db; codes: Codes },
  { email, language, address }: Jobs['send-reset-email'],
) {
  await pool.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: number }>`
      select id from users where email = ${email} and ${canReset}`.execute(db)
    for (const { id } of rows) {
      const { reference } = await codes.issue(db, { purpose: 'reset', email, user_id: id })
      await enqueueEmail(db, {
        kind: 'reset',
        recipient: email,
        language,
        content: { reference: codes.seal(reference) },
      })
      await record({ db, session: undefined, address }, { action: 'reset-link', resource: 'users', row_id: id })
    }
  })
}
