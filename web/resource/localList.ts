import type { Row } from '#shared/calls/crud.ts'
import { foldText } from '#shared/text/fold.ts'
import type { LocalSearch } from './localSearch.ts'
import { openSheet, textOf, writeCell, type WordSheet } from './wordSheet.ts'

/** What a list that came whole is narrowed and ordered by, in the browser. */
export type LocalQuery = {
  search: string
  /** Column → what its text must hold. */
  columns: Readonly<Record<string, string>>
  sort: Sorted | undefined
}

export type Sorted = { by: string; descending: boolean }

/** How a value of a column is shown, as plain words. */
export type ShownText = (row: Row, column: string) => string

/** Rows and their shown words. What is folded and found is kept: a hundred thousand rows are searched between two keys. */
export type PreparedRows = {
  rows: readonly Row[]
  columns: readonly string[]
  shown: ShownText
  /** Columns that are sorted by something else of their row. */
  order: ReadonlyMap<string, string>
  /** Row by row, column by column, as far as the rows are folded. */
  sheet: WordSheet
  /** What words were folded to, of those that came first. */
  known: Map<string, string>
  /** What was looked for last: whoever types on looks through no other rows. */
  last: LocalSearch | undefined
  /** The places of all rows in the order that was asked for last. */
  sorted: { sort: Sorted; places: Uint32Array } | undefined
}

export const prepareRows = (
  rows: readonly Row[],
  columns: readonly string[],
  shown: ShownText,
  order: ReadonlyMap<string, string> = new Map(),
): PreparedRows => ({
  rows,
  columns,
  shown,
  order,
  sheet: openSheet(rows.length, columns.length),
  known: new Map(),
  last: undefined,
  sorted: undefined,
})

/** The names of courts and types come again and again. */
function foldOnce(known: Map<string, string>, text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const folded = foldText(text)
  if (known.size < mostKnown) known.set(text, folded)
  return folded
}

const mostKnown = 5000

/** Folds the rows that are not folded yet, until it is enough. Answers whether all are. */
export function foldSome({ rows, columns, shown, sheet, known }: PreparedRows, isEnough: () => boolean): boolean {
  while (sheet.cells < rows.length * columns.length) {
    const row = rows[sheet.cells / columns.length]
    for (const column of columns) writeCell(sheet, row ? foldOnce(known, shown(row, column)) : '')
    if (isEnough()) break
  }
  return sheet.cells === rows.length * columns.length
}

export const isSameSort = (one: Sorted | undefined, other: Sorted | undefined) =>
  one?.by === other?.by && one?.descending === other?.descending

/** The places of all rows in an order. */
export function sortedPlaces(prepared: PreparedRows, sort: Sorted): Uint32Array {
  if (!prepared.sorted || !isSameSort(prepared.sorted.sort, sort))
    prepared.sorted = { sort, places: sortPlaces(prepared, sort) }
  return prepared.sorted.places
}

/** Numbers as numbers, everything else by its folded letters, whose code points are in the order of the alphabet; as the server does. */
function sortPlaces(prepared: PreparedRows, { by, descending }: Sorted): Uint32Array {
  const sign = descending ? -1 : 1
  const keyed = prepared.rows
    .map(({ id }, place) => ({ place, key: keyOf(prepared, place, by), id }))
    .sort((one, other) => sign * (compare(one.key, other.key) || one.id - other.id))
  return Uint32Array.from(keyed, ({ place }) => place)
}

function keyOf({ rows, columns, sheet, order }: PreparedRows, place: number, by: string): string | number | null {
  const value = rows[place]?.[order.get(by) ?? by]
  if (typeof value === 'number' || value === null) return value
  // A day is kept as its year, month and day, with its hour behind it.
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(value)) return value
  return columns.includes(by) ? textOf(sheet, place * columns.length + columns.indexOf(by)) : ''
}

/** What is empty comes first when a list ascends, as the server has it. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return one < other ? -1 : 1
}
