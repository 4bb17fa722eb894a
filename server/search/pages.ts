import type { DatabaseSync } from 'node:sqlite'
import { limits } from '#shared/limits.ts'
import { type Bounds, countMatches } from './enumerate.ts'
import type { Found, Paging } from './index.ts'
import type { Library } from './library.ts'
import { rank } from './ranking.ts'
import { idOf, phraseWeights } from './schema.ts'
import type { Understanding } from './understand.ts'

type Asked = { bounds: Bounds; understanding: Understanding; paging: Paging }

/** A page of cases and the exact count of all. */
export function findCasePage(library: Library, { bounds, understanding, paging }: Asked): Found {
  const { sort, page, page_size } = paging
  const offset = (page - 1) * page_size
  const ranked = rankedUpTo(page_size)
  const count = library.found.count(bounds)
  if (offset >= count) return { count, ids: [] }
  if (sort !== 'relevance' || offset >= ranked) return { count, ids: byAge(library.database, bounds, paging) }
  const best = library.found.ranked(`ranked ${keyOf(bounds, understanding)}`, () => {
    const { found } = library
    const places = count > ranked ? found.newest(bounds, ranked) : found.places(bounds)
    return rank(library, places, { bounds, understanding })
  })
  return { count, ids: [...best.subarray(offset, offset + page_size)].map(idOf) }
}

/** Two questions with one expression may still be ranked by other words. */
const keyOf = ({ match, low, high }: Bounds, { leaves, together, signals, partial }: Understanding) =>
  JSON.stringify([match, low, high, leaves, together, signals, partial])

/** Whole pages: one that began ranked and ended by age would lose what lies between. */
const rankedUpTo = (page_size: number) => limits.search.ranked - (limits.search.ranked % page_size)

/** In order of age; also how what lies behind the ranked follows, so that the pages together are what is counted. */
function byAge(from: DatabaseSync, { match, low, high }: Bounds, { sort, page, page_size }: Paging): number[] {
  const order = sort === 'oldest' ? 'asc' : 'desc'
  const sql = `
    select rowid as place
      from cases
     where cases match ? and rowid between ? and ?
     order by rowid ${order}
     limit ? offset ?`
  const rows = from.prepare(sql).all(match, low, high, page_size, (page - 1) * page_size)
  return rows.map((row) => idOf(Number(row['place'])))
}

const phraseOrders = {
  relevance: `bm25(phrases, ${phraseWeights.join(', ')}), rowid desc`,
  newest: 'rowid desc',
  oldest: 'rowid',
}

/** A page of phrases; there are so few that all are ranked. */
export function findPhrasePage(from: DatabaseSync, bounds: Bounds, { sort, page, page_size }: Paging): Found {
  const { match, low, high } = bounds
  const sql = `
    select rowid as id
      from phrases
     where phrases match ? and rowid between ? and ?
     order by ${phraseOrders[sort]}
     limit ? offset ?`
  const rows = from.prepare(sql).all(match, low, high, page_size, (page - 1) * page_size)
  return { count: countMatches(from, 'phrases', bounds), ids: rows.map((row) => Number(row['id'])) }
}
