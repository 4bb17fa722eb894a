import { sql } from 'kysely'
import { z } from 'zod'
import { confirmedEndpoint } from '#server/auth/currentPassword.ts'
import type { AuthServices } from '#server/auth/services.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { authenticatedEndpoint, type Endpoints } from '#server/endpoint/endpoint.ts'
import {
  emailCodesInput,
  factorPasswordInput,
  type OwnFactors,
  type RecoveryCodes,
  totpConfirmInput,
} from '#shared/calls/factors.ts'
import { recordSignInChange, removeUnusedSettings } from './changes.ts'
import { findFactors } from './offered.ts'
import { listPasskeys, passkeyEndpoints } from './passkeyEndpoints.ts'
import { replaceRecoveryCodes, withRecoveryCodes } from './recoveryCodes.ts'
import { beginTotp, confirmTotp } from './totp.ts'

/** The second factors of the own account. Every change needs the current password, and is notified of by e-mail. */
export const factorEndpoints = (services: AuthServices): Endpoints => ({
  'auth/factors': authenticatedEndpoint({
    about: 'The second factors of the account.',
    input: z.strictObject({}),
    run: async (context) => ({ data: await describeFactors(services, context) }),
  }),
  ...totpEndpoints(services),
  ...passkeyEndpoints(services),

  'auth/factors/recovery/renew': confirmedEndpoint(services, {
    about: 'Replaces the recovery codes; the new ones are in this response only.',
    input: factorPasswordInput,
    change: (context) => renewRecoveryCodes(services, context),
  }),

  'auth/factors/emailCodes': confirmedEndpoint(services, {
    about: 'Allows or refuses codes by e-mail for an account with another second factor.',
    input: emailCodesInput,
    change: (context, { Allowed }) => allowEmailCodes(context, Allowed),
  }),
})

const totpEndpoints = (services: AuthServices): Endpoints => ({
  'auth/factors/totp/begin': confirmedEndpoint(services, {
    about: 'Returns a new secret for an authenticator app, which a code must confirm.',
    input: factorPasswordInput,
    change: ({ db, session }) => beginTotp(services, db, { user_id: session.user_id, email: session.user.email }),
  }),

  'auth/factors/totp/confirm': authenticatedEndpoint({
    about: 'Adds the authenticator app whose first code this is, and returns recovery codes if there are none.',
    input: totpConfirmInput,
    rateLimits: ['factor-code'],
    run: (context, { otp }) => addTotp(services, context, otp),
  }),

  'auth/factors/totp/remove': confirmedEndpoint(services, {
    about: 'Removes the authenticator app.',
    input: factorPasswordInput,
    change: removeTotp,
  }),
})

async function describeFactors({ relyingParty }: AuthServices, { db, session }: SessionContext): Promise<OwnFactors> {
  const { own, recovery_codes, email_codes_allowed } = await findFactors(db, session.user_id)
  const { rows } = await sql<{ created_at: Date; used_at: Date | null }>`
    select confirmed_at as created_at, used_at
      from totp_authenticators
     where user_id = ${session.user_id}
       and confirmed_at is not null`.execute(db)
  const [totp] = rows
  return {
    totp: totp ? { created_at: totp.created_at.toISOString(), used_at: totp.used_at?.toISOString() ?? null } : null,
    passkeys: await listPasskeys(db, session.user_id),
    passkey_host: relyingParty?.id ?? null,
    recovery_codes: own ? recovery_codes : null,
    email_codes: email_codes_allowed,
  }
}

/** The first factor brings recovery codes. */
async function addTotp(services: AuthServices, context: SessionContext, code: string): Promise<RecoveryCodes> {
  const { db, session } = context
  const { user_id } = session
  // A sign-in that is being decided ends before, or asks for the factor.
  await sql`select from users where id = ${user_id} for no key update`.execute(db)
  const outcome = await confirmTotp(services, db, { user_id, code })
  if (outcome === 'ended') throw new ApiError('code-ended')
  if (outcome === 'wrong') throw new ApiError('bad-code', { fields: { otp: [{ code: 'wrong-code' }] } })
  await recordSignInChange(context, { user_id, change: 'totp-added' })
  return withRecoveryCodes(services, db, user_id)
}

async function removeTotp(context: SessionContext) {
  const { db, session } = context
  const { user_id } = session
  const { numAffectedRows } = await sql`
    delete from totp_authenticators where user_id = ${user_id} and confirmed_at is not null`.execute(db)
  if (numAffectedRows === 0n) throw new ApiError('not-found')
  await removeUnusedSettings(db, user_id)
  await recordSignInChange(context, { user_id, change: 'totp-removed' })
  return {}
}

async function renewRecoveryCodes(services: AuthServices, context: SessionContext): Promise<RecoveryCodes> {
  const { db, session } = context
  const { user_id } = session
  await requireOwnFactor(context)
  const RecoveryCodes = await replaceRecoveryCodes(services, db, user_id)
  await recordSignInChange(context, { user_id, change: 'recovery-codes-renewed' })
  return { RecoveryCodes }
}

async function allowEmailCodes(context: SessionContext, allowed: boolean) {
  const { user_id } = context.session
  await requireOwnFactor(context)
  const { numAffectedRows } = await sql`
    update users
       set email_codes_allowed = ${allowed}
     where id = ${user_id}
       and email_codes_allowed <> ${allowed}`.execute(context.db)
  if ((numAffectedRows ?? 0n) > 0n)
    await recordSignInChange(context, { user_id, change: allowed ? 'email-codes-allowed' : 'email-codes-refused' })
  return {}
}

async function requireOwnFactor({ db, session }: SessionContext) {
  if (!(await findFactors(db, session.user_id)).own) throw new ApiError('no-own-factor')
}
