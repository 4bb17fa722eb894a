import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { findArrival } from '#server/auth/findPerson.ts'
import type { AuthServices } from './services.ts'
import { describeSession, type SessionTokenClaims } from '#server/session/session.ts'
import type { Context } from '#server/endpoint/context.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import type { SessionAnswer } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'

type Beginning = { user_id: number; remember: boolean }

/** Begins a session for somebody who has shown who he is; the account must be open. Answers what the web is told. */
export async function beginSession(
  services: AuthServices,
  context: Context,
  beginning: Beginning,
): Promise<SessionAnswer> {
  const arrival = await findArrival(context.db, { user_id: beginning.user_id, address: context.address })
  // In the language of whoever signed in before: it may be somebody else who does so now.
  if (arrival?.is_from_elsewhere) await writeOfSignIn(context, arrival)
  const token = await insertSession(services, context, beginning)
  await record(context, { action: 'login', resource: 'users', row_id: beginning.user_id, actor_id: beginning.user_id })
  return describeSession(context.db, services, token)
}

async function insertSession(
  { tokens, minutes }: AuthServices,
  { db, address, userAgent, language }: Context,
  { user_id, remember }: Beginning,
): Promise<SessionTokenClaims> {
  const hours = remember ? limits.session.remember_days * 24 : limits.session.absolute_hours
  const token_id = tokens.newTokenId()
  const { rows } = await sql<{ id: string }>`
    insert into sessions (user_id, token_id, remember, address, user_agent, language, token_ends_at, ends_at)
    values (${user_id}, ${token_id}, ${remember}, ${address}, ${userAgent.slice(0, limits.session.user_agent_letters)}, ${language},
            least(now() + make_interval(mins => ${minutes}), now() + make_interval(hours => ${hours})),
            now() + make_interval(hours => ${hours}))
    returning id`.execute(db)
  return { session_id: rows[0]?.id ?? '', token_id, user_id }
}

/** Whoever signs in from somewhere new is told by letter: if it was not him, he hears of it at once. */
function writeOfSignIn({ db, address, userAgent }: Context, { name, email }: { name: string; email: string }) {
  const user_agent = userAgent.slice(0, limits.session.user_agent_letters)
  const content = { name, at: new Date().toISOString(), address, user_agent }
  return enqueueEmail(db, { kind: 'new-sign-in', recipient: email, content })
}
