import type { DatabaseSync } from 'node:sqlite'
import type { Visibility } from '#server/search/types.ts'
import { exclude, term, type FtsQuery, toFtsSyntax } from './ftsQuery.ts'
import { unpublishedTerm } from './indexTerms.ts'
import { spellingIn } from './spellings.ts'
import { statement } from './statements.ts'

/** A query over the cases, in a range of document keys. */
export type RangedQuery = DocKeyRange & { ftsQuery: FtsQuery }

/** A range of document keys. */
export type DocKeyRange = { low: number; high: number }
export const fullRange: DocKeyRange = { low: 0, high: Number.MAX_SAFE_INTEGER }

/** The exact number of matching phrases. */
export function countPhrases(from: DatabaseSync, ftsQuery: FtsQuery): number {
  const sql = 'select count(*) as count from phrases where phrases match ?'
  return Number(statement(from, sql).get(toFtsSyntax(ftsQuery))?.['count'] ?? 0)
}

/** The query as the table of cases has it: a folded word in every spelling. */
const lower = (from: DatabaseSync, ftsQuery: FtsQuery) => toFtsSyntax(ftsQuery, spellingIn(from))

/**
 * A range of row ids. A JavaScript number reaches SQLite as a real number, for which FTS5 scans all rows from the first:
 * in a million rows this takes fifty times as long as the range of integers.
 */
const idBetween = 'rowid between cast(? as integer) and cast(? as integer)'

/** A range of case ids. */
type IdRange = { first: number; last: number }
const allIds: IdRange = { first: 0, last: Number.MAX_SAFE_INTEGER }

/** The ids of all cases in a range that match a query of words in order, ascending. */
export function matchingIds(from: DatabaseSync, ftsQuery: FtsQuery, { first, last } = allIds): Uint32Array {
  // One string of all ids: returning a hundred thousand rows would take longer than the search.
  const sql = `select group_concat(rowid) as ids from cases where cases match ? and ${idBetween}`
  const { ids = null } = statement(from, sql).get(lower(from, ftsQuery), first, last) ?? {}
  return typeof ids === 'string' ? readNumbers(ids) : new Uint32Array(0)
}

/** Checks single cases for a query of words in order. */
export function caseCheck(from: DatabaseSync, ftsQuery: FtsQuery): (id: number) => boolean {
  const text = lower(from, ftsQuery)
  const check = statement(from, `select 1 from cases where cases match ? and ${idBetween}`)
  return (id) => check.get(text, id, id) !== undefined
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
