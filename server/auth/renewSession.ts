import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { endSession } from './endSession.ts'
import type { AuthServices } from './services.ts'
import { describeSession, newestTokenIsUnused, sessionIsAlive } from '#server/session/session.ts'
import type { TokenClaims } from '#server/session/tokens.ts'
import type { Db } from '#server/db/database.ts'
import type { Context } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionAnswer } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'

type TokenStanding = { user_id: number; token_id: string; position: 'newest' | 'grace' | 'unused' | 'replayed' }

/**
 * Token rotation: renews the token of a session, also an expired one. The previous token returns the newest one: for some
 * seconds, for tabs that renew at once, and until a call uses the newest one, because the answer with it may be lost. An older
 * token was stolen or copied, so the session is ended (replay).
 */
export async function renewSession(services: AuthServices, context: Context): Promise<SessionAnswer | ApiError> {
  const claims = await services.tokens.read(context.token)
  const standing = claims && (await lockSession(context.db, claims))
  if (!claims || !standing) return new ApiError('no-session')
  if (standing.position === 'replayed') return endReplayed(context, claims)

  const { position, token_id: newest } = standing
  const token_id = position === 'newest' ? services.tokens.newTokenId() : newest
  if (position !== 'grace') await rotate(services, context.db, claims.session_id, token_id)
  return describeSession(context.db, services, { ...claims, token_id })
}

/** Compares a token with those of its session and locks the session, so that concurrent renewals run one by one. */
async function lockSession(db: Db, { session_id, user_id, token_id }: TokenClaims): Promise<TokenStanding | undefined> {
  const { rows } = await sql<TokenStanding>`
    select sessions.user_id, sessions.token_id,
           case
             when sessions.token_id = ${token_id} then 'newest'
             when sessions.previous_token_id = ${token_id}
                  and sessions.rotated_at > now() - make_interval(secs => ${limits.session.grace_seconds}) then 'grace'
             when sessions.previous_token_id = ${token_id} and ${newestTokenIsUnused} then 'unused'
             else 'replayed'
           end as position
      from sessions
      join users on users.id = sessions.user_id
     where sessions.id = ${session_id}
       and sessions.user_id = ${user_id}
       and ${sessionIsAlive}
       for update of sessions`.execute(db)
  return rows[0]
}

/** The token, a new one or one that no call has used, has the full lifetime, but ends with the session at the latest. */
async function rotate({ minutes }: AuthServices, db: Db, id: string, token_id: string) {
  await sql`
    update sessions
       set previous_token_id = case when token_id = ${token_id} then previous_token_id else token_id end,
           token_id = ${token_id},
           rotated_at = now(),
           seen_at = now(),
           token_ends_at = least(now() + make_interval(mins => ${minutes}), ends_at)
     where id = ${id}`.execute(db)
}

async function endReplayed(context: Context, { session_id, user_id }: TokenClaims) {
  await endSession(context.db, session_id, 'replayed')
  await record(context, {
    action: 'token-replayed',
    resource: 'users',
    row_id: user_id,
    actor_id: user_id,
    after: { session_id },
  })
  return new ApiError('no-session')
}
