import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { beginSession } from './beginSession.ts'
import { recordSignInChange } from '#server/auth/factors/changes.ts'
import { offeredMethods } from '#server/auth/factors/offered.ts'
import { requestOptions, usePasskey, webAuthn } from '#server/auth/factors/passkeys.ts'
import { useRecoveryCode } from '#server/auth/factors/recoveryCodes.ts'
import { useTotp } from '#server/auth/factors/totp.ts'
import { canBeginSession } from './loginAccount.ts'
import type { AuthServices } from './services.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Context, inTransaction } from '#server/endpoint/context.ts'
import { type Endpoints, publicEndpoint } from '#server/endpoint/endpoint.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { verifyInput, verifyMethodInput } from '#shared/calls/auth.ts'
import type { SecondFactor } from '#shared/calls/factors.ts'

/** The second step of a sign-in. All methods of an account share the attempts of its reference and of its day. */
export function verifyEndpoints(services: AuthServices): Endpoints {
  return {
    'auth/verify': publicEndpoint({
      about: 'Starts a session with a second factor: a one-time code, a recovery code, or a passkey.',
      rateLimits: ['verify'],
      input: verifyInput,
      transaction: false,
      run: async (context, input) => {
        if (input.passkey) await webAuthn()
        return inTransaction(context, (call) => verify(services, call, input))
      },
    }),

    'auth/verify/email': publicEndpoint({
      about: 'Sends the one-time code of a log-in by e-mail, where another second factor is preferred.',
      rateLimits: ['verify'],
      input: verifyMethodInput,
      run: (context, { reference }) => sendCode(services, context, reference),
    }),

    'auth/verify/passkey': publicEndpoint({
      about: 'The options with which a browser proves a log-in by a passkey.',
      rateLimits: ['verify'],
      input: verifyMethodInput,
      transaction: false,
      run: (context, { reference }) => requestPasskey(services, context, reference),
    }),
  }
}

type VerifyInput = z.output<typeof verifyInput>

async function verify(services: AuthServices, context: Context, input: VerifyInput) {
  let method: SecondFactor | undefined
  const outcome = await services.codes.useWith(context.db, 'login', input.reference, async (step, matchesCode) => {
    method = await provenMethod(services, context, { user_id: step.user_id, input, matchesCode })
    return method !== undefined
  })
  if (outcome.is !== 'valid') {
    await record(context, { action: 'code-failed', resource: 'users', after: { why: outcome.is } })
    const field = (['recovery_code', 'passkey'] as const).find((name) => input[name] !== undefined) ?? 'otp'
    return outcome.is === 'wrong'
      ? new ApiError('bad-code', { fields: { [field]: [{ code: 'wrong-code' }] } })
      : new ApiError('code-ended')
  }
  const { user_id, remember } = outcome.step
  if (user_id === null || !(await canBeginSession(context.db, user_id))) return new ApiError('code-ended')
  if (method === 'recovery') await recordSignInChange(context, { user_id, change: 'recovery-code-used' })
  return beginSession(services, context, { user_id, remember })
}

type Attempt = { user_id: number | null; input: VerifyInput; matchesCode: (code: string) => boolean }

/** The method of a correct proof, among those that the account offers now. */
async function provenMethod(services: AuthServices, { db }: Context, { user_id, input, matchesCode }: Attempt) {
  if (user_id === null) return undefined
  const { reference, otp, recovery_code, passkey } = input
  const isProven: Record<SecondFactor, () => Promise<boolean>> = {
    passkey: async () => passkey !== undefined && usePasskey(services, db, { user_id, reference, assertion: passkey }),
    totp: async () => otp !== undefined && useTotp(services, db, { user_id, code: otp }),
    recovery: async () =>
      recovery_code !== undefined && useRecoveryCode(services, db, { user_id, code: recovery_code }),
    email: async () => otp !== undefined && matchesCode(otp),
  }
  for (const method of await offeredMethods(services, db, user_id)) if (await isProven[method]()) return method
  return undefined
}

async function sendCode(services: AuthServices, context: Context, reference: string) {
  const { codes, rateLimiter } = services
  const { db, language } = context
  const renewed = await codes.renew(db, 'login', reference)
  if (!renewed || renewed.step.user_id === null) throw new ApiError('code-ended')
  const { email, user_id } = renewed.step
  if (!(await offeredMethods(services, db, user_id)).includes('email')) throw new ApiError('not-allowed')

  await rateLimiter.consume('login-code', email)
  await enqueueEmail(db, { kind: 'code', recipient: email, language, content: { for: 'login', code: renewed.code } })
  await record(context, { action: 'code-sent', resource: 'users', row_id: user_id, actor_id: user_id })
  return {}
}

async function requestPasskey(services: AuthServices, context: Context, reference: string) {
  const { db } = context
  const step = await inTransaction(context, (call) => services.codes.peek(call.db, 'login', reference))
  if (!step || step.user_id === null) throw new ApiError('code-ended')
  return { Options: await requestOptions(services, db, { user_id: step.user_id, reference }) }
}
