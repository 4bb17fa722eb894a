import type { IndexReader } from '#server/search/postings/indexReader.ts'
import type { QueryRewriter, RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { type CasePlan, describePage, facetBounds, planCases } from '#server/search/ranking/resultPages.ts'
import { rankingSignals } from '#server/search/ranking/rankingSignals.ts'
import { dayOfKey } from '#server/search/storage/docValues.ts'
import { allOf, exclude, type FtsQuery, term } from '#server/search/storage/ftsQuery.ts'
import { fullRange, type RangedQuery } from '#server/search/storage/ftsSelect.ts'
import { matchAllTerm } from '#server/search/storage/indexTerms.ts'
import type { CaseQuery, FacetCounts, FoundCases, Paging, Visibility } from '#server/search/types.ts'
import {
  type ClusterLookups,
  facetBody,
  facetCountsOf,
  filterOf,
  pageBody,
  queryOfSignal,
  type SearchAnswer,
  type SearchBody,
} from './searchBody.ts'

/** A dictionary, and lookups in the cluster. */
export type ClusterReader = IndexReader & QueryRewriter & { cases: ClusterLookups }

/** Searches that are sent together, and how their answers are read, in the same order. */
export type Prepared<Found> = { searches: readonly SearchBody[]; read: (answers: readonly SearchAnswer[]) => Found }

type Request = {
  query: CaseQuery
  paging: Paging
  /** With the facets, unless there are more matches than this. */
  facetLimit?: number
}

/** A page without near matches and its facets are one search, so that they agree. */
export function prepareCases(
  reader: ClusterReader,
  { query, paging, facetLimit = -1 }: Request,
): Prepared<{ page: FoundCases; facets: FacetCounts | null }> {
  const plan = planCases(reader, query, paging)
  const counts = countPlan(reader, plan)
  const page = describePage(reader, { query, paging, rewritten: plan.rewritten, page: { ...counts, ids: [] } })
  const facets = prepareFacets(reader, { query, visibility: paging, limit: facetLimit })
  const isOne = plan.full === undefined && facets.bounds !== undefined
  const pages = pageBodies(reader, plan, { ...counts, paging, searched: isOne ? facets.bounds : undefined })
  return {
    searches: isOne ? pages.map((body) => ({ ...body, ...facetBody(query) })) : [...pages, ...facets.searches],
    read: (answers) => {
      const ofPages = answers.slice(0, pages.length)
      const [fullCount = 0, nearCount = 0] = ofPages.map(({ hits }) => hits.total?.value ?? 0)
      const ids = ofPages.flatMap(({ hits }) => hits.hits.map(({ _id }) => Number(_id)))
      return {
        page: { ...page, ids, count: fullCount + nearCount, fullCount },
        facets: facets.read(isOne ? answers : answers.slice(pages.length)),
      }
    },
  }
}

function countPlan(reader: ClusterReader, { bounds, full }: CasePlan) {
  const count = bounds ? reader.cases.countRange(bounds) : 0
  return { count, fullCount: full ? reader.cases.countRange(full) : count }
}

type PageParams = {
  paging: Paging
  count: number
  fullCount: number
  /** The query of the facets, if the page is filtered after it. */
  searched: RangedQuery | undefined
}

/** The searches of a page: all matches, or the full ones and then the near ones. */
function pageBodies(
  reader: ClusterReader,
  plan: CasePlan,
  { paging, count, fullCount, searched }: PageParams,
): SearchBody[] {
  const { bounds, full, rewritten } = plan
  if (!bounds) return []
  const offset = (paging.page - 1) * paging.page_size
  const first = { from: offset, size: paging.page_size }
  if (!full) return [partBody(reader, { bounds, rewritten, sort: paging.sort, count, searched, ...first })]
  const ofFull = Math.min(Math.max(fullCount - offset, 0), paging.page_size)
  const near = { ...bounds, ftsQuery: exclude(bounds.ftsQuery, [full.ftsQuery]) }
  const rest = { from: Math.max(0, offset - fullCount), size: paging.page_size - ofFull }
  return [
    // A full match has every word: that is no signal of its rank.
    partBody(reader, {
      bounds: full,
      rewritten: { ...rewritten, full: undefined },
      sort: paging.sort,
      count: fullCount,
      ...first,
    }),
    partBody(reader, { bounds: near, rewritten, sort: paging.sort, count: count - fullCount, ...rest }),
  ]
}

type Part = {
  bounds: RangedQuery
  rewritten: RewrittenQuery
  sort: Paging['sort']
  count: number
  from: number
  size: number
  searched?: RangedQuery | undefined
}

function partBody(
  reader: ClusterReader,
  { bounds, rewritten, sort, count, from, size, searched = bounds }: Part,
): SearchBody {
  // Nothing is there: only the matches are counted.
  if (from >= count || size === 0) return { size: 0, query: filterOf(searched), track_total_hits: true }
  const signals = sort === 'relevance' ? rankingSignals(reader, count, rewritten) : []
  const ranking = {
    today: sort === 'relevance' ? dayOfKey(reader.cases.keyOfNewest(everything, 0)) : 0,
    signals: signals.map(({ newest, leads, ...signal }) => {
      if (leads !== undefined)
        return { ...signal, from: reader.cases.keyOfNewest(narrowed(bounds, queryOfSignal(signal)), leads - 1) }
      return newest === undefined ? signal : { ...signal, from: reader.cases.keyOfNewest(bounds, newest - 1) }
    }),
  }
  return pageBody({ bounds: searched, sort, from, size }, ranking)
}

const narrowed = ({ ftsQuery, ...range }: RangedQuery, by: FtsQuery): RangedQuery => ({
  ...range,
  ftsQuery: allOf([ftsQuery, by]),
})

const everything: RangedQuery = { ftsQuery: term(matchAllTerm), ...fullRange }

type FacetParams = { query: CaseQuery; visibility: Visibility; limit: number }

/** The facets of all matches, null for more than `limit`. */
export function prepareFacets(
  reader: ClusterReader,
  { query, visibility, limit }: FacetParams,
): Prepared<FacetCounts | null> & { bounds?: RangedQuery | undefined } {
  const bounds = limit < 0 ? undefined : facetBounds(reader, query, visibility)
  if (limit < 0 || (bounds && limit < Infinity && reader.cases.countRange(bounds) > limit))
    return { searches: [], read: () => null }
  return {
    bounds,
    searches: bounds ? [{ size: 0, query: filterOf(bounds), track_total_hits: false, ...facetBody(query) }] : [],
    read: ([answer]) => facetCountsOf(answer ?? noAnswer),
  }
}

const noAnswer: SearchAnswer = { hits: { hits: [] } }
