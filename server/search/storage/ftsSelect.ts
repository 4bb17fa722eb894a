import type { DatabaseSync } from 'node:sqlite'
import type { Visibility } from '#server/search/types.ts'
import { exclude, term, type FtsQuery, toFtsSyntax } from './ftsQuery.ts'
import { hasNoOrder, unpublishedTerm } from './indexTerms.ts'
import { spellingIn } from './spellings.ts'
import { statement } from './statements.ts'

/** A query over the tables of cases, in a range of document keys. */
export type RangedQuery = DocKeyRange & { ftsQuery: FtsQuery }

/** A range of document keys. */
export type DocKeyRange = { low: number; high: number }
export const fullRange: DocKeyRange = { low: 0, high: Number.MAX_SAFE_INTEGER }

/** The exact number of matching phrases. */
export function countPhrases(from: DatabaseSync, ftsQuery: FtsQuery): number {
  const sql = 'select count(*) as count from phrases where phrases match ?'
  return Number(statement(from, sql).get(toFtsSyntax(ftsQuery))?.['count'] ?? 0)
}

/** The tables of cases: words in order, and terms without order. Both have unpublished cases marked. */
type CaseTable = 'cases' | 'case_terms'

/** The table that can evaluate a query; undefined when only both together can. */
export function tableOf(ftsQuery: FtsQuery): CaseTable | undefined {
  const [table = 'case_terms', other] = new Set(tablesIn(ftsQuery))
  return other === undefined ? table : undefined
}

function tablesIn(ftsQuery: FtsQuery): CaseTable[] {
  const { kind } = ftsQuery
  if (kind === 'all' || kind === 'any') return ftsQuery.of.flatMap(tablesIn)
  if (kind === 'but') return [...tablesIn(ftsQuery.of), ...tablesIn(ftsQuery.not)]
  if (kind !== 'word' && kind !== 'prefix') return ['cases']
  if (ftsQuery.word === unpublishedTerm) return []
  return [hasNoOrder(ftsQuery.word) ? 'case_terms' : 'cases']
}

/** The query as its table has it: a folded word in every spelling. */
function lower(from: DatabaseSync, ftsQuery: FtsQuery) {
  const table = tableOf(ftsQuery)
  if (!table) throw new Error('a query of both tables of cases is evaluated by postings/evaluateQuery.ts')
  return { table, text: toFtsSyntax(ftsQuery, spellingIn(from)) }
}

/** The number of matching cases, counted up to `limit`. */
export function countUpTo(from: DatabaseSync, ftsQuery: FtsQuery, limit: number): number {
  const { table, text } = lower(from, ftsQuery)
  const sql = `select count(*) as count from (select 1 from ${table} where ${table} match ? limit ?)`
  return Number(statement(from, sql).get(text, limit)?.['count'] ?? 0)
}

/**
 * A range of row ids. A JavaScript number reaches SQLite as a real number, for which FTS5 scans all rows from the first:
 * in a million rows this takes fifty times as long as the range of integers.
 */
const idBetween = 'rowid between cast(? as integer) and cast(? as integer)'

/** A range of case ids. */
type IdRange = { first: number; last: number }
const allIds: IdRange = { first: 0, last: Number.MAX_SAFE_INTEGER }

/** The ids of all matching cases in a range, ascending. */
export function matchingIds(from: DatabaseSync, ftsQuery: FtsQuery, { first, last } = allIds): Uint32Array {
  const { table, text } = lower(from, ftsQuery)
  // One string of all ids: returning a hundred thousand rows would take longer than the search.
  const sql = `select group_concat(rowid) as ids from ${table} where ${table} match ? and ${idBetween}`
  const { ids = null } = statement(from, sql).get(text, first, last) ?? {}
  return typeof ids === 'string' ? readNumbers(ids) : new Uint32Array(0)
}

/** The ids of the matching cases, ascending; undefined for more than `limit`. */
export function matchingIdsUpTo(from: DatabaseSync, ftsQuery: FtsQuery, limit: number): Uint32Array | undefined {
  const { table, text } = lower(from, ftsQuery)
  const sql = `
    select count(*) as count, group_concat(id) as ids
      from (select rowid as id from ${table} where ${table} match ? limit ?)`
  const { count, ids } = statement(from, sql).get(text, limit + 1) ?? {}
  if (Number(count) > limit) return undefined
  return typeof ids === 'string' ? readNumbers(ids) : new Uint32Array(0)
}

/** Checks single cases for a query. */
export function caseCheck(from: DatabaseSync, ftsQuery: FtsQuery): (id: number) => boolean {
  const { table, text } = lower(from, ftsQuery)
  const check = statement(from, `select 1 from ${table} where ${table} match ? and ${idBetween}`)
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

/** Whether any visible case matches; for a query of one table. */
export const hasMatch = (from: DatabaseSync, ftsQuery: FtsQuery, visibility: Visibility) =>
  countUpTo(from, restrictToVisible(ftsQuery, visibility), 1) > 0
