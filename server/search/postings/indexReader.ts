import type { DatabaseSync } from 'node:sqlite'
import type { Bitset } from '#server/search/storage/bitset.ts'
import type { ColumnStore } from './columnStore.ts'
import type { LruCache } from './lruCache.ts'
import type { PostingCache } from './postingCache.ts'

/** The cases that match: who they are, and how many. */
export type Matches = { bits: Bitset; count: number }

/** The index as it is at one moment: its file, and what a thread that answers holds of it in memory. */
export type IndexReader = {
  database: DatabaseSync
  columnStore: ColumnStore
  postings: PostingCache
  /** What was found since the index was changed last. */
  matchCache: LruCache<Matches>
}

export const documentCount = ({ columnStore }: Pick<IndexReader, 'columnStore'>) => columnStore.chronological.length
