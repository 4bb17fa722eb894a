import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Row } from '#shared/calls/crud.ts'
import { permission, table } from '#shared/resource/names.ts'
import { columnsOf, readableFields } from './columns.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import { withVisibleChoices } from './visibleChoices.ts'

/** A record with the fields that these abilities may read. Throws `not-found`. */
export async function findRow(db: Db, config: ResourceConfig, id: number, abilities: readonly string[]): Promise<Row> {
  const row = await readRow(db, config, id, readableFields(config, abilities))
  if (!row) throw new ApiError('not-found')
  return withVisibleChoices(db, config.resource, row, abilities)
}

/** A user with the right to change records gets the id and the version of one that they may not read. */
export const fieldsForReaders = ({ resource }: ResourceConfig, names: string[], abilities: readonly string[]) =>
  abilities.includes(permission('read', resource)) ? names : []

export async function readRow(
  db: Db,
  config: ResourceConfig,
  id: number,
  names: readonly string[],
): Promise<Row | undefined> {
  return (await readRows(db, config, [id], names)).get(id)
}

/** The named fields of a row that the transaction has locked or inserted. */
export async function readLockedRow(
  db: Db,
  config: ResourceConfig,
  id: number,
  names: readonly string[],
): Promise<Row> {
  const rows = await readRows(db, config, [id], names)
  return onlyRow([...rows.values()], `${config.resource.name} ${id} is locked or was inserted: where is its row?`)
}

/** Returns the named fields of the existing rows by id. */
export async function readRows(
  db: Db,
  config: ResourceConfig,
  ids: readonly number[],
  names: readonly string[],
): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map()
  const name = table(config.resource)
  const columns = columnsOf(config, names)
  const selected = [sql.ref(`${name}.id`), sql.ref(`${name}.version`), ...(names.length > 0 ? [columns.sql] : [])]
  // To plan a record with its links takes longer than to read it.
  const { rows } = await sql<Row>`
    -- prepared: rows_${sql.raw(String(columns.number))}
    select ${sql.join(selected)}
      from ${sql.table(name)}
     where ${sql.ref(`${name}.id`)} = any(${ids}::bigint[])
       and ${isNotDeleted(config)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export const isNotDeleted = ({ resource }: ResourceConfig) =>
  resource.softDelete ? sql`${sql.ref(`${table(resource)}.deleted_at`)} is null` : sql`true`
