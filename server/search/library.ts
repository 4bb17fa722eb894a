import type { DatabaseSync } from 'node:sqlite'
import type { Columns } from './columns.ts'
import type { Matches } from './matching.ts'
import type { Postings } from './postings.ts'
import type { Recent } from './recent.ts'
import type { Understanding } from './understand.ts'

/** All that a thread answers from, at one moment. */
export type Library = {
  database: DatabaseSync
  columns: Columns
  postings: Postings
  /** What was found, and in which order it was ranked, since the index was changed last. */
  found: Recent<Matches>
  ranked: Recent<Uint32Array>
  /** What queries mean, for the page and its facets. */
  understood: Recent<Understanding>
}
