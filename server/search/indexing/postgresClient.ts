import pg from 'pg'
import { types } from '#server/db/types.ts'

/** A connection of the index to PostgreSQL, not yet made. */
export const indexClient = (databaseUrl: string) =>
  new pg.Client({
    connectionString: databaseUrl,
    application_name: 'hukum index',
    types,
    // A machine that went away without a word is noticed.
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
    keepAlive: true,
  })
