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

/** Rows and their shown words. What is folded and found is kept: a hundred thousand rows are searched between two keys. */
export type PreparedRows = {
  rows: readonly Row[]
  columns: readonly string[]
  shown: ShownText
  /** By the place of the row; a row that nobody has searched in yet is not folded. */
  folded: (Folded | undefined)[]
  /** What words were folded to, of those that came first. */
  known: Map<string, string>
  /** What was found last: whoever types on looks through no other rows. */
  last: Found | undefined
}

/** The words of a row by column, and all of them, for a word may stand in any. */
type Folded = { texts: Record<string, string>; all: string }

export const prepareRows = (rows: readonly Row[], columns: readonly string[], shown: ShownText): PreparedRows => ({
  rows,
  columns,
  shown,
  folded: new Array<Folded | undefined>(rows.length),
  known: new Map(),
  last: undefined,
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
  const { last } = prepared
  const isWithin = last !== undefined && isSameSort(asked.sort, last.asked.sort) && narrows(asked, last.asked)
  const before = isWithin ? last.places : prepared.rows.map((_, place) => place)
  // What every row of before holds needs not be looked for again.
  const words = asked.words.filter((word) => !isWithin || !last.asked.words.includes(word))
  const found = before.filter((place) => isFound(foldedAt(prepared, place), { words, inColumns: asked.inColumns }))
  if (isWithin && found.length === before.length) return { ...last, asked }
  const places = asked.sort && !isWithin ? sortPlaces(prepared, found, asked.sort) : found
  return { asked, places, rows: rowsAt(prepared, places) }
}

const isFound = ({ all, texts }: Folded, { words, inColumns }: Omit<Asked, 'sort'>) =>
  words.every((word) => all.includes(word)) &&
  inColumns.every(([column, wanted]) => wanted.every((word) => texts[column]?.includes(word)))

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
