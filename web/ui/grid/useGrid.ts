import { type RefObject, useMemo } from 'react'
import type { GridColumn, GridProps, GridRow } from './gridProps.ts'
import { pinEditedRow, useEditing } from './useEditing.ts'
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
  const { fittedColumns: visibleColumns, widths } = useFittedColumns(scroller, chosenColumns, layout.widths)
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
