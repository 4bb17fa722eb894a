import type { ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { boosts, recencyHalfLife_days } from '#server/search/ranking/rankCases.ts'
import { facets } from '#server/search/ranking/facetCounts.ts'
import { listFilters } from '#server/search/query/facetFilters.ts'
import { anyOf, type FtsQuery, term } from '#server/search/storage/ftsQuery.ts'
import { fullRange, type RangedQuery } from '#server/search/storage/ftsSelect.ts'
import { facetTerm, impactTerm } from '#server/search/storage/indexTerms.ts'
import type { CaseQuery, FacetCounts, Paging } from '#server/search/types.ts'
import type { FacetName } from '#shared/calls/search.ts'
import { type Dsl, translateQuery } from './translateQuery.ts'

/** A search of the cluster, and its answer. */
export type SearchBody = {
  size: number
  from?: number
  query: Dsl
  sort?: Record<string, 'asc' | 'desc'>[]
  track_total_hits: boolean | number
  post_filter?: Dsl
  aggs?: Dsl
}
export type SearchAnswer = {
  hits: { total?: { value: number }; hits: { _id: string; sort?: number[] }[] }
  aggregations?: Record<string, { values: { buckets: { key: string; doc_count: number }[] } }>
}

/** The cases that match, without a score. */
export const filterOf = ({ ftsQuery, low, high }: RangedQuery): Dsl => {
  const isRange = low > fullRange.low || high < fullRange.high
  return {
    bool: { filter: [translateQuery(ftsQuery), ...(isRange ? [{ range: { place: { gte: low, lte: high } } }] : [])] },
  }
}

/** A signal with the document key from which on it is evaluated. */
type RankingSignal = ScoringSignal & { from?: number }

/** `today`: the newest day of closing. */
type Ranking = { signals: readonly RankingSignal[]; today: number }
type Page = { bounds: RangedQuery; sort: Paging['sort']; from: number; size: number }

/** The query and the order of a page; `ranking` for the order by relevance. */
export function pageBody({ bounds, sort, from, size }: Page, ranking: Ranking): SearchBody {
  const place = { size, from, track_total_hits: true }
  if (sort !== 'relevance')
    return { ...place, query: filterOf(bounds), sort: [{ place: sort === 'newest' ? 'desc' : 'asc' }] }
  return { ...place, query: ranked(bounds, ranking), sort: [{ _score: 'desc' }, { place: 'desc' }] }
}

/** The score of `rankCases`: one and the weights of the signals, times the boosts of the court and of recency. */
function ranked(bounds: RangedQuery, { signals, today }: Ranking): Dsl {
  const should = [...signals.map(signalClause), weighted({ match_all: {} }, 1)]
  const scored = { bool: { filter: [filterOf(bounds)], should } }
  const ofCourt = { function_score: { query: scored, field_value_factor: { field: 'boost' }, boost_mode: 'multiply' } }
  const decay = { day: { origin: today, scale: recencyHalfLife_days, decay: 0.5 } }
  const functions = [
    { filter: { match_all: {} }, weight: 1 },
    { filter: { range: { day: { gt: 0 } } }, exp: decay, weight: boosts.recency },
    { filter: { term: { day: 0 } }, weight: boosts.recency / 2 },
  ]
  return { function_score: { query: ofCourt, functions, score_mode: 'sum', boost_mode: 'multiply' } }
}

const weighted = (filter: Dsl, boost: number): Dsl => ({ constant_score: { filter, boost } })

function signalClause({ ftsQuery, weight, share, from }: RankingSignal): Dsl {
  const query = share === undefined ? ftsQuery : withImpact(ftsQuery, share)
  return weighted(
    from === undefined ? translateQuery(query) : filterOf({ ...fullRange, ftsQuery: query, low: from }),
    weight,
  )
}

/** The stems where they are so frequent. */
function withImpact(ftsQuery: FtsQuery, share: number): FtsQuery {
  const stems = ftsQuery.kind === 'any' ? ftsQuery.of : [ftsQuery]
  return anyOf(stems.flatMap((stem) => (stem.kind === 'word' ? term(impactTerm(share, stem.word)) : [])))
}

const facetNames = Object.keys(facets) as FacetName[]
/** More than there are values of any facet. */
const maxValues = 10_000

/** The facets of a query without its facet filters, and the filters of its page. */
export function facetBody(query: CaseQuery): Pick<SearchBody, 'aggs' | 'post_filter'> {
  const filters = new Map(
    facetNames.flatMap((name) => {
      const { filter } = facets[name]
      const terms = (query[filter] ?? []).map((value) => term(facetTerm(listFilters[filter], value)))
      return terms.length > 0 ? [[name, translateQuery(anyOf(terms))] as const] : []
    }),
  )
  const aggs = facetNames.map((name) => {
    const others = [...filters].flatMap(([other, filter]) => (other === name ? [] : [filter]))
    const values = { terms: { field: facets[name].column, size: maxValues } }
    return [name, { filter: { bool: { filter: others } }, aggs: { values } }]
  })
  return {
    aggs: Object.fromEntries(aggs) as Dsl,
    ...(filters.size > 0 && { post_filter: { bool: { filter: [...filters.values()] } } }),
  }
}

export const facetCountsOf = ({ aggregations = {} }: SearchAnswer): FacetCounts =>
  Object.fromEntries(
    facetNames.map((name) => {
      const buckets = aggregations[name]?.values.buckets ?? []
      const counts = buckets.map(({ key, doc_count }) => [Number(key), doc_count] as const)
      return [name, counts.sort(([one, few], [other, many]) => many - few || one - other)]
    }),
  ) as FacetCounts
