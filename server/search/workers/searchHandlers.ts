import { findPartyNames } from '#server/search/lexicon/findPartyNames.ts'
import { mostFrequentWords } from '#server/search/lexicon/vocabulary.ts'
import { allIds, findMatches } from '#server/search/postings/evaluateQuery.ts'
import { compileCaseQuery } from '#server/search/query/compileCaseQuery.ts'
import { withoutListFilters } from '#server/search/query/facetFilters.ts'
import { findEntity } from '#server/search/query/findEntity.ts'
import { rewriteQuery } from '#server/search/query/rewriteQuery.ts'
import { suggestCorrection } from '#server/search/query/spellingCorrection.ts'
import { findCompletions } from '#server/search/ranking/completions.ts'
import { countFacets } from '#server/search/ranking/facetCounts.ts'
import { searchPhrases } from '#server/search/ranking/phraseSearch.ts'
import { casePage } from '#server/search/ranking/resultPages.ts'
import type { Searcher } from '#server/search/ranking/resultPages.ts'
import type { FtsQuery } from '#server/search/storage/ftsQuery.ts'
import { type RangedQuery, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import type {
  Completions,
  CaseQuery,
  FacetCounts,
  FoundCases,
  FoundPhrases,
  Paging,
  Visibility,
  Span,
  UnfinishedQuery,
} from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'
import type { ParsedQuery } from '#shared/text/query/tree.ts'

/** The requests of a search thread, and their results. */
export type SearchRequests = {
  cases: { query: CaseQuery; paging: Paging }
  phrases: { parsed: ParsedQuery; paging: Paging }
  /** Facet counts of the matching cases; null for more than `limit` matches. */
  facets: { query: CaseQuery; visibility: Visibility; limit: number }
  completions: { query: UnfinishedQuery; visibility: { cases: boolean; phrases: boolean } }
  /** The positions of party names in a text. */
  parties: { text: string }
  /** The most frequent words of the library. */
  words: { limit: number }
}

export type SearchResponses = {
  cases: FoundCases
  phrases: FoundPhrases
  facets: FacetCounts | null
  completions: Completions
  parties: Span[]
  words: string[]
}
export type RequestKind = keyof SearchRequests

export const searchHandlers: {
  [K in RequestKind]: (searcher: Searcher, params: SearchRequests[K]) => SearchResponses[K]
} = {
  cases: (searcher, { query, paging }) => {
    const { database } = searcher
    const rewritten = rewriteQuery(searcher, query, paging)
    const boundsOf = (words: FtsQuery | undefined) => visible(compileCaseQuery(database, query, words), paging)
    const bounds = boundsOf(rewritten.ftsQuery)
    const full = rewritten.full && boundsOf(rewritten.full)
    const page = bounds ? casePage(searcher, { bounds, full, rewritten, paging }) : { ids: [], count: 0, fullCount: 0 }
    const { understood, marks, relaxed, proximityRelaxed } = rewritten
    const { parsed } = query
    const isPoor = page.fullCount < limits.search.few_results
    return {
      ...page, understood, marks, relaxed, proximityRelaxed,
      suggestion: parsed && isPoor ? suggestCorrection(searcher, parsed, { visibility: paging, relaxed: relaxed ?? [] }) : null,
      entity: parsed ? findEntity(database, parsed.text, paging) : null,
    } // prettier-ignore
  },
  phrases: ({ database }, params) => searchPhrases(database, params),
  facets: (searcher, { query, visibility, limit }) => {
    const bounds = facetBounds(searcher, query, visibility)
    const matches = bounds && findMatches(searcher, bounds)
    if (matches && matches.count > limit) return null
    return countFacets(searcher.columnStore, matches ? allIds(matches) : new Uint32Array(0), query)
  },
  completions: (searcher, { query, visibility: { cases, phrases } }) =>
    findCompletions(searcher, query, { cases: { unpublished: cases }, phrases: { unpublished: phrases } }),
  parties: ({ database }, { text }) => findPartyNames(database, text),
  words: ({ database }, { limit }) => mostFrequentWords(database, limit),
}

/** The query whose matches are counted by facets: all conditions except the facet filters. */
const facetBounds = (searcher: Searcher, query: CaseQuery, visibility: Visibility) =>
  visible(
    compileCaseQuery(searcher.database, withoutListFilters(query), rewriteQuery(searcher, query, visibility).ftsQuery),
    visibility,
  )

function visible(
  { ftsQuery, ...range }: Omit<RangedQuery, 'ftsQuery'> & { ftsQuery: FtsQuery | undefined },
  visibility: Visibility,
): RangedQuery | undefined {
  return ftsQuery === undefined ? undefined : { ftsQuery: restrictToVisible(ftsQuery, visibility), ...range }
}
