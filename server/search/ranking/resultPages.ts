import type { DatabaseSync } from 'node:sqlite'
import { wholeNameTerms } from '#server/search/lexicon/phraseNames.ts'
import { findMatches, collectNewest, pageByAge } from '#server/search/postings/evaluateQuery.ts'
import type { IndexReader } from '#server/search/postings/indexReader.ts'
import type { LruCache } from '#server/search/postings/lruCache.ts'
import type { QueryRewriter, RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { type FtsQuery, term, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { type RangedQuery, countPhrases } from '#server/search/storage/ftsSelect.ts'
import { statement } from '#server/search/storage/statements.ts'
import type { Paging, ResultPage } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'
import { rankCases } from './rankCases.ts'

/** All that a search thread answers from, as of one snapshot of the index. */
export type Searcher = IndexReader &
  QueryRewriter & {
    /** Ranked ids by query, since the last change of the index. */
    rankCache: LruCache<Uint32Array>
  }

type CasePageParams = { bounds: RangedQuery; rewritten: RewrittenQuery; paging: Paging }

/** A page of cases and the exact count of all. */
export function casePage(searcher: Searcher, { bounds, rewritten, paging }: CasePageParams): ResultPage {
  const { sort, page, page_size } = paging
  const offset = (page - 1) * page_size
  const rankedCount = rankedUpTo(page_size)
  const matches = findMatches(searcher, bounds)
  const { count } = matches
  if (offset >= count) return { count, ids: [] }
  // Matches beyond the ranked ones follow in chronological order, so that all pages together equal the count.
  if (sort !== 'relevance' || offset >= rankedCount)
    return {
      count,
      ids: pageByAge(searcher.columnStore, matches, { newest: sort !== 'oldest', offset, limit: page_size }),
    }
  const limit = offset + page_size <= firstRanked ? firstRanked : rankedCount
  const best = searcher.rankCache.getOrCompute(`${limit} ${cacheKey(bounds, rewritten)}`, () =>
    rankCases(searcher, collectNewest(searcher.columnStore, matches, rankedCount), { bounds, rewritten, limit }),
  )
  return { count, ids: [...best.subarray(offset, offset + page_size)] }
}

/** The number of results that are ranked at first; the rest is ranked once, on a later page. */
const firstRanked = 240

/** The matches alone are no cache key: two queries with the same matches may be ranked by other terms. */
const cacheKey = (bounds: RangedQuery, rewritten: RewrittenQuery) => {
  const { leaves, adjacentTerms, signals, partial, termsDropped } = rewritten
  return JSON.stringify([bounds, leaves, adjacentTerms, signals, partial, termsDropped])
}

/** A multiple of the page size: a page that is ranked in part would lose the matches between. */
const rankedUpTo = (page_size: number) => limits.search.ranked - (limits.search.ranked % page_size)

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
