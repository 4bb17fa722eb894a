import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Row } from '#shared/calls/crud.ts'
import { table } from '#shared/resource/names.ts'
import { columnsOf, readable } from './columns.ts'
import type { Kept } from './kept.ts'

/** The whole record, as somebody with these abilities may read it. Refuses as `not-found` what is not there. */
export async function findRow(db: Db, kept: Kept, id: number, abilities: readonly string[]): Promise<Row> {
  const row = await readRow(db, kept, id, readable(kept, abilities))
  if (!row) throw new Refusal('not-found')
  return row
}

/** The named fields of a row, or undefined. */
export async function readRow(db: Db, kept: Kept, id: number, names: readonly string[]): Promise<Row | undefined> {
  const name = table(kept.resource)
  const { rows } = await sql<Row>`
    select ${sql.ref(`${name}.id`)}, ${sql.ref(`${name}.version`)}, ${columnsOf(kept, names)}
      from ${sql.table(name)}
     where ${sql.ref(`${name}.id`)} = ${id}
       and ${alive(kept)}`.execute(db)
  return rows[0]
}

/** Rows that are kept after they were deleted are not there. */
export const alive = ({ resource }: Kept) =>
  resource.keepsDeleted ? sql`${sql.ref(`${table(resource)}.deleted_at`)} is null` : sql`true`
