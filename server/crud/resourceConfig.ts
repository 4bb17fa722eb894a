import type { z } from 'zod'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Resource } from '#shared/resource/resource.ts'

type DeriveColumn = (rows: readonly Record<string, unknown>[], db: Db) => Promise<string[]>

/** table → column → a function that computes its values in the rows of a repeater from their other fields. */
export type DerivedColumns = Record<string, Record<string, DeriveColumn>>

/** A resource description with what only the server knows: SQL expressions and derived columns. */
export type ResourceConfig = {
  resource: Resource
  /** What the calls that save take with the fields, for a step of the resource that saves. */
  saveOptions?: z.ZodRawShape
  /** Fields without a column: field → SQL expression over the table of the resource. */
  computed?: Record<string, RawBuilder<unknown>>
  /** Computed fields that are part of the column `list_text`. */
  listTextFields?: readonly string[]
  /** The required filter of the list and its column, by which the n-gram index is partitioned. */
  partitionFilter?: { filter: string; column: string }
  /** Fields that list rows contain without a column of the list: the actions on a row depend on them. */
  extraListFields?: readonly string[]
  derivedColumns?: DerivedColumns
  /** table → a derived column of it with a unique index, the condition of the index, and how the owner of a row is named. */
  uniqueColumns?: Record<string, { column: string; where: RawBuilder<unknown>; ownerName: RawBuilder<unknown> }>
}
