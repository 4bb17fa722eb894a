import type { ReactNode, Ref } from 'react'

export type Sorting = { by: string; descending: boolean }

/** The user's column layout: hidden columns and chosen widths. */
export type GridLayout = { hidden: readonly string[]; widths: Readonly<Record<string, number>> }

/** What the grid does for controls outside of it. */
export type GridHandle = {
  /** Changes the width of a shown column by `width` pixels, which may be negative. */
  resizeBy: (column: string, width: number) => void
  /** Focuses the first column filter, if they are shown. */
  focusFilters: () => void
}

/** The strings of the grid, in the language of the screen. */
type GridStrings = {
  loading: string
  /** The label of a column filter. */
  filterIn: (column: string) => string
  /** Keyboard instructions for screen readers. */
  keys: string
}

export type GridProps<Row extends GridRow> = {
  handle?: Ref<GridHandle>
  label: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  /** The index of the first row among all rows, and the number of all rows. */
  firstRow?: number
  rowCount?: number
  layout: GridLayout
  onLayout: (layout: GridLayout) => void
  /** Called with the columns that are left out for their width. */
  onLeftOut?: (columns: readonly string[]) => void
  sort: Sorting | undefined
  onSort: (sort: Sorting | undefined) => void
  /** The texts of the column filters; the inputs are rendered if `showsFilters`. */
  columnFilters: Readonly<Record<string, string>>
  onColumnFilter: (column: string, text: string) => void
  showsFilters: boolean
  selected: number | undefined
  onSelect: (id: number) => void
  /** Called on Enter in a cell that cannot be edited. */
  onOpen?: (row: Row) => void
  isLoading: boolean
  isRightToLeft: boolean
  strings: GridStrings
}

/** The next sorting on a click: ascending, descending, none. */
export function nextSorting(sort: Sorting | undefined, column: string): Sorting | undefined {
  if (sort?.by !== column) return { by: column, descending: false }
  return sort.descending ? undefined : { by: column, descending: true }
}

/** The minimum of a row: its id. */
export type GridRow = { id: number }

/** A column. The grid knows no resource: the renderers are passed in. */
export type GridColumn<Row extends GridRow> = {
  id: string
  label: string
  /** Renders a cell; a button in it takes the given tab index. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode
  /** Its share of the width relative to the others; default 1. */
  share?: number
  minWidth?: number
  maxWidth?: number
  /** It is left out where the other columns need its width, after those with a smaller number. */
  yields?: number | undefined
  /** Whether the column can be sorted, and whether it has a filter. */
  sorts?: boolean
  filters?: boolean
  /** Further attributes of the filter input. */
  filterAttributes?: Readonly<Record<string, string>>
  /** It cannot be hidden or resized, and stays in view at this end of the row. */
  fixed?: 'start' | 'end'
  /** The heading, where it is more than the label. */
  heading?: (tabIndex: 0 | -1) => ReactNode
  /** Each cell, and a heading of its own, contains one button, which takes the focus instead of the cell. */
  holdsButton?: boolean
  edit?: CellEditing<Row>
}

type CellEditing<Row extends GridRow> = {
  mayEdit: (row: Row) => boolean
  /** Renders the editor, which closes itself. `isRowAway`: the row is no longer among the rows, and pinned for the editor. */
  editor: (row: Row, onClose: () => void, isRowAway: boolean) => ReactNode
}

export const widthLimits = { min: 72, max: 900, step: 16 } as const

export const minWidthOf = ({ minWidth = 112 }: Pick<GridColumn<GridRow>, 'minWidth'>) => minWidth
export const maxWidthOf = ({ maxWidth = Infinity }: Pick<GridColumn<GridRow>, 'maxWidth'>) => maxWidth

/** Clamps a chosen width to the limits of the column. */
export const clampWidth = (column: Pick<GridColumn<GridRow>, 'maxWidth'>, width: number) =>
  Math.round(Math.min(maxWidthOf(column), widthLimits.max, Math.max(widthLimits.min, width)))
