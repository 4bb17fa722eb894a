import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { endOldestSessions } from './endSession.ts'
import { findSessionUser } from './loginAccount.ts'
import type { AuthServices } from './services.ts'
import { describeSession } from '#server/session/session.ts'
import type { TokenClaims } from '#server/session/tokens.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import type { Context } from '#server/endpoint/context.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { notify } from '#server/notifications/notify.ts'
import type { SessionAnswer } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'
import { deviceName } from '#shared/text/format/device.ts'

type NewSession = { user_id: number; remember: boolean }

/** Begins a session for an authenticated user whose account is open. Returns the response for the web. */
export async function beginSession(
  services: AuthServices,
  context: Context,
  newSession: NewSession,
): Promise<SessionAnswer> {
  const user = await findSessionUser(context.db, { user_id: newSession.user_id, address: context.address })
  if (!user) throw new Error(`the user ${newSession.user_id} has signed in: where is their row?`)

  // In the language of the previous sign-in: the current one can be an attacker's.
  if (user.is_new_address && !services.devices.isOf(context.device, user)) await enqueueSignInEmail(context, user)
  const token = await insertSession(services, context, newSession)
  await limitSessions(context, user, token)
  await record(context, {
    action: 'login',
    resource: 'users',
    row_id: newSession.user_id,
    actor_id: newSession.user_id,
  })
  context.setDeviceCookie(services.devices.write(context.device, user))
  return describeSession(context.db, services, token)
}

async function insertSession(
  { tokens, minutes }: AuthServices,
  { db, address, userAgent, language }: Context,
  { user_id, remember }: NewSession,
): Promise<TokenClaims> {
  const hours = remember ? limits.session.remember_days * 24 : limits.session.absolute_hours
  const token_id = tokens.newTokenId()
  const { rows } = await sql<{ id: string }>`
    insert into sessions (user_id, token_id, remember, address, user_agent, language, token_ends_at, ends_at)
    values (${user_id}, ${token_id}, ${remember}, ${address}, ${userAgent.slice(0, limits.session.user_agent_characters)}, ${language},
            least(now() + make_interval(mins => ${minutes}), now() + make_interval(hours => ${hours})),
            now() + make_interval(hours => ${hours}))
    returning id`.execute(db)
  return { session_id: onlyRow(rows, 'insert into sessions returned no row').id, token_id, user_id }
}

/** Notifies the user of a sign-in from a new address, which can be an attacker's. */
function enqueueSignInEmail({ db, address, userAgent }: Context, { name, email }: { name: string; email: string }) {
  const user_agent = userAgent.slice(0, limits.session.user_agent_characters)
  const content = { name, at: new Date().toISOString(), address, user_agent }
  return enqueueEmail(db, { kind: 'new-sign-in', recipient: email, content })
}

type SessionUser = { name: string; email: string }

/** Ends the oldest session when the user has too many, and notifies the user why. */
async function limitSessions(context: Context, { name, email }: SessionUser, begun: TokenClaims) {
  const { user_id } = begun
  for (const { id, address, user_agent } of await endOldestSessions(context.db, begun)) {
    await record(context, {
      action: 'session-ended',
      resource: 'users',
      row_id: user_id,
      actor_id: user_id,
      after: { session_id: id, why: 'limit' },
    })
    const data = { device: deviceName(user_agent) ?? null, most: limits.session.per_user }
    await notify(context.db, { userIds: [user_id], kind: 'session-ended', data, subject: 'sessions' })
    await enqueueEmail(context.db, { kind: 'session-ended', recipient: email, content: { name, address, user_agent } })
  }
}
