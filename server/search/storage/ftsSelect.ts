import type { DatabaseSync } from 'node:sqlite'
import type { Visibility } from '#server/search/types.ts'
import { docKeyIdRange } from './documentKey.ts'
import { exclude, term, type FtsQuery, toFtsSyntax } from './ftsQuery.ts'
import { unpublishedTerm } from './indexTerms.ts'
import { statement } from './statements.ts'

/** What a row of `cases` or `phrases` must hold, between two places. */
export type RangedQuery = {
  ftsQuery: FtsQuery
  low: number
  high: number
}

/**
 * Rows between two places. A number of JavaScript reaches SQLite as one with a fraction, for which FTS5 looks through all
 * rows from the first one on: of a million that takes fifty times as long as to go where they lie.
 */
export const docKeyBetween = 'rowid between cast(? as integer) and cast(? as integer)'

/** How many phrases match, exactly. */
export function countPhrases(from: DatabaseSync, { ftsQuery, low, high }: RangedQuery): number {
  const sql = `select count(*) as count from phrases where phrases match ? and ${docKeyBetween}`
  return Number(statement(from, sql).get(toFtsSyntax(ftsQuery), low, high)?.['count'] ?? 0)
}

/** How many cases match, where it does not matter how many more than `most`. */
export function countUpTo(from: DatabaseSync, ftsQuery: FtsQuery, limit: number): number {
  const sql = `select count(*) as count from (select 1 from cases where cases match ? limit ?)`
  return Number(statement(from, sql).get(toFtsSyntax(ftsQuery), limit)?.['count'] ?? 0)
}

/** The ids of the newest cases that match, the newest first. */
export function newestIds(from: DatabaseSync, ftsQuery: FtsQuery, limit: number): number[] {
  const sql = `select rowid & ${docKeyIdRange - 1} as id from cases where cases match ? order by rowid desc limit ?`
  const rows = statement(from, sql).all(toFtsSyntax(ftsQuery), limit)
  return rows.map((row) => Number(row['id']))
}

/** A range of places. */
export type DocKeyRange = { low: number; high: number }
export const fullRange: DocKeyRange = { low: 0, high: Number.MAX_SAFE_INTEGER }

/** The ids of all cases in a range that match, in the order of their places. */
export function matchingIds(
  from: DatabaseSync,
  ftsQuery: FtsQuery,
  { low, high }: DocKeyRange = fullRange,
): Uint32Array {
  // One text of all ids: a hundred thousand rows would cost more to hand over than to find.
  const sql = `select group_concat(rowid & ${docKeyIdRange - 1}) as ids from cases where cases match ? and ${docKeyBetween}`
  const { ids = null } = statement(from, sql).get(toFtsSyntax(ftsQuery), low, high) ?? {}
  return typeof ids === 'string' ? readNumbers(ids) : new Uint32Array(0)
}

/** The ids of the cases that match, in the order of their places; undefined where they are more than `most`. */
export function matchingIdsUpTo(from: DatabaseSync, ftsQuery: FtsQuery, limit: number): Uint32Array | undefined {
  const sql = `
    select count(*) as count, group_concat(id) as ids
      from (select rowid & ${docKeyIdRange - 1} as id from cases where cases match ? limit ?)`
  const { count, ids } = statement(from, sql).get(toFtsSyntax(ftsQuery), limit + 1) ?? {}
  if (Number(count) > limit) return undefined
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

/** A match narrowed to what may be found. What is not published is a short list that is left out. */
export const restrictToVisible = (ftsQuery: FtsQuery, { unpublished }: Visibility) =>
  unpublished ? ftsQuery : exclude(ftsQuery, [term(unpublishedTerm)])

/** Is there any case that may be found so? */
export const hasMatch = (from: DatabaseSync, ftsQuery: FtsQuery, visibility: Visibility) =>
  countUpTo(from, restrictToVisible(ftsQuery, visibility), 1) > 0
