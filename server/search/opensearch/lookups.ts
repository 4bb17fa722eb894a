import type { CaseLookups } from '#server/search/postings/indexReader.ts'
import { type FtsQuery, term } from '#server/search/storage/ftsQuery.ts'
import { fullRange, type RangedQuery } from '#server/search/storage/ftsSelect.ts'
import { matchAllTerm } from '#server/search/storage/indexTerms.ts'
import { filterOf, type SearchAnswer, type SearchBody } from './searchBody.ts'

/** Lookups of the ranking in addition: the document key of the case after the `offset` newest that match, 0 if there is none. */
export type ClusterLookups = CaseLookups & { keyOfNewest: (ranged: RangedQuery, offset: number) => number }

/** What lookups have answered, by their search. */
export type Known = Map<string, SearchAnswer>

/**
 * Lets code that is not asynchronous look cases up in the cluster. A lookup whose answer is not known returns a guess, and
 * the search that answers it is added to `missing`: the code runs again once these are answered, until none is missing.
 * The guess is that very many cases match: so the words of a query are taken for known, as most are.
 */
export function createLookups(known: Known) {
  const missing = new Map<string, SearchBody>()
  const find = (body: SearchBody): SearchAnswer | undefined => {
    const key = JSON.stringify(body)
    const found = known.get(key)
    if (!found) missing.set(key, body)
    return found
  }
  const count = (ranged: RangedQuery, limit?: number) => {
    const found = find({ size: 0, query: filterOf(ranged), track_total_hits: limit ?? true })
    return Math.min(found?.hits.total?.value ?? unknown, limit ?? Infinity)
  }
  const newest = (ranged: RangedQuery, size: number, from: number) =>
    find({ size, from, query: filterOf(ranged), sort: [{ place: 'desc' }], track_total_hits: false })?.hits.hits ?? []
  const cases: ClusterLookups = {
    total: () => count({ ftsQuery: everything, ...fullRange }),
    count: (ftsQuery, limit) => count({ ftsQuery, ...fullRange }, limit),
    countRange: (ranged) => count(ranged),
    newest: (ranged, limit) => newest(ranged, limit, 0).map(({ _id }) => Number(_id)),
    keyOfNewest: (ranged, offset) => newest(ranged, 1, offset)[0]?.sort?.[0] ?? 0,
  }
  return { cases, missing }
}

const everything: FtsQuery = term(matchAllTerm)

/** More than a library has, and few enough for arithmetic. */
const unknown = 1e9
