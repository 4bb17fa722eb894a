import type { DatabaseSync } from 'node:sqlite'
import { hiddenRow } from './ownWords.ts'

/** What a row of `cases` or `phrases` must be: an expression of FTS5, between two places. */
export type Bounds = { match: string; low: number; high: number }
export type Table = 'cases' | 'phrases'

/** How many rows match, exactly. */
export function countMatches(from: DatabaseSync, table: Table, { match, low, high }: Bounds): number {
  const sql = `select count(*) as count from ${table} where ${table} match ? and rowid between ? and ?`
  return Number(from.prepare(sql).get(match, low, high)?.['count'] ?? 0)
}

/** How many rows match, where it does not matter how many more than `most`. */
export function countUpTo(from: DatabaseSync, match: string, most: number): number {
  const sql = `select count(*) as count from (select 1 from cases where cases match ? limit ?)`
  return Number(from.prepare(sql).get(match, most)?.['count'] ?? 0)
}

/** The places of all matches, in ascending order. */
export function placesOf(from: DatabaseSync, { match, low, high }: Bounds): Float64Array {
  // One text of all places: a hundred thousand rows would cost more to hand over than to find. They come in order.
  const sql = 'select group_concat(rowid) as places from cases where cases match ? and rowid between ? and ?'
  const { places = null } = from.prepare(sql).get(match, low, high) ?? {}
  return typeof places === 'string' ? readNumbers(places) : new Float64Array(0)
}

/** The same of the newest `most`. */
export function newestPlaces(from: DatabaseSync, { match, low, high }: Bounds, most: number): Float64Array {
  const sql = 'select rowid as place from cases where cases match ? and rowid between ? and ? order by rowid desc limit 1 offset ?' // prettier-ignore
  const oldest = from.prepare(sql).get(match, low, high, most - 1)?.['place']
  return placesOf(from, { match, low: oldest === undefined ? low : Number(oldest), high })
}

/** The numbers of a text that holds nothing but digits and commas. */
function readNumbers(text: string): Float64Array {
  const numbers = new Float64Array((text.length >> 1) + 1)
  let size = 0
  let number = 0
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place)
    if (unit === comma) {
      numbers[size] = number
      size += 1
      number = 0
    } else number = number * 10 + (unit - zero)
  }
  numbers[size] = number
  return numbers.subarray(0, size + 1)
}

const comma = 44
const zero = 48

/** What one person may find: all there is, or only what is published. */
export type Sight = { unpublished: boolean }

/** An expression narrowed to what may be found. What is not published is a short list that is left out. */
export const seen = (match: string, { unpublished }: Sight) => (unpublished ? match : `(${match}) NOT "${hiddenRow}"`)

/** Is there any case that may be found so? */
export const isFound = (from: DatabaseSync, match: string, sight: Sight) => countUpTo(from, seen(match, sight), 1) > 0
