import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Why a session ended; of closed accounts the database writes it itself. */
export type Ending = 'logout' | 'owner' | 'password' | 'replayed' | 'staff' | 'role'

/** Ends one session; whoever listens is told at the commit. */
export async function endSession(db: Db, id: string, why: Ending) {
  await sql`
    update sessions
       set ended_at = now(), ended_why = ${why}
     where id = ${id}
       and ended_at is null`.execute(db)
}

/** Ends every session of a person, but `except`. Answers how many there were. */
export async function endSessionsOf(db: Db, user_id: number, why: Ending, { except }: { except?: string } = {}) {
  const { numAffectedRows } = await sql`
    update sessions
       set ended_at = now(), ended_why = ${why}
     where user_id = ${user_id}
       and ended_at is null
       and id is distinct from ${except ?? null}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
