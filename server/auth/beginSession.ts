import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { findSessionUser } from '#server/auth/loginAccount.ts'
import type { AuthServices } from './services.ts'
import { describeSession } from '#server/session/session.ts'
import type { TokenClaims } from '#server/session/tokens.ts'
import type { Context } from '#server/endpoint/context.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import type { SessionAnswer } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'

type NewSession = { user_id: number; remember: boolean }

/** Begins a session for an authenticated user whose account is open. Returns the response for the web. */
export async function beginSession(
  services: AuthServices,
  context: Context,
  newSession: NewSession,
): Promise<SessionAnswer> {
  const user = await findSessionUser(context.db, { user_id: newSession.user_id, address: context.address })
  // In the language of the previous sign-in: the current one can be an attacker's.
  if (user?.is_new_address) await enqueueSignInEmail(context, user)
  const token = await insertSession(services, context, newSession)
  await record(context, {
    action: 'login',
    resource: 'users',
    row_id: newSession.user_id,
    actor_id: newSession.user_id,
  })
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
  return { session_id: rows[0]?.id ?? '', token_id, user_id }
}

/** Notifies the user of a sign-in from a new address, which can be an attacker's. */
function enqueueSignInEmail({ db, address, userAgent }: Context, { name, email }: { name: string; email: string }) {
  const user_agent = userAgent.slice(0, limits.session.user_agent_characters)
  const content = { name, at: new Date().toISOString(), address, user_agent }
  return enqueueEmail(db, { kind: 'new-sign-in', recipient: email, content })
}
