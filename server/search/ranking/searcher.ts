import type { IndexReader } from '#server/search/postings/indexReader.ts'
import type { LruCache } from '#server/search/postings/lruCache.ts'
import type { QueryRewriter } from '#server/search/query/rewriteQuery.ts'

/** All that a thread answers from, at one moment. */
export type Searcher = IndexReader &
  QueryRewriter & {
    /** In which order what was found was ranked, since the index was changed last. */
    rankCache: LruCache<Uint32Array>
  }
