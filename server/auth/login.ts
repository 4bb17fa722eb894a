import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { beginSession } from './beginSession.ts'
import { offeredMethods } from '#server/auth/factors/offered.ts'
import { findLoginAccount, isUnchanged, type LoginAccount } from './loginAccount.ts'
import type { AuthServices, LoginCodes } from './services.ts'
import {
  blockAttempts,
  clearFailedAttempts,
  countFailure,
  type CountedLogin,
  hasNoAttemptsLeft,
  inTurn,
  lockTemporarily,
} from './locks.ts'
import { createBoundedQueue } from '#server/security/boundedQueue.ts'
import { isPassword, verifyDummyPassword } from '#server/security/passwords.ts'
import { networkOf } from '#server/endpoint/address.ts'
import { type Context, inTransaction } from '#server/endpoint/context.ts'
import { type Endpoints, publicEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { type LoginAnswer, loginInput } from '#shared/calls/auth.ts'

export function loginEndpoints(services: AuthServices): Endpoints {
  return {
    'auth/login': publicEndpoint({
      about: 'Starts a session, or returns the step that must come first.',
      input: loginInput,
      refuseEarly: ({ device }) => {
        if (!device) unknownSignIns.requireCapacity()
      },
      rateLimits: ['login'],
      // Verifying a password takes long; no transaction is open meanwhile.
      transaction: false,
      run: (context, input) => {
        const signIn = () => logIn(services, context, input)
        return context.device ? signIn() : unknownSignIns.run(signIn)
      },
    }),
  }
}

/**
 * Sign-ins of browsers without a device cookie, from the first query to the last: a flood of them takes few connections to
 * the database, and those that may not wait take none.
 */
const unknownSignIns = createBoundedQueue({ running: 4, waiting: 46 })

async function logIn(
  services: AuthServices,
  context: Context,
  { email: typedEmail, password, remember = false }: LoginInput,
) {
  const email = typedEmail.toLowerCase()
  const account = await findLoginAccount(context.db, email)
  const device = await knownDevice(services, context, account)
  const { reason, isLast } = await inTurn({ email, device }, () =>
    judge(services, account, { password, counted: { email, device } }),
  )
  if (!account || reason) {
    return inTransaction(context, (call) => rejectLogin(services, call, { email, account, reason, isLast }))
  }
  const step = nextStep(services, account)
  if (step === askForCode) await services.rateLimiter.consume('login-code', email)
  return inTransaction(context, async (call) =>
    (await isUnchanged(call.db, account, { isKnownBrowser: device !== undefined }))
      ? step(services, call, account, { email, remember })
      : rejectLogin(services, call, { email, account, reason: 'changed-meanwhile', isLast: false }),
  )
}

/**
 * The id of the browser, if it has signed in to this account before. With the cookie of another account, the attempt counts
 * for the address as well, as one without a cookie does.
 */
async function knownDevice(
  { devices, rateLimiter }: AuthServices,
  { device, address }: Context,
  account: LoginAccount | undefined,
) {
  if (!device) return undefined
  if (account && devices.isOf(device, account)) {
    await rateLimiter.consume('known-login', String(account.id))
    return device.id
  }
  await rateLimiter.consume('login', networkOf(address))
  return undefined
}

type Attempt = { password: string; counted: CountedLogin }

/** Verifies the password and counts a failed attempt. Returns the reason of a failure, and whether it was the last allowed. */
async function judge({ rateLimiter }: AuthServices, account: LoginAccount | undefined, { password, counted }: Attempt) {
  const { device } = counted
  const right = await isRightPassword(password, account, device)
  const isOneTooMany = await hasNoAttemptsLeft(rateLimiter, counted)
  const reason = rejectionReason(account, { right, isOneTooMany, device })
  if (!reason) {
    await clearFailedAttempts(rateLimiter, counted)
    return { reason, isLast: false }
  }
  const isLast = await countFailure(rateLimiter, counted)
  if (isLast) await blockAttempts(rateLimiter, counted)
  return { reason, isLast }
}

type LoginInput = z.output<typeof loginInput>

const isRightPassword = (password: string, account: LoginAccount | undefined, device: string | undefined) =>
  account?.password_hash
    ? isPassword(password, account.password_hash, device === undefined ? 'unknown' : 'known')
    : verifyDummyPassword(password)

type PasswordCheck = { right: boolean; isOneTooMany: boolean; device: string | undefined }

/** The reason of a rejected login, for the audit log only: the response is the same for all reasons. */
function rejectionReason(
  account: LoginAccount | undefined,
  { right, isOneTooMany, device }: PasswordCheck,
): string | undefined {
  const reasons: [reason: string, applies: boolean | undefined][] = [
    ['unknown', !account],
    ['wrong', !right],
    ['closed', !account?.may_begin],
    ['locked-for-a-while', isOneTooMany || (account?.is_locked_for_a_while && device === undefined)],
    ['first-password-ended', account?.must_change_password && account.first_password_ended],
  ]
  return reasons.find(([, applies]) => applies)?.[0]
}

type LoginFailure = { email: string; account: LoginAccount | undefined; reason: string | undefined; isLast: boolean }

async function rejectLogin(services: AuthServices, context: Context, { email, account, reason, isLast }: LoginFailure) {
  await record(context, {
    action: 'login-failed',
    resource: 'users',
    ...(account && { row_id: account.id }),
    // Pseudonymized: users sometimes type their password into the e-mail field.
    after: { why: reason, email: services.pseudonymize(email) },
  })
  if (isLast && account) await lockTemporarily(context, account.id)
  return new ApiError('bad-credentials')
}

type LoginRequest = { email: string; remember: boolean }

type Step = (
  services: AuthServices,
  context: Context,
  account: LoginAccount,
  request: LoginRequest,
) => Promise<LoginAnswer>

/** The step after a correct password: choosing another one, a second factor, a one-time code, or the session. */
function nextStep({ loginCodes }: AuthServices, account: LoginAccount): Step {
  if (account.must_change_password) return askForPassword
  if (account.has_own_factor) return askForFactor
  return needsCode[loginCodes](account) ? askForCode : beginSessionStep
}

const beginSessionStep: Step = (services, context, { id: user_id }, { remember }) =>
  beginSession(services, context, { user_id, remember })

const needsCode: Record<LoginCodes, (account: LoginAccount) => boolean> = {
  never: () => false,
  staff: ({ is_staff }) => is_staff,
  everyone: () => true,
}

const askForPassword: Step = async (services, context, account, { email }) => {
  const codeRequest = { purpose: 'first', email, user_id: account.id, confirmed: true } as const
  const { reference } = await services.codes.issue(context.db, codeRequest)
  await record(context, { action: 'password-demanded', resource: 'users', row_id: account.id, actor_id: account.id })
  return { hash: reference }
}

const askForCode: Step = async (services, context, account, { email, remember }) => {
  const { reference, code } = await services.codes.issue(context.db, {
    purpose: 'login',
    email,
    user_id: account.id,
    remember,
  })
  await enqueueEmail(context.db, {
    kind: 'code',
    recipient: email,
    language: context.language,
    content: { for: 'login', code },
  })
  await record(context, { action: 'code-sent', resource: 'users', row_id: account.id, actor_id: account.id })
  return { otp: true, Reference: reference, Methods: ['email'] }
}

/** The code of the reference matches nothing until it is sent (`auth/verify/email`). */
const askForFactor: Step = async (services, context, { id: user_id }, { email, remember }) => {
  const request = { purpose: 'login', email, user_id, remember, decoy: true } as const
  const { reference } = await services.codes.issue(context.db, request)
  await record(context, { action: 'factor-demanded', resource: 'users', row_id: user_id, actor_id: user_id })
  return { otp: true, Reference: reference, Methods: await offeredMethods(services, context.db, user_id) }
}
