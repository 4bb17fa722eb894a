import type { DatabaseSync } from 'node:sqlite'
import { allBut, holds, type Match, written } from './match.ts'
import { hiddenRow } from './ownWords.ts'
import { idBits } from './schema.ts'
import { statement } from './statements.ts'

/** What a row of `cases` or `phrases` must hold, between two places. */
export type Bounds = {
  match: Match
  low: number
  high: number
}

/**
 * Rows between two places. A number of JavaScript reaches SQLite as one with a fraction, for which FTS5 looks through all
 * rows from the first one on: of a million that takes fifty times as long as to go where they lie.
 */
export const betweenPlaces = 'rowid between cast(? as integer) and cast(? as integer)'

/** How many phrases match, exactly. */
export function countPhrases(from: DatabaseSync, { match, low, high }: Bounds): number {
  const sql = `select count(*) as count from phrases where phrases match ? and ${betweenPlaces}`
  return Number(statement(from, sql).get(written(match), low, high)?.['count'] ?? 0)
}

/** How many cases match, where it does not matter how many more than `most`. */
export function countUpTo(from: DatabaseSync, match: Match, most: number): number {
  const sql = `select count(*) as count from (select 1 from cases where cases match ? limit ?)`
  return Number(statement(from, sql).get(written(match), most)?.['count'] ?? 0)
}

/** The ids of the newest cases that match, the newest first. */
export function newestIds(from: DatabaseSync, match: Match, most: number): number[] {
  const sql = `select rowid & ${idBits - 1} as id from cases where cases match ? order by rowid desc limit ?`
  const rows = statement(from, sql).all(written(match), most)
  return rows.map((row) => Number(row['id']))
}

/** A range of places. */
export type Range = { low: number; high: number }
export const everywhere: Range = { low: 0, high: Number.MAX_SAFE_INTEGER }

/** The ids of all cases in a range that match, in the order of their places. */
export function idsOfMatches(from: DatabaseSync, match: Match, { low, high }: Range = everywhere): Uint32Array {
  // One text of all ids: a hundred thousand rows would cost more to hand over than to find.
  const sql = `select group_concat(rowid & ${idBits - 1}) as ids from cases where cases match ? and ${betweenPlaces}`
  const { ids = null } = statement(from, sql).get(written(match), low, high) ?? {}
  return typeof ids === 'string' ? readNumbers(ids) : new Uint32Array(0)
}

/** The ids of the cases that match, in the order of their places; undefined where they are more than `most`. */
export function fewIds(from: DatabaseSync, match: Match, most: number): Uint32Array | undefined {
  const sql = `
    select count(*) as count, group_concat(id) as ids
      from (select rowid & ${idBits - 1} as id from cases where cases match ? limit ?)`
  const { count, ids } = statement(from, sql).get(written(match), most + 1) ?? {}
  if (Number(count) > most) return undefined
  return typeof ids === 'string' ? readNumbers(ids) : new Uint32Array(0)
}

/** The numbers of a text that holds nothing but digits and commas. */
function readNumbers(text: string): Uint32Array {
  const numbers = new Uint32Array((text.length >> 1) + 1)
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

/** A match narrowed to what may be found. What is not published is a short list that is left out. */
export const seen = (match: Match, { unpublished }: Sight) => (unpublished ? match : allBut(match, [holds(hiddenRow)]))

/** Is there any case that may be found so? */
export const isFound = (from: DatabaseSync, match: Match, sight: Sight) => countUpTo(from, seen(match, sight), 1) > 0
