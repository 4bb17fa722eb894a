import type { Row } from '#shared/calls/crud.ts'
import type { Language } from '#shared/messages.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { dayText } from '#shared/text/format/dateFormat.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { stripFinalVowel } from '#shared/text/language/stripFinalVowel.ts'
import { columnText } from '#web/fields/cells/cellText.ts'
import type { Sorting } from '#web/ui/grid/gridProps.ts'
import type { ListColumn } from './listColumns.ts'

/** A row with the folded text of each of its columns. */
type FoldedRow = { row: Row; texts: Readonly<Record<string, string>> }

export type RowFilter = { search: string; columns: Readonly<Record<string, string>>; sort: Sorting | undefined }

/** Folds by what the columns of the rows are found, as `fold_text` does in the database. */
export const foldRows = (rows: readonly Row[], columns: readonly ListColumn[], language: Language): FoldedRow[] =>
  rows.map((row) => ({
    row,
    texts: Object.fromEntries(columns.map((column) => [column.name, foldText(searchedText(column, row, language))])),
  }))

/** What the column shows, and of a day its text in both languages, in which the server finds it. */
function searchedText(column: ListColumn, row: Row, language: Language) {
  const { kind } = column.field
  const shown = columnText(column, row, language)
  const value = row[column.name]
  return (kind === 'date' || kind === 'moment') && typeof value === 'string' ? `${shown} ${dayText(value)}` : shown
}

/**
 * Filters and sorts a list that was loaded whole (at most 500 rows), with the results and the order of the server. Every word
 * of the search is in some column, and every word of a column filter is in that column.
 */
export function filterRows(rows: readonly FoldedRow[], fields: Resource['fields'], filter: RowFilter): Row[] {
  const words = wordsOf(filter.search)
  const columnWords = Object.entries(filter.columns).map(([name, text]) => [name, wordsOf(text)] as const)
  const found = rows.filter(
    ({ texts }) =>
      words.every((word) => Object.values(texts).some((text) => text.includes(word))) &&
      columnWords.every(([name, wanted]) => wanted.every((word) => texts[name]?.includes(word) ?? true)),
  )
  return (filter.sort ? sortRows(found, fields, filter.sort) : found).map(({ row }) => row)
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(stripFinalVowel)

function sortRows(rows: readonly FoldedRow[], fields: Resource['fields'], { by, descending }: Sorting) {
  const sign = descending ? -1 : 1
  return rows
    .map((folded) => ({ ...folded, key: sortKey(folded, by, fields[by]) }))
    .sort((one, other) => sign * (compare(one.key, other.key) || one.row.id - other.row.id))
}

/**
 * Numbers and dates sort as they are, choices in the order of their list, everything else by its folded text, whose code
 * points are in alphabetical order.
 */
function sortKey({ row, texts }: FoldedRow, by: string, field: Field | undefined): string | number | null {
  const value = row[field?.sortedBy ?? by]
  if (field?.kind === 'choice') return typeof value === 'string' ? field.choices.indexOf(value) : null
  // An empty text sorts as one, whatever is shown in its place.
  if (typeof value === 'number' || value === null || value === '') return value
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(value)) return value
  return texts[by] ?? ''
}

/** Nulls first in ascending order, as the server sorts. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return one < other ? -1 : 1
}
