import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { searchTypes, type SearchType } from '#shared/searchTypes.ts'

export const searchLogFilters = ['without-results', 'never-clicked', 'all'] as const
export type SearchLogFilter = (typeof searchLogFilters)[number]

const day = z.iso.date()

/** `searches/get`: the search log. Dates are YYYY-MM-DD in Maldives time; either end may be missing. */
export const searchesInput = z
  .strictObject({
    Type: z.enum(searchTypes).optional(),
    From: day.optional(),
    To: day.optional(),
    /** Default: `without-results`. */
    Only: z.enum(searchLogFilters).optional(),
    Page: z.int().min(1).max(limits.search.max_page).optional(),
    PageSize: z.int().min(1).max(limits.list.unpaged_rows).optional(),
  })
  .refine(({ From, To }) => !From || !To || From <= To, { error: 'range-reversed', path: ['To'] })
export type SearchesInput = z.infer<typeof searchesInput>

/** A query, grouped over its spellings, and how often it was searched. */
export type SearchedQuery = {
  type: SearchType
  /** Its latest spelling. */
  query: string
  searches: number
  without_results: number
  /** Searches after which a result was opened. */
  clicked: number
  /** An ISO 8601 time. */
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
