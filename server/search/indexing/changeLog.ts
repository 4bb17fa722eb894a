import type pg from 'pg'
import type { Snapshot } from '#server/search/types.ts'
import type { DocumentType } from './documentTypes.ts'

/** A place in the log of changes: a transaction, and a row of it. */
export type LogPosition = { transaction: string; row: number }

/** Nothing was. */
export const emptySnapshot: Snapshot = '1:1:'

export type Changed = { resource: DocumentType['resource']; row_id: number }
export type Change = Changed & { transaction: string; id: number }

/**
 * What came between two moments is not what stands between two places: a transaction that began early commits late.
 * `$1` and `$2` are a place behind which all of it stands, `$3` the moment before.
 */
const behind = `(transaction_id, id) > ($1::xid8, $2) and not pg_visible_in_snapshot(transaction_id, $3::pg_snapshot)`

/** A snapshot, and the oldest transaction that still runs in it: everything before it has ended. */
export type CurrentSnapshot = { now: Snapshot; oldest: string }

export async function currentSnapshot(client: pg.ClientBase): Promise<CurrentSnapshot> {
  const { rows } = await client.query<CurrentSnapshot>(
    `select now::text, pg_snapshot_xmin(now)::text as oldest from pg_current_snapshot() as now`,
  )
  const [snapshot] = rows
  if (!snapshot) throw new Error('PostgreSQL returned no snapshot')
  return snapshot
}

/** The next changes behind a place that were committed after one moment and no later than another. */
export async function nextChanges(
  client: pg.ClientBase,
  { transaction, row }: LogPosition,
  { after, upTo, most }: { after: Snapshot; upTo: Snapshot; most: number },
): Promise<Change[]> {
  const { rows } = await client.query<Change>(
    `select transaction_id::text as transaction, id::integer, resource, row_id::integer
       from change_log
      where ${behind}
        and pg_visible_in_snapshot(transaction_id, $4::pg_snapshot)
      order by transaction_id, id
      limit $5`,
    [transaction, row, after, upTo, most],
  )
  return rows
}

/** What was changed after a snapshot and is now hidden from readers; `now` and `oldest` as of `currentSnapshot`. */
export async function hiddenSince(client: pg.ClientBase, { transaction, row }: LogPosition, after: Snapshot) {
  const { rows } = await client.query<CurrentSnapshot & (Changed | { row_id: null })>(
    `select now::text, pg_snapshot_xmin(now)::text as oldest, resource, row_id::integer
       from pg_current_snapshot() as now
       left join (select distinct resource, row_id from change_log where ${behind} and not ${isVisible}) as taken on true`,
    [transaction, row, after],
  )
  const [first] = rows
  if (!first) throw new Error('PostgreSQL returned no snapshot')
  return { now: first.now, oldest: first.oldest, taken: rows.flatMap((one) => (one.row_id === null ? [] : [one])) }
}

/**
 * Whether a reader may see what the log names, and, of a phrase, the cases whose numbers it is found by. Looked up for
 * each row of the log by itself: there are few of them, and many cases.
 */
export const isVisible = `coalesce(case resource
    when 'caseFiles' then (select published and deleted_at is null from case_files where case_files.id = row_id)
    else (select published and deleted_at is null
                 and not exists (select
                                   from phrase_case_numbers
                                   join case_numbers on case_numbers.id = case_number_id
                                   join case_files on case_files.id = case_file_id
                                  where phrase_id = phrases.id
                                    and not (case_files.published and case_files.deleted_at is null))
            from phrases
           where phrases.id = row_id)
  end, false)`
