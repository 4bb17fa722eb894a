import { type RefObject, useMemo, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GridColumn, GridProps, GridRow } from './gridProps.ts'
import { useGridFocus } from './useGridFocus.ts'
import { useFittedColumns, useTableColumns } from './useTableColumns.ts'

export type Grid<Row extends GridRow> = ReturnType<typeof useGrid<Row>>

const headerRow_px = 48
/** Rows that Page Up and Page Down move. */
const pageStep = 10

/** The state of a grid: rows, columns, edited cell, and focused cell. */
export function useGrid<Row extends GridRow>(scroller: RefObject<HTMLElement | null>, props: GridProps<Row>) {
  const { layout, isRightToLeft } = props

  const { editing, edit, close } = useEditing<Row>(scroller)
  const { rows, isRowAway } = useMemo(() => pinEditedRow(props.rows, editing), [props.rows, editing])
  const { chosenColumns, resize, resetWidth } = useTableColumns(props.columns, layout, props.onLayout)
  const columns = withoutYielding(chosenColumns, props.columnFilters)
  const { fittedColumns: visibleColumns, leftOut, widths } = useFittedColumns(scroller, columns, layout.widths)
  useLeftOut(leftOut, props.onLeftOut)
  const widthOf = ({ id }: GridColumn<Row>) => widths[id] ?? 0

  const headerRows = props.showsFilters ? 2 : 1
  const header_px = headerRows * headerRow_px
  const extent = { rows: rows.length + headerRows, columns: visibleColumns.length, page: pageStep, isRightToLeft }
  const focus = useGridFocus(scroller, extent)

  return {
    rows,
    visibleColumns,
    widthOf,
    resize,
    resetWidth,
    /** The number of header rows, and their height in pixels. */
    headerRows,
    header_px,
    focus,
    editing,
    edit,
    close,
    /** The edited row is no longer among the rows, and pinned for its editor. */
    isRowAway,
  }
}

/** Reports the columns that are left out for their width, when they change. */
function useLeftOut(columns: readonly string[], onLeftOut: ((columns: readonly string[]) => void) | undefined) {
  const key = columns.join(' ')
  const report = useEffectEvent(() => onLeftOut?.(columns))
  useEffect(() => report(), [key])
}

/** A column with a filter is not left out for its width: it would filter where no user sees it. */
export const withoutYielding = <Column extends Pick<GridColumn<GridRow>, 'id' | 'yields'>>(
  columns: readonly Column[],
  filters: Readonly<Record<string, string>>,
) => columns.map((column) => (filters[column.id] ? { ...column, yields: undefined } : column))

/** The edited cell: its column, and its row and row index when the editing began. */
export type Editing<Row extends GridRow> = { row: Row; index: number; column: string }

/** The state of cell editing. When the editor closes, the focus returns to the cell. */
function useEditing<Row extends GridRow>(grid: RefObject<HTMLElement | null>) {
  const [editing, setEditing] = useState<Editing<Row>>()
  const edited = useRef<Editing<Row>>(undefined)

  useEffect(() => {
    if (editing) {
      edited.current = editing
      return
    }
    if (!edited.current) return
    const { row, column } = edited.current
    edited.current = undefined
    if (document.activeElement && document.activeElement !== document.body) return
    // The row was pinned where its editing began, and can be elsewhere now.
    const cell = grid.current?.querySelector<HTMLElement>(`[data-row="${row.id}"] [data-column="${column}"]`)
    ;(cell ?? grid.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]'))?.focus()
  }, [editing, grid])

  /** Ends this editing, not a later one: a save can end after its editor was left by Escape. */
  const close = useCallback(() => setEditing((current) => (current === editing ? undefined : current)), [editing])
  return { editing, edit: setEditing, close }
}

/**
 * Pins the edited row at its index: if it were sorted elsewhere or removed by another user, its editor would unmount and
 * lose what was typed. `isRowAway`: it is no longer among the rows.
 */
export function pinEditedRow<Row extends GridRow>(rows: readonly Row[], editing: Editing<Row> | undefined) {
  if (!editing) return { rows, isRowAway: false }
  const { row, index } = editing
  const current = rows.find(({ id }) => id === row.id)
  const others = rows.filter((one) => one !== current)
  return { rows: others.toSpliced(Math.min(index, others.length), 0, current ?? row), isRowAway: current === undefined }
}
