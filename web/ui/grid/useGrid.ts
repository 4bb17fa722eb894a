import { type RefObject, useEffect, useMemo } from 'react'
import { limits } from '#shared/limits.ts'
import type { GridColumn, GridProps, GridRow } from './gridProps.ts'
import { pinEditedRow, useEditing } from './useEditing.ts'
import { useGridFocus } from './useGridFocus.ts'
import { useColumnWidths, useTableColumns } from './useTableColumns.ts'

export type Grid<Row extends GridRow> = ReturnType<typeof useGrid<Row>>

const heading_px = 48
/** Rows that Page Up and Page Down pass. */
const pageStep = 10

/** A grid as it stands: its rows and columns, the cell that is edited, and the one that has the focus. */
export function useGrid<Row extends GridRow>(scroller: RefObject<HTMLElement | null>, props: GridProps<Row>) {
  const { layout, selected, isRightToLeft } = props

  const { editing, edit, close } = useEditing<Row>(scroller)
  const { rows, isAway } = useMemo(() => pinEditedRow(props.rows, editing), [props.rows, editing])
  const { shown, resize, fitAgain } = useTableColumns(props.columns, layout, props.onLayout)
  const widths = useColumnWidths(scroller, shown, layout.widths)
  const widthOf = ({ id }: GridColumn<Row>) => widths[id] ?? 0

  const headings = props.showsFilters ? 2 : 1
  const headings_px = headings * heading_px
  const extent = { rows: rows.length + headings, columns: shown.length, page: pageStep, isRightToLeft }
  const focus = useGridFocus(scroller, extent)
  useReselection(scroller, rows, selected, headings_px)

  return {
    rows,
    shown,
    widthOf,
    resize,
    fitAgain,
    /** How many rows of headings stand above the others, and how high those are in pixels. */
    headings,
    headings_px,
    focus,
    editing,
    edit,
    close,
    /** The edited row is among the rows no more, and held for its editor. */
    isAway,
  }
}

/** When other rows have come, the row that was selected stays so, and is scrolled into view again a moment later. */
function useReselection(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly GridRow[],
  selected: number | undefined,
  headings_px: number,
) {
  useEffect(() => {
    const index = selected === undefined ? -1 : rows.findIndex(({ id }) => id === selected)
    if (index < 0) return undefined
    const timer = setTimeout(() => scrollToRow(scroller.current, index, headings_px), limits.list.reselected_ms)
    return () => clearTimeout(timer)
    // Selecting a row scrolls nowhere: it is in view already.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows])
}

/** Scrolls the grid alone, never the page around it, and only as far as needed. */
function scrollToRow(box: HTMLElement | null, row: number, headings_px: number) {
  if (!box) return
  const start = row * limits.list.row_height_px
  const end = start + limits.list.row_height_px
  const height_px = box.clientHeight - headings_px
  if (start < box.scrollTop) box.scrollTop = start
  else if (end > box.scrollTop + height_px) box.scrollTop = end - height_px
}
