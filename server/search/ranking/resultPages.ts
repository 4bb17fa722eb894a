import type { DatabaseSync } from 'node:sqlite'
import { wholeNameTerms } from '#server/search/lexicon/phraseNames.ts'
import { findMatches, pageByAge } from '#server/search/postings/evaluateQuery.ts'
import type { Matches, PostingReader } from '#server/search/postings/indexReader.ts'
import type { LruCache } from '#server/search/postings/lruCache.ts'
import type { QueryRewriter, RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { subtract } from '#server/search/storage/bitset.ts'
import { type FtsQuery, term, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { type RangedQuery, countPhrases } from '#server/search/storage/ftsSelect.ts'
import { statement } from '#server/search/storage/statements.ts'
import type { Paging, ResultPage } from '#server/search/types.ts'
import { rankCases } from './rankCases.ts'

/** All that a search thread answers from, as of one snapshot of the index. */
export type Searcher = PostingReader &
  QueryRewriter & {
    /** Ranked ids by query, since the last change of the index. */
    rankCache: LruCache<Uint32Array>
  }

type CasePageParams = {
  /** All conditions with the words of the query, matched in full or nearly. */
  bounds: RangedQuery
  /** The same matched in full only; undefined when there are no near matches. */
  full: RangedQuery | undefined
  rewritten: RewrittenQuery
  paging: Paging
}

/** A page of cases and the exact count of all. Full matches come before near matches in every order. */
export function casePage(
  searcher: Searcher,
  { bounds, full, rewritten, paging }: CasePageParams,
): ResultPage & { fullCount: number } {
  const { sort, page, page_size } = paging
  const offset = (page - 1) * page_size
  const all = findMatches(searcher, bounds)
  const pageOf = (matches: Matches, of: RangedQuery, range: Range) =>
    // A full match has every word: that is no signal of its rank.
    idsInRange(searcher, matches, {
      bounds: of,
      rewritten: of === full ? { ...rewritten, full: undefined } : rewritten,
      sort,
      ...range,
    })
  if (!full) {
    const ids = pageOf(all, bounds, { offset, limit: page_size })
    return { count: all.count, fullCount: all.count, ids }
  }
  const fullMatches = findMatches(searcher, full)
  const near = { bits: all.bits.slice(), count: all.count - fullMatches.count }
  subtract(near.bits, fullMatches.bits)
  const first = pageOf(fullMatches, full, { offset, limit: page_size })
  const ofNear = { offset: Math.max(0, offset - fullMatches.count), limit: page_size - first.length }
  return { count: all.count, fullCount: fullMatches.count, ids: [...first, ...pageOf(near, bounds, ofNear)] }
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
  from: DatabaseSync,
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
  const rows = statement(from, sql).all(toFtsSyntax(ftsQuery), ...names, page_size, (page - 1) * page_size)
  return { count: countPhrases(from, ftsQuery), ids: rows.map((row) => Number(row['id'])) }
}
