import type { DatabaseSync } from 'node:sqlite'
import { wholeNameTerms } from '#server/search/lexicon/phraseNames.ts'
import type { ColumnName, ColumnStore } from '#server/search/postings/columnStore.ts'
import { findMatches, pageByAge } from '#server/search/postings/evaluateQuery.ts'
import type { Matches, PostingReader } from '#server/search/postings/indexReader.ts'
import { compileCaseQuery, type listFilters, withoutListFilters } from '#server/search/query/compileCaseQuery.ts'
import {
  type QueryRewriter,
  type Rewriter,
  rewriteQuery,
  type RewrittenQuery,
} from '#server/search/query/rewriteQuery.ts'
import { suggestCorrection, suggestSplit } from '#server/search/query/spellingCorrection.ts'
import { subtract } from '#server/search/storage/bitset.ts'
import { statement } from '#server/search/storage/connection.ts'
import { type FtsQuery, term, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { countPhrases, type RangedQuery, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import type { LruCache } from '#server/search/storage/lruCache.ts'
import type { CaseQuery, FacetCounts, FoundCases, Paging, ResultPage, Visibility } from '#server/search/types.ts'
import type { FacetName } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { rankCases } from './rankCases.ts'

/** What an engine searches for a page of cases, as data. */
export type CasePlan = {
  rewritten: RewrittenQuery
  /** All conditions with the words of the query, matched in full or nearly; undefined when nothing can match. */
  bounds: RangedQuery | undefined
  /** The same matched in full only; undefined when there are no near matches. */
  full: RangedQuery | undefined
}

export function planCases(reader: Rewriter, query: CaseQuery, visibility: Visibility): CasePlan {
  const rewritten = rewriteQuery(reader, query, visibility)
  const boundsOf = (words: FtsQuery | undefined) => visible(compileCaseQuery(reader.database, query, words), visibility)
  return { rewritten, bounds: boundsOf(rewritten.ftsQuery), full: rewritten.full && boundsOf(rewritten.full) }
}

/** The query whose matches are counted by facets: all conditions except the facet filters. */
export const facetBounds = (reader: Rewriter, query: CaseQuery, visibility: Visibility) =>
  visible(
    compileCaseQuery(reader.database, withoutListFilters(query), rewriteQuery(reader, query, visibility).ftsQuery),
    visibility,
  )

function visible(
  { ftsQuery, ...range }: Omit<RangedQuery, 'ftsQuery'> & { ftsQuery: FtsQuery | undefined },
  visibility: Visibility,
): RangedQuery | undefined {
  return ftsQuery === undefined ? undefined : { ftsQuery: restrictToVisible(ftsQuery, visibility), ...range }
}

type PageOfCases = ResultPage & { fullCount: number }
type Found = { query: CaseQuery; paging: Paging; rewritten: RewrittenQuery; page: PageOfCases }

/** A page, how the query was rewritten, and a suggestion if the page is poor. */
export function describePage(reader: Rewriter, { query, paging, rewritten, page }: Found): FoundCases {
  const { understood, marks, relaxed, repairs, entity } = rewritten
  const { parsed } = query
  const isPoor = page.fullCount < limits.search.few_results
  const suggestion =
    parsed && isPoor
      ? suggestCorrection(reader, { ...query, parsed }, { visibility: paging, relaxed: relaxed ?? [] })
      : null
  return {
    ...page,
    understood,
    marks,
    relaxed,
    repairs,
    entity,
    suggestion,
    split:
      parsed && page.count === 0 && suggestion === null ? suggestSplit(reader, { ...query, parsed }, paging) : null,
  }
}

/** All that a search thread answers from, as of one snapshot of the index. */
export type Searcher = PostingReader &
  QueryRewriter & {
    /** Ranked ids by query, since the last change of the index. */
    rankCache: LruCache<Uint32Array>
  }

type CasePageParams = CasePlan & { bounds: RangedQuery; paging: Paging }

/** A page of cases and the exact count of all. Full matches come before near matches in every order. */
export function casePage(
  searcher: Searcher,
  { bounds, full = bounds, rewritten, paging }: CasePageParams,
): PageOfCases {
  const { sort, page, page_size } = paging
  const offset = (page - 1) * page_size
  const all = findMatches(searcher, bounds)
  const fullMatches = full === bounds ? all : findMatches(searcher, full)
  // A full match has every word: that is no signal of its rank.
  const ofFull = { bounds: full, rewritten: { ...rewritten, full: undefined }, sort }
  const first = idsInRange(searcher, fullMatches, { ...ofFull, offset, limit: page_size })
  const found = { count: all.count, fullCount: fullMatches.count, ids: first }
  if (all.count === fullMatches.count || first.length === page_size) return found
  const near = { bits: all.bits.slice(), count: all.count - fullMatches.count }
  subtract(near.bits, fullMatches.bits)
  const ofNear = { offset: Math.max(0, offset - fullMatches.count), limit: page_size - first.length }
  const others = idsInRange(searcher, near, { bounds, rewritten, sort, ...ofNear })
  return { ...found, ids: [...first, ...others] }
}

type Range = { offset: number; limit: number }
type RangeParams = Range & { bounds: RangedQuery; rewritten: RewrittenQuery; sort: Paging['sort'] }

/** The ids of a part of the matches in an order. */
function idsInRange(searcher: Searcher, matches: Matches, { offset, limit, ...params }: RangeParams): number[] {
  const { bounds, rewritten, sort } = params
  if (offset >= matches.count || limit <= 0) return []
  if (sort !== 'relevance')
    return pageByAge(searcher.columnStore, matches, { newest: sort === 'newest', offset, limit })
  let ranked = firstRanked
  while (ranked < offset + limit) ranked *= 4
  const best = searcher.rankCache.getOrCompute(`${ranked} ${matches.count} ${cacheKey(bounds, rewritten)}`, () =>
    rankCases(searcher, matches, { rewritten, limit: ranked }),
  )
  return [...best.subarray(offset, offset + limit)]
}

/** The number of results that are ranked at first; later pages are of more. */
const firstRanked = 60

/** The matches alone are no cache key: two queries with the same matches may be ranked by other terms. */
const cacheKey = (bounds: RangedQuery, rewritten: RewrittenQuery) => {
  const { leaves, adjacentTerms, signals, full } = rewritten
  return JSON.stringify([bounds, leaves, adjacentTerms, signals, full])
}

/** The BM25 weights of the columns of `phrases`, in their order. */
const phraseWeights = [6, 6, 6, 2, 1, 1, 0, 4, 0.5]

const phraseOrders = {
  relevance: `bm25(phrases, ${phraseWeights.join(', ')}), rowid desc`,
  newest: 'rowid desc',
  oldest: 'rowid',
}

/** Sorts the phrases with this name first. */
export const namedFirst = 'rowid in (select rowid from phrases where phrases match ?) desc, '

/** The queries for phrases whose complete name is the text, the exact spelling first. */
export const wholeNameQueries = (text: string) => wholeNameTerms(text).map((name) => toFtsSyntax(term(name)))

/** A page of phrases; they are few, so all are ranked. Phrases with this complete name come first. */
export function phrasePage(
  database: DatabaseSync,
  ftsQuery: FtsQuery,
  { texts, paging: { sort, page, page_size } }: { texts: readonly string[]; paging: Paging },
): ResultPage {
  const names = sort === 'relevance' ? texts.flatMap(wholeNameQueries) : []
  const sql = `
    select rowid as id
      from phrases
     where phrases match ?
     order by ${namedFirst.repeat(names.length)}${phraseOrders[sort]}
     limit ? offset ?`
  const rows = statement(database, sql).all(toFtsSyntax(ftsQuery), ...names, page_size, (page - 1) * page_size)
  return { count: countPhrases(database, ftsQuery), ids: rows.map((row) => Number(row['id'])) }
}

/** The filter and the column of each facet; `lists`: a case has several values. */
export const facets = {
  court: { filter: 'courts', column: 'court', lists: false },
  year: { filter: 'years', column: 'year', lists: false },
  case_type: { filter: 'case_types', column: 'types', lists: true },
  judge: { filter: 'judges', column: 'judges', lists: true },
  status: { filter: 'statuses', column: 'statuses', lists: true },
} as const satisfies Record<FacetName, { filter: keyof typeof listFilters; column: ColumnName; lists: boolean }>

const names = Object.keys(facets) as FacetName[]

/**
 * Facet counts over doc values, of the cases `ids`, which match all conditions except the facet filters. A facet ignores
 * its own filter: a case that fails exactly one filter is counted for the facet of that filter alone.
 */
export function countFacets(columnStore: ColumnStore, ids: Uint32Array, query: CaseQuery): FacetCounts {
  const tallies = names.map((name) => buildTally(columnStore, name, query))
  // By `forEach`: inlined into a loop, the loop of `addEach` takes three times as long (Node 24).
  if (tallies.every(({ passes }) => passes === undefined)) tallies.forEach((tally) => addEach(tally, ids))
  else addPassing(tallies, ids)
  return Object.fromEntries(tallies.map((tally) => [tally.name, valuesOf(tally, columnStore)])) as FacetCounts
}

function addPassing(tallies: readonly Tally[], ids: Uint32Array) {
  const filtering = tallies.filter(({ passes }) => passes !== undefined)
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    let failed: Tally | undefined
    let fails = 0
    for (const tally of filtering)
      if (tally.passes?.[tally.keys[id] ?? 0] === 0) {
        failed = tally
        fails += 1
      }
    if (fails === 0) for (const tally of tallies) add(tally, id)
    else if (fails === 1 && failed) add(failed, id)
  }
}

/** `keys`: the value, or the number of the value list, by case id; `passes`: whether the filter accepts a key. */
type Tally = { name: FacetName; keys: Uint32Array; counts: Uint32Array; passes: Uint8Array | undefined }

function buildTally({ values, maxValues, valueLists }: ColumnStore, name: FacetName, query: CaseQuery): Tally {
  const { filter, column, lists: isList } = facets[name]
  const keys = values[column]
  const size = isList ? valueLists.all.length : 1 + maxValues[column]
  const chosen = new Set<number>(query[filter] ?? [])
  const has = isList
    ? (key: number) => valueLists.all[key]?.some((value) => chosen.has(value))
    : (key: number) => chosen.has(key)
  const passes = chosen.size === 0 ? undefined : Uint8Array.from({ length: size }, (_, key) => (has(key) ? 1 : 0))
  return { name, keys, counts: new Uint32Array(size), passes }
}

function add({ keys, counts }: Tally, id: number) {
  const key = keys[id] ?? 0
  counts[key] = (counts[key] ?? 0) + 1
}

/** A hot loop without conditions: it runs once for every matching case. */
function addEach({ keys, counts }: Tally, ids: Uint32Array) {
  for (let at = 0; at < ids.length; at += 1) {
    const key = keys[ids[at] ?? 0] ?? 0
    counts[key] = (counts[key] ?? 0) + 1
  }
}

function valuesOf({ name, counts }: Tally, { valueLists }: ColumnStore): [number, number][] {
  const totals = new Map<number, number>()
  for (let key = 0; key < counts.length; key += 1) {
    const count = counts[key] ?? 0
    if (count === 0) continue
    for (const value of facets[name].lists ? (valueLists.all[key] ?? []) : [key])
      if (value !== 0) totals.set(value, (totals.get(value) ?? 0) + count)
  }
  return [...totals].sort(([, one], [, other]) => other - one)
}
