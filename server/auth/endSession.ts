import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Why a session ended; a trigger of the database writes the reasons of closed accounts. */
type SessionEndReason = 'logout' | 'owner' | 'password' | 'replayed' | 'staff' | 'role'

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
