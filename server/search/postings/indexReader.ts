import type { DatabaseSync } from 'node:sqlite'
import type { Bitset } from '#server/search/storage/bitset.ts'
import type { FtsQuery } from '#server/search/storage/ftsQuery.ts'
import { type RangedQuery, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import type { Visibility } from '#server/search/types.ts'
import type { ColumnStore } from './columnStore.ts'

/** The cases that match a query, and their count. */
export type Matches = { bits: Bitset; count: number }

/** What the rewriting of a query asks about the cases: all that it needs of the engine that stores them. */
export type CaseLookups = {
  /** The number of all cases. */
  total: () => number
  /** The number of cases that match, at most `limit`. */
  count: (ftsQuery: FtsQuery, limit?: number) => number
  /** The number of cases that match, in a range; an engine may keep them for the page, which likely follows. */
  countRange: (ranged: RangedQuery) => number
  /** The ids of the newest cases that match, at most `limit`. */
  newest: (ranged: RangedQuery, limit: number) => number[]
}

/** One snapshot of the dictionary of an index, and the cases of the same library. */
export type IndexReader = { database: DatabaseSync; cases: CaseLookups }

/** One snapshot of the embedded index: its file, and what a search thread holds of it in memory. */
export type PostingReader = IndexReader & { columnStore: ColumnStore }

/** Whether any visible case matches. */
export const hasMatch = ({ cases }: Pick<IndexReader, 'cases'>, ftsQuery: FtsQuery, visibility: Visibility) =>
  cases.count(restrictToVisible(ftsQuery, visibility), 1) > 0
