import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Row } from '#shared/calls/crud.ts'
import { table } from '#shared/resource/names.ts'
import { columnsOf, readable } from './columns.ts'
import type { Kept } from './serverResource.ts'

/** The whole record, as somebody with these abilities may read it. Refuses as `not-found` what is not there. */
export async function findRow(db: Db, kept: Kept, id: number, abilities: readonly string[]): Promise<Row> {
  const row = await readRow(db, kept, id, readable(kept, abilities))
  if (!row) throw new ApiError('not-found')
  return row
}

/** The named fields of a row, or undefined. */
export async function readRow(db: Db, kept: Kept, id: number, names: readonly string[]): Promise<Row | undefined> {
  return (await readRows(db, kept, [id], names)).get(id)
}

/** The named fields of those of some rows that are there, by their ids. */
export async function readRows(
  db: Db,
  kept: Kept,
  ids: readonly number[],
  names: readonly string[],
): Promise<Map<number, Row>> {
  const name = table(kept.resource)
  const { rows } = await sql<Row>`
    select ${sql.ref(`${name}.id`)}, ${sql.ref(`${name}.version`)}, ${columnsOf(kept, names)}
      from ${sql.table(name)}
     where ${sql.ref(`${name}.id`)} = any(${ids}::bigint[])
       and ${alive(kept)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Rows that are kept after they were deleted are not there. */
export const alive = ({ resource }: Kept) =>
  resource.softDelete ? sql`${sql.ref(`${table(resource)}.deleted_at`)} is null` : sql`true`
