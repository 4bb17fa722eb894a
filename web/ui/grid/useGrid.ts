import { type RefObject, useEffect, useMemo } from 'react'
import { limits } from '#shared/limits.ts'
import type { GridColumn, GridProps, GridRow } from './gridProps.ts'
import { pinEditedRow, useEditing } from './useEditing.ts'
import { useGridFocus } from './useGridFocus.ts'
import { useColumnWidths, useTableColumns } from './useTableColumns.ts'

export type Grid<Row extends GridRow> = ReturnType<typeof useGrid<Row>>

const headerRow_px = 48
/** Rows that Page Up and Page Down move. */
const pageStep = 10

/** The state of a grid: rows, columns, edited cell, and focused cell. */
export function useGrid<Row extends GridRow>(scroller: RefObject<HTMLElement | null>, props: GridProps<Row>) {
  const { layout, selected, isRightToLeft } = props

  const { editing, edit, close } = useEditing<Row>(scroller)
  const { rows, isRowAway } = useMemo(() => pinEditedRow(props.rows, editing), [props.rows, editing])
  const { visibleColumns, resize, resetWidth } = useTableColumns(props.columns, layout, props.onLayout)
  const widths = useColumnWidths(scroller, visibleColumns, layout.widths)
  const widthOf = ({ id }: GridColumn<Row>) => widths[id] ?? 0

  const headerRows = props.showsFilters ? 2 : 1
  const header_px = headerRows * headerRow_px
  const extent = { rows: rows.length + headerRows, columns: visibleColumns.length, page: pageStep, isRightToLeft }
  const focus = useGridFocus(scroller, extent)
  useReselection(scroller, rows, selected, header_px)

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

/** After the rows change, scrolls the selected row into view. */
function useReselection(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly GridRow[],
  selected: number | undefined,
  header_px: number,
) {
  useEffect(() => {
    const index = selected === undefined ? -1 : rows.findIndex(({ id }) => id === selected)
    if (index < 0) return undefined
    const timer = setTimeout(() => scrollToRow(scroller.current, index, header_px), limits.list.reselected_ms)
    return () => clearTimeout(timer)
    // Not on selection: a row that the user selects is in view already.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows])
}

/** Scrolls the grid, not the page, and only as far as needed. */
function scrollToRow(box: HTMLElement | null, row: number, header_px: number) {
  if (!box) return
  const start = row * limits.list.row_height_px
  const end = start + limits.list.row_height_px
  const height_px = box.clientHeight - header_px
  if (start < box.scrollTop) box.scrollTop = start
  else if (end > box.scrollTop + height_px) box.scrollTop = end - height_px
}
