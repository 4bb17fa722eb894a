import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Resource } from '#shared/resource/resource.ts'

/** A value of a column of a repeated row that nobody types: made of what was typed in that row. */
export type Derived = Record<string, Record<string, (row: Record<string, unknown>, db: Db) => Promise<string>>>

/** A resource as the server keeps it: its description, and what a description cannot say. */
export type Kept = {
  resource: Resource
  /** Fields without a column: the expression that reads each, over the table of the resource. */
  computed?: Record<string, RawBuilder<unknown>>
  /** Those of them that the column `list_text` holds too. */
  listed?: readonly string[]
  /** The filter that every list is narrowed by, and its column: words are found by their pieces in one division. */
  divided?: { filter: string; column: string }
  /** Fields that the rows of a list carry without a column: what can be done with a row depends on them. */
  carried?: readonly string[]
  /** table → column → how it is made. */
  derived?: Derived
}
