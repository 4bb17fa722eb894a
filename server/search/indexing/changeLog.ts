import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { onlyRow } from '#server/db/onlyRow.ts'
import { readMeta, writeMeta } from '#server/search/storage/connection.ts'
import type { Snapshot } from '#server/search/types.ts'
import type { DocumentType } from './documentTypes.ts'

/** A position in the change log, the queue of rows to index again, which triggers write: a transaction, and a row of it. */
export type LogPosition = { transaction: string; row: number }

/** How far the log is applied to the index file. */
export function readCursor(index: DatabaseSync): LogPosition {
  return { transaction: readMeta(index, 'transaction') ?? '0', row: Number(readMeta(index, 'row') ?? 0) }
}

export function writeCursor(index: DatabaseSync, { transaction, row }: LogPosition) {
  writeMeta(index, 'transaction', transaction)
  writeMeta(index, 'row', String(row))
  writeMeta(index, 'seen', String(Date.now()))
}

/** When the cursor was written last; 0 for an index without one. */
export const cursorTime = (index: DatabaseSync) => Number(readMeta(index, 'seen') ?? 0)

/** The snapshot in which no transaction is visible. */
export const emptySnapshot: Snapshot = '1:1:'

export type Changed = { resource: DocumentType['resource']; row_id: number }
export type Change = Changed & { transaction: string; id: number }
export const positionOf = ({ transaction, id }: Change): LogPosition => ({ transaction, row: id })

/**
 * Rows committed between two snapshots are not a contiguous range of the log: an early transaction can commit late. `$1`
 * and `$2` are a log position known to precede them all, `$3` is the earlier snapshot.
 */
const committedSince = `(transaction_id, id) > ($1::xid8, $2) and not pg_visible_in_snapshot(transaction_id, $3::pg_snapshot)`

/** A snapshot, and the oldest transaction that still runs in it: everything before it has ended. */
type CurrentSnapshot = { now: Snapshot; oldest: string }

export async function currentSnapshot(client: pg.ClientBase): Promise<CurrentSnapshot> {
  const { rows } = await client.query<CurrentSnapshot>(
    `select now::text, pg_snapshot_xmin(now)::text as oldest from pg_current_snapshot() as now`,
  )
  return onlyRow(rows, 'PostgreSQL returned no snapshot')
}

/**
 * The identity of a library, and the next transaction. A library that was copied or restored keeps its id but numbers its
 * transactions from the start, so its identity includes the cluster, the database, and the timeline: that of the log which is
 * written now, because the last checkpoint may be minutes before a promotion.
 */
export async function currentLibrary(client: pg.ClientBase): Promise<{ library: string; next: string }> {
  const { rows } = await client.query<{ library: string; next: string }>(
    `select concat_ws(' ', library.id, system_identifier, pg_database.oid,
                     ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer) as library,
            pg_snapshot_xmax(pg_current_snapshot())::text as next
       from library, pg_database, pg_control_system()
      where datname = current_database()`,
  )
  return onlyRow(rows, 'the table library has no row: was the database restored in part?')
}

/** The next changes after a log position that were committed between two snapshots. */
export async function nextChanges(
  client: pg.ClientBase,
  { transaction, row }: LogPosition,
  { after, upTo, limit }: { after: Snapshot; upTo: Snapshot; limit: number },
): Promise<Change[]> {
  const { rows } = await client.query<Change>(
    `-- prepared: next_changes
     select transaction_id::text as transaction, id::integer, resource, row_id::integer
       from change_log
      where ${committedSince}
        and pg_visible_in_snapshot(transaction_id, $4::pg_snapshot)
      order by transaction_id, id
      limit $5`,
    [transaction, row, after, upTo, limit],
  )
  return rows
}

/** A snapshot, and what was committed between an earlier one and it. */
export type CommittedChanges = CurrentSnapshot & {
  /** There are changes since `indexed`. */
  hasChanges: boolean
  /** What was changed since `purged` and is now hidden from readers. */
  hidden: Changed[]
}

/** The changes after a log position and two earlier snapshots, of which `purged` is not the earlier one, in one query. */
export async function committedChanges(
  client: pg.ClientBase,
  { transaction, row }: LogPosition,
  { purged, indexed }: { purged: Snapshot; indexed: Snapshot },
): Promise<CommittedChanges> {
  const { rows } = await client.query<Omit<CommittedChanges, 'hidden'> & (Changed | { row_id: null })>(
    `-- prepared: committed_changes
     select now::text, pg_snapshot_xmin(now)::text as oldest, resource, row_id::integer,
            exists (select
                      from change_log
                     where (transaction_id, id) > ($1::xid8, $2)
                       and not pg_visible_in_snapshot(transaction_id, $4::pg_snapshot)) as "hasChanges"
       from pg_current_snapshot() as now
       left join (select distinct resource, row_id from change_log where ${committedSince} and ${isHidden}) as hidden on true`,
    [transaction, row, purged, indexed],
  )
  const [first] = rows
  if (!first) throw new Error('PostgreSQL returned no snapshot')
  const { now, oldest, hasChanges } = first
  return { now, oldest, hasChanges, hidden: rows.flatMap((one) => (one.row_id === null ? [] : [one])) }
}

/**
 * Whether readers may no longer see the row that the log names, which they saw before, or, of a phrase, one of the cases
 * whose numbers find it. A subquery for each row of the log: there are few of them, and many cases.
 */
export const isHidden = `was_visible and not coalesce(case resource
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
