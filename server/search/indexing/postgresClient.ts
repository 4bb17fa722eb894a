import { DatabaseClient } from '#server/db/client.ts'
import { types } from '#server/db/types.ts'

/** A PostgreSQL client of the index, not connected yet. Its statements may take longer than those of a call. */
export const indexClient = (databaseUrl: string) =>
  new DatabaseClient({
    connectionString: databaseUrl,
    application_name: 'hukum index',
    types,
    statement_timeout: 0,
    silence_s: 30,
  })
