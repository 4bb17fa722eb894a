import type { ReactNode } from 'react'

export type Sorting = { by: string; descending: boolean }

/** What a person arranges of the columns: which are put away, and how wide others are. */
export type GridLayout = { hidden: readonly string[]; widths: Readonly<Record<string, number>> }

/** The sentences of the grid; whoever uses it knows the language. */
type GridWords = {
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

/** What the grid knows of a row: who it is. */
export type GridRow = { id: number }

/** A column, by what is seen of it. The grid knows no resource: whoever uses it says what a cell shows. */
export type GridColumn<Row extends GridRow> = {
  id: string
  label: string
  /** What the cell of a row shows; a button in it takes the place in the order of the Tab key that it is given. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode
  /** Its share of the width beside the others; 1 when absent. */
  share?: number
  minWidth?: number
  maxWidth?: number
  /** Whether its heading sorts, and whether words can be searched in it alone. */
  sorts?: boolean
  filters?: boolean
  /** What else the field is given in which its words are searched. */
  filterAttributes?: Readonly<Record<string, string>>
  /** Always there: it cannot be put away, and its width is not chosen. */
  fixed?: boolean
  /** Holds one button, which takes the focus instead of the cell. */
  holdsButton?: boolean
  edit?: CellEditing<Row>
}

type CellEditing<Row extends GridRow> = {
  mayEdit: (row: Row) => boolean
  /** What is typed into; it closes itself when it is done. `isAway`: the row is among the rows no more, and held for this. */
  editor: (row: Row, onClose: () => void, isAway: boolean) => ReactNode
}

export const widthLimits = { min: 72, max: 900, step: 16 } as const

export const minWidthOf = ({ minWidth = 112 }: Pick<GridColumn<GridRow>, 'minWidth'>) => minWidth
export const maxWidthOf = ({ maxWidth = Infinity }: Pick<GridColumn<GridRow>, 'maxWidth'>) => maxWidth

/** A width that a person chose, inside what the column bears. */
export const boundWidth = (column: Pick<GridColumn<GridRow>, 'maxWidth'>, width: number) =>
  Math.round(Math.min(maxWidthOf(column), widthLimits.max, Math.max(widthLimits.min, width)))
