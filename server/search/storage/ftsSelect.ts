import type { DatabaseSync } from 'node:sqlite'
import type { Visibility } from '#server/search/types.ts'
import { docKeyIdRange } from './documentKey.ts'
import { exclude, term, type FtsQuery, toFtsSyntax } from './ftsQuery.ts'
import { unpublishedTerm } from './indexTerms.ts'
import { statement } from './statements.ts'

/** A query over `cases` or `phrases`, in a range of document keys. */
export type RangedQuery = {
  ftsQuery: FtsQuery
  low: number
  high: number
}

/**
 * A range of row ids. A JavaScript number reaches SQLite as a real number, for which FTS5 scans all rows from the first:
 * in a million rows this takes fifty times as long as the range of integers.
 */
export const docKeyBetween = 'rowid between cast(? as integer) and cast(? as integer)'

/** The exact number of matching phrases. */
export function countPhrases(from: DatabaseSync, { ftsQuery, low, high }: RangedQuery): number {
  const sql = `select count(*) as count from phrases where phrases match ? and ${docKeyBetween}`
  return Number(statement(from, sql).get(toFtsSyntax(ftsQuery), low, high)?.['count'] ?? 0)
}

/** The number of matching cases, counted up to `limit`. */
export function countUpTo(from: DatabaseSync, ftsQuery: FtsQuery, limit: number): number {
  const sql = `select count(*) as count from (select 1 from cases where cases match ? limit ?)`
  return Number(statement(from, sql).get(toFtsSyntax(ftsQuery), limit)?.['count'] ?? 0)
}

/** The ids of the newest matching cases, the newest first. */
export function newestIds(from: DatabaseSync, ftsQuery: FtsQuery, limit: number): number[] {
  const sql = `select rowid & ${docKeyIdRange - 1} as id from cases where cases match ? order by rowid desc limit ?`
  const rows = statement(from, sql).all(toFtsSyntax(ftsQuery), limit)
  return rows.map((row) => Number(row['id']))
}

/** A range of document keys. */
export type DocKeyRange = { low: number; high: number }
export const fullRange: DocKeyRange = { low: 0, high: Number.MAX_SAFE_INTEGER }

/** The ids of all matching cases in a range, in the order of document keys. */
export function matchingIds(
  from: DatabaseSync,
  ftsQuery: FtsQuery,
  { low, high }: DocKeyRange = fullRange,
): Uint32Array {
  // One string of all ids: returning a hundred thousand rows would take longer than the search.
  const sql = `select group_concat(rowid & ${docKeyIdRange - 1}) as ids from cases where cases match ? and ${docKeyBetween}`
  const { ids = null } = statement(from, sql).get(toFtsSyntax(ftsQuery), low, high) ?? {}
  return typeof ids === 'string' ? readNumbers(ids) : new Uint32Array(0)
}

/** The ids of the matching cases, in the order of document keys; undefined for more than `limit`. */
export function matchingIdsUpTo(from: DatabaseSync, ftsQuery: FtsQuery, limit: number): Uint32Array | undefined {
  const sql = `
    select count(*) as count, group_concat(id) as ids
      from (select rowid & ${docKeyIdRange - 1} as id from cases where cases match ? limit ?)`
  const { count, ids } = statement(from, sql).get(toFtsSyntax(ftsQuery), limit + 1) ?? {}
  if (Number(count) > limit) return undefined
  return typeof ids === 'string' ? readNumbers(ids) : new Uint32Array(0)
}

/** Parses a string of digits and commas. */
function readNumbers(text: string): Uint32Array {
  const numbers = new Uint32Array((text.length >> 1) + 1)
  let size = 0
  let number = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
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

/** The query restricted to visible cases. Unpublished cases are a short posting list that is subtracted. */
export const restrictToVisible = (ftsQuery: FtsQuery, { unpublished }: Visibility) =>
  unpublished ? ftsQuery : exclude(ftsQuery, [term(unpublishedTerm)])

/** Whether any visible case matches. */
export const hasMatch = (from: DatabaseSync, ftsQuery: FtsQuery, visibility: Visibility) =>
  countUpTo(from, restrictToVisible(ftsQuery, visibility), 1) > 0
