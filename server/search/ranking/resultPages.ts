import type { DatabaseSync } from 'node:sqlite'
import { limits } from '#shared/limits.ts'
import { betweenPlaces, type Bounds, countPhrases } from './enumerate.ts'
import type { Found, Paging } from './index.ts'
import type { Library } from './library.ts'
import { holds, written } from './match.ts'
import { findMatches, newestOf, pageByAge } from './matching.ts'
import { rank } from './ranking.ts'
import { phraseWeights } from './schema.ts'
import { statement } from './statements.ts'
import type { Understanding } from './understand.ts'
import { namesMeant } from './wholeNames.ts'

type Asked = { bounds: Bounds; understanding: Understanding; paging: Paging }

/** A page of cases and the exact count of all. */
export function findCasePage(library: Library, { bounds, understanding, paging }: Asked): Found {
  const { sort, page, page_size } = paging
  const offset = (page - 1) * page_size
  const ranked = rankedUpTo(page_size)
  const matches = findMatches(library, bounds)
  const { count } = matches
  if (offset >= count) return { count, ids: [] }
  // What lies behind the ranked follows by age, so that the pages together are what is counted.
  if (sort !== 'relevance' || offset >= ranked)
    return { count, ids: pageByAge(library.columns, matches, { newest: sort !== 'oldest', offset, most: page_size }) }
  const most = offset + page_size <= usual ? usual : ranked
  const best = library.ranked.get(`${most} ${keyOf(bounds, understanding)}`, () =>
    rank(library, newestOf(library.columns, matches, ranked), { bounds, understanding, most }),
  )
  return { count, ids: [...best.subarray(offset, offset + page_size)] }
}

/** So many are put in order at first: who pages on waits once for the others. */
const usual = 240

/** Two questions with one match may still be ranked by other words. */
const keyOf = (bounds: Bounds, meant: Understanding) =>
  JSON.stringify([bounds, meant.leaves, meant.together, meant.signals, meant.partial, meant.isLightened])

/** Whole pages: one that began ranked and ended by age would lose what lies between. */
const rankedUpTo = (page_size: number) => limits.search.ranked - (limits.search.ranked % page_size)

const phraseOrders = {
  relevance: `bm25(phrases, ${phraseWeights.join(', ')}), rowid desc`,
  newest: 'rowid desc',
  oldest: 'rowid',
}

export const thoseNamed = 'rowid in (select rowid from phrases where phrases match ?) desc, '

/** What asks for the phrases that are called as was typed, one in the same letters first. */
export const namesAsked = (text: string) => namesMeant(text).map((name) => written(holds(name)))

/** A page of phrases; there are so few that all are ranked. Those that are called as was typed stand first. */
export function findPhrasePage(
  from: DatabaseSync,
  { match, low, high }: Bounds,
  { texts, paging: { sort, page, page_size } }: { texts: readonly string[]; paging: Paging },
): Found {
  const names = sort === 'relevance' ? texts.flatMap(namesAsked) : []
  const sql = `
    select rowid as id
      from phrases
     where phrases match ? and ${betweenPlaces}
     order by ${thoseNamed.repeat(names.length)}${phraseOrders[sort]}
     limit ? offset ?`
  const rows = statement(from, sql).all(written(match), low, high, ...names, page_size, (page - 1) * page_size)
  return { count: countPhrases(from, { match, low, high }), ids: rows.map((row) => Number(row['id'])) }
}
