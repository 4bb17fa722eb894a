import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isVisible } from '#server/search/indexing/changeLog.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Snapshot } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'

/**
 * Runs a search so that its result excludes everything deleted or unpublished before the request. If the index thread
 * has not yet applied such a change, the search runs again after it has. This is checked while the search runs, so it
 * delays only such requests. Waits at most `limits.search.purge_wait_ms`, in case the index thread has lost PostgreSQL.
 */
export async function withFreshVisibility<T>(db: Db, search: SearchIndex, run: () => Promise<T>): Promise<T> {
  const appliedUpTo = search.deletionsAppliedUpTo()
  if (appliedUpTo === undefined) return run()
  const [first, isLate] = await Promise.all([run(), isHiddenSince(db, appliedUpTo)])
  if (!isLate) return first
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([
    search.waitForDeletions(),
    sleep(limits.search.purge_wait_ms, undefined, { signal }).catch(() => undefined),
  ])
  waiting.abort()
  return run()
}

/** Whether the change log has a row, committed after a snapshot, that readers may no longer see. */
async function isHiddenSince(db: Db, appliedUpTo: Snapshot): Promise<boolean> {
  const { rows } = await sql`
    select
      from change_log
     where transaction_id >= pg_snapshot_xmin(${appliedUpTo}::pg_snapshot)
       and not pg_visible_in_snapshot(transaction_id, ${appliedUpTo}::pg_snapshot)
       and not ${sql.raw(isVisible)}
     limit 1`.execute(db)
  return rows.length > 0
}
