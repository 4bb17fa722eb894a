import pg from 'pg'
import { types } from '#server/db/types.ts'

/** A PostgreSQL client of the index, not connected yet. */
export const indexClient = (databaseUrl: string) =>
  new pg.Client({
    connectionString: databaseUrl,
    application_name: 'hukum index',
    types,
    // Detects a server that disappeared without closing the connection.
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
    keepAlive: true,
  })
