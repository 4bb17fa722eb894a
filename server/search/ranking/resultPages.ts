import type { DatabaseSync } from 'node:sqlite'
import { wholeNameTerms } from '#server/search/lexicon/phraseNames.ts'
import { findMatches, collectNewest, pageByAge } from '#server/search/postings/evaluateQuery.ts'
import type { IndexReader } from '#server/search/postings/indexReader.ts'
import type { LruCache } from '#server/search/postings/lruCache.ts'
import type { QueryRewriter, RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { term, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { docKeyBetween, type RangedQuery, countPhrases } from '#server/search/storage/ftsSelect.ts'
import { statement } from '#server/search/storage/statements.ts'
import type { Found, Paging } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'
import { rankCases } from './rankCases.ts'

/** All that a search thread answers from, as of one snapshot of the index. */
export type Searcher = IndexReader &
  QueryRewriter & {
    /** Ranked ids by query, since the last change of the index. */
    rankCache: LruCache<Uint32Array>
  }

type Asked = { bounds: RangedQuery; rewritten: RewrittenQuery; paging: Paging }

/** A page of cases and the exact count of all. */
export function casePage(searcher: Searcher, { bounds, rewritten, paging }: Asked): Found {
  const { sort, page, page_size } = paging
  const offset = (page - 1) * page_size
  const ranked = rankedUpTo(page_size)
  const matches = findMatches(searcher, bounds)
  const { count } = matches
  if (offset >= count) return { count, ids: [] }
  // What lies behind the ranked follows by age, so that the pages together are what is counted.
  if (sort !== 'relevance' || offset >= ranked)
    return {
      count,
      ids: pageByAge(searcher.columnStore, matches, { newest: sort !== 'oldest', offset, most: page_size }),
    }
  const most = offset + page_size <= usual ? usual : ranked
  const best = searcher.rankCache.getOrCompute(`${most} ${keyOf(bounds, rewritten)}`, () =>
    rankCases(searcher, collectNewest(searcher.columnStore, matches, ranked), { bounds, rewritten, most }),
  )
  return { count, ids: [...best.subarray(offset, offset + page_size)] }
}

/** So many are put in order at first: who pages on waits once for the others. */
const usual = 240

/** Two questions with one match may still be ranked by other words. */
const keyOf = (bounds: RangedQuery, meant: RewrittenQuery) =>
  JSON.stringify([bounds, meant.leaves, meant.adjacentTerms, meant.signals, meant.partial, meant.termsDropped])

/** Whole pages: one that began ranked and ended by age would lose what lies between. */
const rankedUpTo = (page_size: number) => limits.search.ranked - (limits.search.ranked % page_size)

/** How much a match in each column of `phrases` counts, in their order. */
const phraseWeights = [6, 6, 6, 2, 1, 1, 0, 4, 0.5]

const phraseOrders = {
  relevance: `bm25(phrases, ${phraseWeights.join(', ')}), rowid desc`,
  newest: 'rowid desc',
  oldest: 'rowid',
}

export const thoseNamed = 'rowid in (select rowid from phrases where phrases match ?) desc, '

/** What asks for the phrases that are called as was typed, one in the same letters first. */
export const namesAsked = (text: string) => wholeNameTerms(text).map((name) => toFtsSyntax(term(name)))

/** A page of phrases; there are so few that all are ranked. Those that are called as was typed stand first. */
export function phrasePage(
  from: DatabaseSync,
  { ftsQuery, low, high }: RangedQuery,
  { texts, paging: { sort, page, page_size } }: { texts: readonly string[]; paging: Paging },
): Found {
  const names = sort === 'relevance' ? texts.flatMap(namesAsked) : []
  const sql = `
    select rowid as id
      from phrases
     where phrases match ? and ${docKeyBetween}
     order by ${thoseNamed.repeat(names.length)}${phraseOrders[sort]}
     limit ? offset ?`
  const rows = statement(from, sql).all(toFtsSyntax(ftsQuery), low, high, ...names, page_size, (page - 1) * page_size)
  return { count: countPhrases(from, { ftsQuery, low, high }), ids: rows.map((row) => Number(row['id'])) }
}
