import type { Row } from '#shared/calls/crud.ts'
import { foldText } from '#shared/text/fold.ts'

/** What a list that came whole is narrowed and ordered by, in the browser. */
export type LocalQuery = {
  search: string
  /** Column → what its text must hold. */
  columns: Readonly<Record<string, string>>
  sort: { by: string; descending: boolean } | undefined
}

/** How a value of a column is shown, as plain words. */
export type ShownText = (row: Row, column: string) => string

/** A row and its shown words, folded once: a hundred thousand rows are searched between two keys. */
type Prepared = { row: Row; texts: Record<string, string>; all: string }

export function prepareRows(rows: readonly Row[], columns: readonly string[], shown: ShownText): Prepared[] {
  return rows.map((row) => {
    const texts = Object.fromEntries(columns.map((column) => [column, foldText(shown(row, column))]))
    return { row, texts, all: Object.values(texts).join('\n') }
  })
}

/** Every word must stand in some column, whatever its spelling; the order of the server stays where nothing is sorted. */
export function narrowRows(rows: readonly Prepared[], { search, columns, sort }: LocalQuery): Row[] {
  const words = wordsOf(search)
  const inColumns = Object.entries(columns).map(([column, text]) => [column, wordsOf(text)] as const)
  const found = rows.filter(
    ({ all, texts }) =>
      words.every((word) => all.includes(word)) &&
      inColumns.every(([column, wanted]) => wanted.every((word) => texts[column]?.includes(word))),
  )
  return (sort ? sortRows(found, sort) : found).map(({ row }) => row)
}

/** The last u or sukun of a word is left open, as they are written either way. */
const wordsOf = (text: string) =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 2 ? word.replace(/[\u07aa\u07b0]$/, '') : word))

/** Numbers as numbers, everything else by its folded letters, whose code points are in the order of the alphabet. */
function sortRows(rows: readonly Prepared[], { by, descending }: { by: string; descending: boolean }) {
  const sign = descending ? -1 : 1
  return [...rows].sort((one, other) => sign * compare(keyOf(one, by), keyOf(other, by)) || one.row.id - other.row.id)
}

function keyOf({ row, texts }: Prepared, by: string): string | number | null {
  const value = row[by]
  if (typeof value === 'number' || value === null) return value
  // A day is kept as its year, month and day.
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : (texts[by] ?? '')
}

/** What is empty comes first when a list ascends, as the server has it. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return one < other ? -1 : 1
}
