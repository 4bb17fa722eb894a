import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { types } from '#server/db/types.ts'

/** Queries are written in SQL through Kysely's `sql` tag: values are always parameters, fragments compose. */
export type Db = Kysely<unknown>

export type Connection = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/** Opens a pool. No connection is made before the first query. */
export function connect(url: string, { connections = 10 } = {}): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: connections,
    application_name: 'hukum',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
  })
  // The pool replaces an idle connection that breaks; the next query shows whether the database is down.
  pool.on('error', () => undefined)
  // A connection that breaks in use fails its query, not the server.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
