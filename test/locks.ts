import type pg from 'pg'
import { until } from './live.ts'

/**
 * Waits until a connection to the database of this client, and of no other test file, waits for a lock. The client may be in
 * a transaction.
 */
export const untilLockWaits = (client: Pick<pg.Pool, 'query'>) =>
  until(async () => {
    // The lock of a row names no database, and `pg_stat_activity` stays the same during a transaction.
    const { rows } = await client.query(
      `select from pg_locks
        where not granted
          and pid in (select pid from pg_locks join pg_database on pg_database.oid = database where datname = current_database())`,
    )
    return rows.length > 0
  })
