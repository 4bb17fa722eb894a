import type { Row } from '#shared/calls/crud.ts'
import { foldText } from '#shared/text/fold.ts'
import { keepHolding, openSheet, textOf, writeCell, type WordSheet } from './wordSheet.ts'

/** What a list that came whole is narrowed and ordered by, in the browser. */
export type LocalQuery = {
  search: string
  /** Column → what its text must hold. */
  columns: Readonly<Record<string, string>>
  sort: Sorted | undefined
}

type Sorted = { by: string; descending: boolean }

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
  /** What was found last: whoever types on looks through no other rows. */
  last: Found | undefined
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

type Asked = {
  words: readonly string[]
  inColumns: readonly (readonly [column: string, words: readonly string[]])[]
  sort: Sorted | undefined
}

/** What was asked, and the places of the rows that it found, in their order. */
type Found = { asked: Asked; places: readonly number[]; rows: readonly Row[] }

/**
 * Every word must stand in some column, whatever its spelling; the order of the server stays where nothing is sorted. The
 * same rows in the same order are the same array.
 */
export function narrowRows(prepared: PreparedRows, { search, columns, sort }: LocalQuery): readonly Row[] {
  const asked: Asked = {
    words: wordsOf(search),
    inColumns: Object.entries(columns).map(([column, text]) => [column, wordsOf(text)]),
    sort,
  }
  if (asked.words.length === 0 && asked.inColumns.length === 0 && !sort) return prepared.rows
  prepared.last = find(prepared, asked)
  return prepared.last.rows
}

function find(prepared: PreparedRows, asked: Asked): Found {
  foldSome(prepared, () => false)
  const { last } = prepared
  const isWithin = last !== undefined && isSameSort(asked.sort, last.asked.sort) && narrows(asked, last.asked)
  const before = isWithin ? last.places : prepared.rows.map((_, place) => place)
  const found = placesWith(prepared, before, {
    ...asked,
    // What every row of before holds needs not be looked for again.
    words: asked.words.filter((word) => !isWithin || !last.asked.words.includes(word)),
  })
  if (isWithin && found.length === before.length) return { ...last, asked }
  const places = asked.sort && !isWithin ? sortPlaces(prepared, found, asked.sort) : found
  return { asked, places, rows: rowsAt(prepared, places) }
}

/** Those whose row holds every word in some column, and in some columns words of their own. */
function placesWith(
  { sheet, columns, rows }: PreparedRows,
  places: readonly number[],
  { words, inColumns }: Asked,
): readonly number[] {
  const wanted = [
    ...words.map((word) => ({ from: 0, to: columns.length, word })),
    ...inColumns.flatMap(([column, own]) => {
      const from = columns.indexOf(column)
      return from === -1 ? [] : own.map((word) => ({ from, to: from + 1, word }))
    }),
  ]
  if (wanted.length === 0) return places
  const marks = new Uint8Array(rows.length)
  for (const place of places) marks[place] = 1
  for (const { word, ...among } of wanted) keepHolding(sheet, marks, among, word)
  return places.filter((place) => marks[place] === 1)
}

const isSameSort = (one: Sorted | undefined, other: Sorted | undefined) =>
  one?.by === other?.by && one?.descending === other?.descending

/** Whether whatever is found now was found before: every word of before is a part of one of now. */
function narrows(now: Asked, before: Asked): boolean {
  const holds = (longer: readonly string[], shorter: readonly string[]) =>
    shorter.every((part) => longer.some((word) => word.includes(part)))
  const wanted = new Map(now.inColumns)
  return (
    holds(now.words, before.words) &&
    before.inColumns.every(([column, words]) => holds(wanted.get(column) ?? [], words))
  )
}

function rowsAt({ rows }: PreparedRows, places: readonly number[]): Row[] {
  const found: Row[] = []
  for (const place of places) {
    const row = rows[place]
    if (row) found.push(row)
  }
  return found
}

/** The last u or sukun of a word is left open, as they are written either way. */
const wordsOf = (text: string) =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 2 ? word.replace(/[\u07aa\u07b0]$/, '') : word))

/** Numbers as numbers, everything else by its folded letters, whose code points are in the order of the alphabet; as the server does. */
function sortPlaces(prepared: PreparedRows, places: readonly number[], { by, descending }: Sorted) {
  const sign = descending ? -1 : 1
  return places
    .map((place) => ({ place, key: keyOf(prepared, place, by), id: prepared.rows[place]?.id ?? 0 }))
    .sort((one, other) => sign * (compare(one.key, other.key) || one.id - other.id))
    .map(({ place }) => place)
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
