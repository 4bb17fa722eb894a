import type { CaseLookups } from '#server/search/postings/indexReader.ts'
import type { ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { listFilters } from '#server/search/query/compileCaseQuery.ts'
import { facets } from '#server/search/ranking/resultPages.ts'
import { boosts, recencyHalfLife_days } from '#server/search/ranking/rankCases.ts'
import {
  anyOf,
  type FtsQuery,
  type ProximityPart,
  type ProximityPhrase,
  term,
} from '#server/search/storage/ftsQuery.ts'
import { fullRange, type RangedQuery } from '#server/search/storage/ftsSelect.ts'
import {
  facetTerm,
  hasPositions,
  impactTerm,
  isStemTerm,
  matchAllTerm,
  rowEndTerm,
} from '#server/search/storage/indexTerms.ts'
import type { CaseQuery, FacetCounts, Paging } from '#server/search/types.ts'
import type { FacetName } from '#shared/calls/search.ts'
import { clip, maxClauses } from './mapping.ts'

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

/** What a case with a signal matches. */
export const queryOfSignal = ({ ftsQuery, share }: ScoringSignal) =>
  share === undefined ? ftsQuery : withImpact(ftsQuery, share)

function signalClause({ weight, from, ...signal }: RankingSignal): Dsl {
  const query = queryOfSignal({ ...signal, weight })
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

/** Lookups of the ranking in addition: the document key of the case after the `offset` newest that match, 0 if there is none. */
export type ClusterLookups = CaseLookups & { keyOfNewest: (ranged: RangedQuery, offset: number) => number }

/** What lookups have answered, by their search. */
export type Known = Map<string, SearchAnswer>

/** How many cases a lookup is taken to match while its answer is not known. */
const guesses = {
  /** Very many, more than a library has and few enough for arithmetic: the words of a query are known, as most are. */
  many: 1e9,
  /** None: code that looks for a few that match looks up all its candidates at once. */
  none: 0,
}

type LookupParams = {
  known: Known
  guess: keyof typeof guesses
  search: (bodies: readonly SearchBody[]) => Promise<SearchAnswer[]>
}

/** Each round looks up what the round before it did not know; a query needs two, or a few more with corrections. */
const maxRounds = 60

/**
 * Lets code that is not asynchronous look cases up in the cluster: a lookup whose answer is not known returns a guess, and
 * the code runs again once all these were searched, until none is missing.
 */
export async function withLookups<Result>(
  { known, guess, search }: LookupParams,
  run: (cases: ClusterLookups) => Result,
): Promise<Result> {
  for (let round = 0; round < maxRounds; round += 1) {
    const { cases, missing } = createLookups(known, guesses[guess])
    const result = run(cases)
    if (missing.size === 0) return result
    const found = await search([...missing.values()])
    for (const [at, key] of [...missing.keys()].entries()) known.set(key, found[at] ?? noAnswer)
  }
  throw new Error('a search needs too many lookups')
}

const noAnswer: SearchAnswer = { hits: { hits: [] } }

function createLookups(known: Known, guess: number) {
  const missing = new Map<string, SearchBody>()
  const find = (body: SearchBody): SearchAnswer | undefined => {
    const key = JSON.stringify(body)
    const found = known.get(key)
    if (!found) missing.set(key, body)
    return found
  }
  const count = (ranged: RangedQuery, limit?: number) => {
    const found = find({ size: 0, query: filterOf(ranged), track_total_hits: limit ?? true })
    return Math.min(found?.hits.total?.value ?? guess, limit ?? Infinity)
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

/** A query in the language of OpenSearch. */
type Dsl = { [clause: string]: unknown }

/** Translates a query of the index. No clause has a score. */
function translateQuery(ftsQuery: FtsQuery): Dsl {
  const { kind } = ftsQuery
  if (kind === 'word') return anyClause(wordClauses([ftsQuery.word]))
  if (kind === 'prefix')
    return anyClause(fieldsOf(ftsQuery.word).map((field) => ({ prefix: { [field]: ftsQuery.word } })))
  if (kind === 'phrase') return { match_phrase: { rows: { query: positionsOf(ftsQuery.words) } } }
  if (kind === 'near') return proximityQuery(ftsQuery)
  if (kind === 'all') return ftsQuery.of.length === 0 ? nothing : { bool: { filter: ftsQuery.of.map(translateQuery) } }
  if (kind === 'any') return anyClause(alternatives(ftsQuery.of))
  if (kind === 'but')
    return { bool: { filter: [translateQuery(ftsQuery.of)], must_not: [translateQuery(ftsQuery.not)] } }
  throw new Error('only the table of phrases has columns')
}

const nothing: Dsl = { match_none: {} }

function anyClause(clauses: readonly Dsl[]): Dsl {
  const [first = nothing] = clauses
  return clauses.length > 1 ? { bool: { should: clauses, minimum_should_match: 1 } } : first
}

/** The words of an OR are one clause for each field: OpenSearch limits the number of clauses. */
function alternatives(of: readonly FtsQuery[]): Dsl[] {
  const flat = of.flatMap((part) => (part.kind === 'any' ? part.of : [part]))
  if (flat.some((part) => part.kind === 'any')) return alternatives(flat)
  const words = flat.flatMap((part) => (part.kind === 'word' ? [part.word] : []))
  return [...wordClauses(words), ...flat.filter((part) => part.kind !== 'word').map(translateQuery)]
}

type Field = 'rows' | 'markers'

/** Where a term occurs. The best stem of a word has positions, its other stems do not. */
const fieldsOf = (word: string): Field[] =>
  isStemTerm(word) ? ['rows', 'markers'] : hasPositions(word) ? ['rows'] : ['markers']

function wordClauses(words: readonly string[]): Dsl[] {
  if (words.includes(matchAllTerm)) return [{ match_all: {} }]
  return (['rows', 'markers'] as const).flatMap((field) => {
    const own = [...new Set(words.filter((word) => fieldsOf(word).includes(field)))].map(clip)
    return own.length > 0 ? [{ terms: { [field]: own } }] : []
  })
}

const positionsOf = (words: readonly string[]) => words.map(clip).join(' ')

type Near = Extract<FtsQuery, { kind: 'near' }>

/** Proximity within a row: nothing between the words ends one. */
function proximityQuery({ parts, between }: Near): Dsl {
  if (parts.some((part) => part.length === 0)) return nothing
  const max_gaps = between - innerLength(parts)
  if (max_gaps < 0 && parts.length > 2) return nothing
  const within = { filter: { not_containing: { match: { query: rowEndTerm } } } }
  return {
    intervals: { rows: { all_of: { mode: 'unordered', max_gaps, intervals: parts.map(partIntervals), ...within } } },
  }
}

/**
 * The words of the parts between the first and the last, which the embedded index counts as words between, and OpenSearch does
 * not. Of parts of different lengths it is not known which are between: the shortest are assumed.
 */
const innerLength = (parts: readonly ProximityPart[]) =>
  parts
    .map((part) => Math.min(...part.map(lengthOf)))
    .sort((one, other) => one - other)
    .slice(0, -2)
    .reduce((sum, length) => sum + length, 0)

const lengthOf = (one: ProximityPhrase) => (one.kind === 'prefix' ? 1 : one.words.length)

/** A prefix as a pattern: the interval of a prefix is refused for more than 128 words. */
function partIntervals(part: ProximityPart): Dsl {
  const intervals = part.map((one): Dsl =>
    one.kind === 'prefix'
      ? { wildcard: { pattern: `${one.word}*`, max_expansions: maxClauses } }
      : { match: { query: positionsOf(one.words), ordered: true, max_gaps: 0 } },
  )
  const [first = nothing] = intervals
  return intervals.length > 1 ? { any_of: { intervals } } : first
}
