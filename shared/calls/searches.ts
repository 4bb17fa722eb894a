import { z } from 'zod'
import { limits } from '../limits.ts'
import { searchTypes, type SearchType } from '../searchTypes.ts'

export const tracedSearches = ['without-results', 'never-clicked', 'all'] as const
export type TracedSearches = (typeof tracedSearches)[number]

const day = z.iso.date()

/** `searches/get`: what was searched. Days are YYYY-MM-DD in the Maldives, either end may be missing. */
export const searchesInput = z
  .strictObject({
    Type: z.enum(searchTypes).optional(),
    From: day.optional(),
    To: day.optional(),
    /** `without-results` unless it says otherwise. */
    Only: z.enum(tracedSearches).optional(),
    Page: z.int().min(1).max(limits.search.max_page).optional(),
    PageSize: z.int().min(1).max(limits.list.whole).optional(),
  })
  .refine(({ From, To }) => !From || !To || From <= To, { error: 'range-reversed', path: ['To'] })
export type SearchesInput = z.infer<typeof searchesInput>

/** A query in all its spellings, and how often it was searched. */
export type SearchedQuery = {
  type: SearchType
  /** As it was written last. */
  query: string
  searches: number
  without_results: number
  /** Searches of which a result was opened. */
  clicked: number
  /** A moment, ISO 8601. */
  last_at: string
  median_ms: number
}

export type SearchesAnswer = {
  data: SearchedQuery[]
  count: number
  countIsExact: boolean
  page: number
  pages: number
}
