import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Queries are written in SQL through Kysely's `sql` tag: values are always parameters, fragments compose. */
export type Db = Kysely<unknown>

// Ids and counts fit a number; a day is a day, not a moment in somebody's time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type Connection = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/** Opens a pool. No connection is made before the first query. */
export function connect(url: string, { connections = 10 } = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'hukum',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
  })
  // An idle connection that breaks is replaced by the pool; the next query tells whether the database is gone.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
