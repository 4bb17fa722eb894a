import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { types } from '#server/db/types.ts'

/** Queries are written in SQL through Kysely's `sql` tag: values are always parameters, fragments compose. */
export type Db = Kysely<unknown>

export type Connection = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/** Opens a pool for Kysely. No connection is made before the first query. */
export function connect(url: string, { connections = 10 } = {}): Connection {
  const pool = openPool(url, { types, max: connections, statement_timeout: 10_000 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** A pool of which no connection that breaks, idle or in use, ends the process. */
export function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'hukum',
    connectionTimeoutMillis: 10_000,
    ...options,
  })
  // The pool replaces an idle connection that breaks; the next query shows whether the database is down.
  pool.on('error', () => undefined)
  // A connection that breaks in use fails its query, not the server.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
