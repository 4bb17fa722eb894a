import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { beginSession } from '#server/auth/beginSession.ts'
import { findPerson, mayBegin, type Person } from '#server/auth/findPerson.ts'
import type { AuthServices, LoginCodes } from './services.ts'
import { blockTries, countTry, forgetTries, lockForAWhile } from '#server/auth/locks.ts'
import { isPassword, verifyDummyPassword } from '#server/security/passwords.ts'
import type { Context } from '#server/endpoint/context.ts'
import { type Endpoints, publicEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { type LoginAnswer, loginInput, verifyInput } from '#shared/calls/auth.ts'

export function loginEndpoints(services: AuthServices): Endpoints {
  return {
    'auth/login': publicEndpoint({
      about: 'Begins a session, or says which step comes before it.',
      input: loginInput,
      limits: ['login'],
      // A password takes long to look at: no transaction waits for it.
      transaction: false,
      run: (context, input) => logIn(services, context, input),
    }),

    'auth/verify': publicEndpoint({
      about: 'Begins a session with the one-time code of a log-in.',
      input: verifyInput,
      limits: ['verify'],
      run: (context, input) => verify(services, context, input),
    }),
  }
}

async function logIn(
  services: AuthServices,
  context: Context,
  { email: typed, password, remember = false }: LoginInput,
) {
  const email = typed.toLowerCase()
  const person = await findPerson(context.db, { email, address: context.address })
  const counted = { email, address: context.address, known: person?.known ?? false }
  const tries = await countTry(services.limits, counted)
  const right = await looksRight(password, person)

  const why = whyNot(person, { right, isOneTooMany: tries.isOneTooMany })
  if (!person || why) {
    if (tries.isLast) await blockTries(services.limits, counted)
    return inTransaction(context, (call) => refuse(services, call, { email, person, why, isLast: tries.isLast }))
  }
  await forgetTries(services.limits, counted)
  const step = stepAfter(services, person)
  if (step === askForCode) await services.limits.consume('login-code', email)
  return inTransaction(context, (call) => step(services, call, person, { email, remember }))
}

const inTransaction = <Answer>(context: Context, run: (context: Context) => Promise<Answer>) =>
  context.db.transaction().execute((db) => run({ ...context, db }))

type LoginInput = z.output<typeof loginInput>

const looksRight = (password: string, person: Person | undefined) =>
  person?.password_hash ? isPassword(password, person.password_hash) : verifyDummyPassword(password)

type Look = { right: boolean; isOneTooMany: boolean }

/** Why somebody may not sign in, for the audit log only: the answer is the same for all of them. */
function whyNot(person: Person | undefined, { right, isOneTooMany }: Look): string | undefined {
  const reasons: [why: string, holds: boolean | undefined][] = [
    ['unknown', !person],
    ['wrong', !right],
    ['closed', !person?.may_begin],
    ['locked-for-a-while', isOneTooMany || (person?.is_locked_for_a_while && !person.known)],
    ['first-password-ended', person?.must_change_password && person.first_password_ended],
  ]
  return reasons.find(([, holds]) => holds)?.[0]
}

type Failure = { email: string; person: Person | undefined; why: string | undefined; isLast: boolean }

async function refuse(services: AuthServices, context: Context, { email, person, why, isLast }: Failure) {
  await record(context, {
    action: 'login-failed',
    resource: 'users',
    ...(person && { row_id: person.id }),
    // Marked, as people write passwords into the wrong field too.
    after: { why, email: services.pseudonymize(email) },
  })
  if (isLast && person) await lockForAWhile(context, person.id)
  return new ApiError('bad-credentials')
}

type Asked = { email: string; remember: boolean }

type Step = (services: AuthServices, context: Context, person: Person, asked: Asked) => Promise<LoginAnswer | ApiError>

/** What follows a right password: another password, a one-time code, or the session. */
function stepAfter({ loginCodes }: AuthServices, person: Person): Step {
  if (person.must_change_password) return askForPassword
  return asksForCode[loginCodes](person) ? askForCode : begin
}

const begin: Step = async (services, context, { id, password_hash }, { remember }) => {
  const { db, address } = context
  if (!(await mayBegin(db, { user_id: id, address, password_hash }))) return new ApiError('bad-credentials')
  return beginSession(services, context, { user_id: id, remember })
}

const asksForCode: Record<LoginCodes, (person: Person) => boolean> = {
  never: () => false,
  staff: ({ is_staff }) => is_staff,
  everyone: () => true,
}

const askForPassword: Step = async (services, context, person, { email }) => {
  const begun = { purpose: 'first', email, user_id: person.id, confirmed: true } as const
  const { reference } = await services.codes.issue(context.db, begun)
  await record(context, { action: 'password-demanded', resource: 'users', row_id: person.id, actor_id: person.id })
  return { hash: reference }
}

const askForCode: Step = async (services, context, person, { email, remember }) => {
  const { reference, code } = await services.codes.issue(context.db, {
    purpose: 'login',
    email,
    user_id: person.id,
    remember,
  })
  await enqueueEmail(context.db, {
    kind: 'code',
    recipient: email,
    language: context.language,
    content: { for: 'login', code },
  })
  await record(context, { action: 'code-sent', resource: 'users', row_id: person.id, actor_id: person.id })
  return { otp: true, Reference: reference }
}

async function verify(services: AuthServices, context: Context, { reference, otp }: z.output<typeof verifyInput>) {
  const outcome = await services.codes.use(context.db, 'login', { reference, code: otp })
  if (outcome.is !== 'right') {
    await record(context, { action: 'code-failed', resource: 'users', after: { why: outcome.is } })
    return outcome.is === 'wrong'
      ? new ApiError('bad-code', { fields: { otp: [{ code: 'wrong-code' }] } })
      : new ApiError('code-ended')
  }
  const { user_id, remember } = outcome.step
  if (user_id === null || !(await mayBegin(context.db, { user_id, address: context.address })))
    return new ApiError('code-ended')
  return beginSession(services, context, { user_id, remember })
}
