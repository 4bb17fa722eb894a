import type { DatabaseSync } from 'node:sqlite'
import type { Bitset } from '#server/search/storage/bitset.ts'
import type { ColumnStore } from './columnStore.ts'
import type { LruCache } from './lruCache.ts'

/** The cases that match a query, and their count. */
export type Matches = { bits: Bitset; count: number }

/** One snapshot of the index: its file, and what a search thread holds of it in memory. */
export type IndexReader = {
  database: DatabaseSync
  columnStore: ColumnStore
  /** Matches by query, since the last change of the index. */
  matchCache: LruCache<Matches>
}

export const documentCount = ({ columnStore }: Pick<IndexReader, 'columnStore'>) => columnStore.chronological.length
