import { sql } from 'kysely'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { beginSession } from './beginSession.ts'
import type { Outcome } from '#server/security/codes.ts'
import type { AuthServices } from './services.ts'
import { newPassword, rejectOwnOrSame, passwordConfirmation } from './newPassword.ts'
import { hashPassword } from '#server/security/passwords.ts'
import type { Db } from '#server/db/database.ts'
import type { Context } from '#server/endpoint/context.ts'
import { type Endpoints, publicEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { announce } from '#server/events/announce.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { completeEmailInput, initEmailInput, registerInput } from '#shared/calls/auth.ts'
import { users } from '#shared/resources/users.ts'

const input = registerInput
  .extend({ Password: newPassword })
  .refine(passwordConfirmation.check, passwordConfirmation.options)

/** Registration: an e-mail with a code, its confirmation, the form. No response reveals whether an address has an account. */
export function registerEndpoints(services: AuthServices): Endpoints {
  return {
    'guest/initEmail': publicEndpoint({
      about: 'Sends a code to an e-mail address that wants to register.',
      rateLimits: ['e-mail-begun-here', 'e-mail-begun'],
      input: initEmailInput,
      run: (context, { Email }) => sendCode(services, context, Email.toLowerCase()),
    }),

    'guest/completeEmail': publicEndpoint({
      about: 'Confirms the code that was sent to an e-mail address.',
      rateLimits: ['e-mail-code'],
      input: completeEmailInput,
      run: async ({ db }, { EmailReference, EmailOtp }) =>
        apiErrorOf(await services.codes.confirm(db, 'register', { reference: EmailReference, code: EmailOtp })) ?? {},
    }),

    'guest/register': publicEndpoint({
      about: 'Creates an account for a confirmed e-mail address and starts a session.',
      rateLimits: ['register'],
      // Hashing a password takes long; no connection is held meanwhile.
      transaction: false,
      input,
      run: (context, form) => register(services, context, form),
    }),
  }
}

/** Only the e-mail says whether the address has an account; the response is the same. */
async function sendCode(services: AuthServices, { db, language }: Context, recipient: string) {
  const isRegistered = await hasAccount(db, recipient)
  const { reference, code } = await services.codes.issue(db, {
    purpose: 'register',
    email: recipient,
    decoy: isRegistered,
  })
  await enqueueEmail(
    db,
    isRegistered
      ? { kind: 'already-registered', recipient, language, content: {} }
      : { kind: 'code', recipient, language, content: { for: 'register', code } },
  )
  return { Reference: reference }
}

async function hasAccount(db: Db, email: string) {
  const { rows } = await sql<{ has_account: boolean }>`
    select exists (select from users where email = ${email} and deleted_at is null) as has_account`.execute(db)
  return rows[0]?.has_account ?? false
}

async function register(services: AuthServices, context: Context, form: z.output<typeof input>) {
  const { Email, EmailReference, EmailOtp, Fullname, Password } = form
  const email = Email.toLowerCase()
  rejectOwnOrSame(Password, { email, name: Fullname, productName: services.productName })
  const attempt = { reference: EmailReference, code: EmailOtp, email, confirmed: true }
  const checked = await context.db.transaction().execute((db) => services.codes.check(db, 'register', attempt))
  const wrongCode = apiErrorOf(checked)
  if (wrongCode) return wrongCode
  const password_hash = await hashPassword(Password, 'unknown')

  return context.db.transaction().execute(async (db) => {
    const apiError = apiErrorOf(await services.codes.use(db, 'register', attempt))
    if (apiError) return apiError
    return createAccount(services, { ...context, db }, { email, name: Fullname, password_hash })
  })
}

function apiErrorOf({ is }: Pick<Outcome, 'is'>): ApiError | undefined {
  if (is === 'wrong') return new ApiError('bad-code', { fields: { EmailOtp: [{ code: 'wrong-code' }] } })
  return is === 'ended' ? new ApiError('code-ended') : undefined
}

type NewAccount = { email: string; name: string; password_hash: string }

async function createAccount(services: AuthServices, context: Context, account: NewAccount) {
  const { db, language } = context
  const user_id = await insertUser(db, account)
  // Another request registered the address meanwhile: the response is that of an expired code, which reveals nothing.
  if (user_id === undefined) return new ApiError('code-ended')

  const { email, name } = account
  await assignSubscriberRole(db, user_id)
  await announce({ db, session: undefined, socketId: undefined }, { resource: users, event: 'Created', id: user_id })
  await record(context, { action: 'register', resource: 'users', row_id: user_id, actor_id: user_id })
  await enqueueEmail(db, { kind: 'new-account', recipient: email, language, content: { name } })
  return beginSession(services, context, { user_id, remember: false })
}

async function insertUser(db: Db, { email, name, password_hash }: NewAccount) {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, password_hash, must_change_password, is_locked, terms_accepted_at)
    values (${name}, ${email}, ${password_hash}, false, false, now())
    on conflict do nothing
    returning id`.execute(db)
  return rows[0]?.id
}

/** New users are subscribers; the role is created without permissions when it is missing. */
async function assignSubscriberRole(db: Db, user_id: number) {
  await sql`insert into roles (name) values ('Subscriber') on conflict do nothing`.execute(db)
  await sql`
    insert into user_roles (user_id, role_id)
    select ${user_id}, id from roles where name = 'Subscriber'`.execute(db)
}
