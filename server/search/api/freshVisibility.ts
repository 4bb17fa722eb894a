import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isVisible } from '#server/search/indexing/changeLog.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Snapshot } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'

/**
 * Answers without anything that was deleted or unpublished before it was asked. The writer takes it out of the index as
 * soon as it hears of it; an answer that was faster is made again once that is done. Whether it was is looked up while
 * the answer is made, so that nobody waits for nothing. Waits `limits.search.purge_wait_ms` at most: a writer that has
 * lost PostgreSQL hears of nothing.
 */
export async function withFreshVisibility<T>(db: Db, search: SearchIndex, answer: () => Promise<T>): Promise<T> {
  const heard = search.deletionsAppliedUpTo()
  if (heard === undefined) return answer()
  const [first, isLate] = await Promise.all([answer(), isHiddenSince(db, heard)])
  if (!isLate) return first
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([
    search.waitForDeletions(),
    sleep(limits.search.purge_wait_ms, undefined, { signal }).catch(() => undefined),
  ])
  waiting.abort()
  return answer()
}

/** Whether the log names, of what was committed after a moment, what no reader may see. */
async function isHiddenSince(db: Db, heard: Snapshot): Promise<boolean> {
  const { rows } = await sql`
    select
      from change_log
     where transaction_id >= pg_snapshot_xmin(${heard}::pg_snapshot)
       and not pg_visible_in_snapshot(transaction_id, ${heard}::pg_snapshot)
       and not ${sql.raw(isVisible)}
     limit 1`.execute(db)
  return rows.length > 0
}
