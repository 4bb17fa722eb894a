import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { sessionIsAlive } from '#server/session/session.ts'
import type { TokenClaims } from '#server/session/tokens.ts'
import { limits } from '#shared/limits.ts'

/** Why a session ended; a trigger of the database writes the reasons of closed accounts. */
type SessionEndReason = 'logout' | 'owner' | 'password' | 'replayed' | 'limit'

/** Ends one session; a trigger notifies all processes at the commit. */
export async function endSession(db: Db, id: string, reason: SessionEndReason) {
  await sql`
    update sessions
       set ended_at = now(), ended_why = ${reason}
     where id = ${id}
       and ended_at is null`.execute(db)
}

/** Ends every session of a user except one. Returns their number. */
export async function endSessionsOf(
  db: Db,
  user_id: number,
  reason: SessionEndReason,
  { except }: { except?: string } = {},
) {
  const { numAffectedRows } = await sql`
    update sessions
       set ended_at = now(), ended_why = ${reason}
     where user_id = ${user_id}
       and ended_at is null
       and id is distinct from ${except ?? null}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

type EndedSession = { id: string; address: string; user_agent: string }

/**
 * Ends the oldest sessions of a user above the allowed number, but not the one that has just begun: its transaction can be
 * older than those of other sessions, after which it waited for the user, whom the caller has locked. Returns them.
 */
export async function endOldestSessions(
  db: Db,
  { user_id, session_id: begun }: Pick<TokenClaims, 'user_id' | 'session_id'>,
): Promise<EndedSession[]> {
  const reason: SessionEndReason = 'limit'
  const { rows } = await sql<EndedSession>`
    update sessions
       set ended_at = now(), ended_why = ${reason}
     where id in (
             select sessions.id
               from sessions
               join users on users.id = sessions.user_id
              where sessions.user_id = ${user_id}
                and ${sessionIsAlive}
              order by sessions.id = ${begun} desc, sessions.created_at desc, sessions.id
             offset ${limits.session.per_user})
    returning id, coalesce(host(address), '') as address, user_agent`.execute(db)
  return rows
}
