import { sql } from 'kysely'

/** A moment of a column as ISO 8601 in UTC, with milliseconds, as JavaScript writes it. */
export const utc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
