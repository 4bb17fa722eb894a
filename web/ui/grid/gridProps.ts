import type { GridColumn, GridRow } from './columns.ts'

export type Sorting = { by: string; descending: boolean }

/** What a person arranges of the columns: which are put away, and how wide others are. */
export type GridLayout = { hidden: readonly string[]; widths: Readonly<Record<string, number>> }

/** The sentences of the grid; whoever uses it knows the language. */
export type GridWords = {
  loading: string
  /** Of the field that searches one column. */
  filterIn: (column: string) => string
  /** How the grid is used by keyboard, read out with it. */
  keys: string
}

export type GridProps<Row extends GridRow> = {
  label: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  /** The place of the first row among all there are, and how many those are. */
  firstRow?: number
  rowCount?: number
  layout: GridLayout
  onLayout: (layout: GridLayout) => void
  sort: Sorting | undefined
  onSort: (sort: Sorting | undefined) => void
  /** The words searched in single columns; the fields are there while they are shown. */
  columnFilters: Readonly<Record<string, string>>
  onColumnFilter: (column: string, text: string) => void
  showsFilters: boolean
  selected: number | undefined
  onSelect: (id: number) => void
  /** Enter on a cell that is not edited. */
  onOpen?: (row: Row) => void
  isLoading: boolean
  isRightToLeft: boolean
  words: GridWords
}

/** Up, then down, then as it was. */
export function nextSorting(sort: Sorting | undefined, column: string): Sorting | undefined {
  if (sort?.by !== column) return { by: column, descending: false }
  return sort.descending ? undefined : { by: column, descending: true }
}
