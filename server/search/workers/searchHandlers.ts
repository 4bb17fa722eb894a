import { findPartyNames } from '#server/search/lexicon/names.ts'
import { mostFrequentWords } from '#server/search/lexicon/vocabulary.ts'
import { allIds, findMatches } from '#server/search/postings/evaluateQuery.ts'
import type { IndexReader } from '#server/search/postings/indexReader.ts'
import {
  describePage,
  facetBounds,
  planCases,
  casePage,
  type Searcher,
  countFacets,
} from '#server/search/ranking/resultPages.ts'
import { findCompletions } from '#server/search/ranking/completions.ts'
import { searchPhrases } from '#server/search/ranking/phraseSearch.ts'
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

type DictionaryKind = 'phrases' | 'completions' | 'parties' | 'words'

/** What the dictionary answers, with lookups of cases at most. */
export const dictionaryHandlers: {
  [K in DictionaryKind]: (reader: IndexReader, params: SearchRequests[K]) => SearchResponses[K]
} = {
  phrases: searchPhrases,
  completions: (reader, { query, visibility: { cases, phrases } }) =>
    findCompletions(reader, query, { cases: { unpublished: cases }, phrases: { unpublished: phrases } }),
  parties: ({ database }, { text }) => findPartyNames(database, text),
  words: ({ database }, { limit }) => mostFrequentWords(database, limit),
}

export const searchHandlers: {
  [K in RequestKind]: (searcher: Searcher, params: SearchRequests[K]) => SearchResponses[K]
} = {
  ...dictionaryHandlers,
  cases: (searcher, { query, paging }) => {
    const { rewritten, bounds, full } = planCases(searcher, query, paging)
    const page = bounds ? casePage(searcher, { bounds, full, rewritten, paging }) : { ids: [], count: 0, fullCount: 0 }
    return describePage(searcher, { query, paging, rewritten, page })
  },
  facets: (searcher, { query, visibility, limit }) => {
    const bounds = facetBounds(searcher, query, visibility)
    const matches = bounds && findMatches(searcher, bounds)
    if (matches && matches.count > limit) return null
    return countFacets(searcher.columnStore, matches ? allIds(matches) : new Uint32Array(0), query)
  },
}
