import type { Row } from '#shared/calls/crud.ts'
import { foldText } from '#shared/text/fold.ts'

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

/** Rows and their shown words. What is folded is kept: a hundred thousand rows are searched between two keys. */
export type PreparedRows = {
  rows: readonly Row[]
  columns: readonly string[]
  shown: ShownText
  /** By the place of the row; a row that nobody has searched in yet is not folded. */
  folded: (Folded | undefined)[]
  /** What words were folded to, of those that came first. */
  known: Map<string, string>
}

/** The words of a row by column, and all of them, for a word may stand in any. */
type Folded = { texts: Record<string, string>; all: string }

export const prepareRows = (rows: readonly Row[], columns: readonly string[], shown: ShownText): PreparedRows => ({
  rows,
  columns,
  shown,
  folded: new Array<Folded | undefined>(rows.length),
  known: new Map(),
})

function foldedAt(prepared: PreparedRows, place: number): Folded {
  return (prepared.folded[place] ??= foldRow(prepared, place))
}

function foldRow({ rows, columns, shown, known }: PreparedRows, place: number): Folded {
  const row = rows[place]
  const texts = Object.fromEntries(columns.map((column) => [column, row ? foldOnce(known, shown(row, column)) : '']))
  return { texts, all: Object.values(texts).join('\n') }
}

/** The names of courts and types come again and again. */
function foldOnce(known: Map<string, string>, text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const folded = foldText(text)
  if (known.size < mostKnown) known.set(text, folded)
  return folded
}

const mostKnown = 5000

/** Folds the next rows from a place on, for at most that long. Answers the place where it goes on. */
export function foldSome(prepared: PreparedRows, from: number, until: () => boolean): number {
  let place = from
  for (; place < prepared.rows.length && !until(); place += 1) foldedAt(prepared, place)
  return place
}

/** Every word must stand in some column, whatever its spelling; the order of the server stays where nothing is sorted. */
export function narrowRows(prepared: PreparedRows, { search, columns, sort }: LocalQuery): readonly Row[] {
  const words = wordsOf(search)
  const inColumns = Object.entries(columns).map(([column, text]) => [column, wordsOf(text)] as const)
  const isFound = ({ all, texts }: Folded) =>
    words.every((word) => all.includes(word)) &&
    inColumns.every(([column, wanted]) => wanted.every((word) => texts[column]?.includes(word)))
  if (words.length === 0 && inColumns.length === 0 && !sort) return prepared.rows

  const places: number[] = []
  for (let place = 0; place < prepared.rows.length; place += 1)
    if (isFound(foldedAt(prepared, place))) places.push(place)
  return rowsAt(prepared, sort ? sortPlaces(prepared, places, sort) : places)
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

/** Numbers as numbers, everything else by its folded letters, whose code points are in the order of the alphabet. */
function sortPlaces(prepared: PreparedRows, places: readonly number[], { by, descending }: Sorted) {
  const sign = descending ? -1 : 1
  return places
    .map((place) => ({ place, key: keyOf(prepared, place, by), id: prepared.rows[place]?.id ?? 0 }))
    .sort((one, other) => sign * compare(one.key, other.key) || one.id - other.id)
    .map(({ place }) => place)
}

function keyOf(prepared: PreparedRows, place: number, by: string): string | number | null {
  const value = prepared.rows[place]?.[by]
  if (typeof value === 'number' || value === null) return value
  // A day is kept as its year, month and day, with its hour behind it.
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(value)) return value
  return foldedAt(prepared, place).texts[by] ?? ''
}

/** What is empty comes first when a list ascends, as the server has it. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return one < other ? -1 : 1
}
