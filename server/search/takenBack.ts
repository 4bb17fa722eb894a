import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
import type { LogPlace, SearchIndex } from './index.ts'

/**
 * Answers without anything that was deleted or unpublished before it was asked: where the index still has some of it,
 * it is waited for and asked again. Whether it has is looked up while the answer is made, so that nobody waits for
 * nothing. Waits `limits.search.taken_back_ms` at most: a library that takes in very much may lag longer.
 */
export async function withoutTakenBack<T>(db: Db, search: SearchIndex, answer: () => Promise<T>): Promise<T> {
  const written = search.writtenUpTo()
  if (!written) return answer()
  const [first, isLate] = await Promise.all([answer(), isTakenBackSince(db, written)])
  if (!isLate) return first
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([
    search.caughtUp(),
    sleep(limits.search.taken_back_ms, undefined, { signal }).catch(() => undefined),
  ])
  waiting.abort()
  return answer()
}

/** Whether the log names, behind a place, what no reader may see. Of a very long rest only the beginning is looked at. */
async function isTakenBackSince(db: Db, { transaction, row }: LogPlace): Promise<boolean> {
  const late = sql`change_log where (transaction_id, id) > (${transaction}::xid8, ${row})`
  // Most of the time there is no rest, which is soon known.
  const rest = await sql`select from ${late} limit 1`.execute(db)
  if (rest.rows.length === 0) return false
  const { rows } = await sql`
    select
      from (
        select resource, row_id
          from ${late}
         limit ${limits.search.taken_back_rows}) as late
      left join case_files on resource = 'caseFiles' and case_files.id = row_id
      left join phrases on resource = 'phrases' and phrases.id = row_id
     where coalesce(case_files.published and case_files.deleted_at is null,
                    phrases.published and phrases.deleted_at is null, false) = false
     limit 1`.execute(db)
  return rows.length > 0
}
