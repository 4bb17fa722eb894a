import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import { isShown, type Snapshot } from './changes.ts'
import type { SearchIndex } from './index.ts'

/**
 * Answers without anything that was deleted or unpublished before it was asked. The writer takes it out of the index as
 * soon as it hears of it; an answer that was faster is made again once that is done. Whether it was is looked up while
 * the answer is made, so that nobody waits for nothing. Waits `limits.search.taken_back_ms` at most: a writer that has
 * lost PostgreSQL hears of nothing.
 */
export async function withoutTakenBack<T>(db: Db, search: SearchIndex, answer: () => Promise<T>): Promise<T> {
  const heard = search.heardUpTo()
  if (heard === undefined) return answer()
  const [first, isLate] = await Promise.all([answer(), isTakenBackSince(db, heard)])
  if (!isLate) return first
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([
    search.takenOut(),
    sleep(limits.search.taken_back_ms, undefined, { signal }).catch(() => undefined),
  ])
  waiting.abort()
  return answer()
}

/** Whether the log names, of what was committed after a moment, what no reader may see. */
async function isTakenBackSince(db: Db, heard: Snapshot): Promise<boolean> {
  const { rows } = await sql`
    select
      from change_log
     where transaction_id >= pg_snapshot_xmin(${heard}::pg_snapshot)
       and not pg_visible_in_snapshot(transaction_id, ${heard}::pg_snapshot)
       and not ${sql.raw(isShown)}
     limit 1`.execute(db)
  return rows.length > 0
}
