import { type RefObject, useMemo } from 'react'
import type { GridColumn, GridRow } from './columns.ts'
import type { GridProps } from './gridProps.ts'
import { heldRows } from './heldRows.ts'
import { scrollFor } from './inSight.ts'
import { useColumnWidths } from './useColumnWidths.ts'
import { useEditing } from './useEditing.ts'
import { useGridFocus } from './useGridFocus.ts'
import { useReselection } from './useReselection.ts'
import { useTableColumns } from './useTableColumns.ts'

export type Grid<Row extends GridRow> = ReturnType<typeof useGrid<Row>>

const heading_px = 48
/** Rows that Page Up and Page Down pass. */
const pageStep = 10

/** A grid as it stands: its rows and columns, the cell that is edited, and the one that has the focus. */
export function useGrid<Row extends GridRow>(scroller: RefObject<HTMLElement | null>, props: GridProps<Row>) {
  const { layout, selected, isRightToLeft } = props

  const { editing, edit, close } = useEditing<Row>(scroller)
  const { rows, isAway } = useMemo(() => heldRows(props.rows, editing), [props.rows, editing])
  const { shown, resize, fitAgain } = useTableColumns(props.columns, layout, props.onLayout)
  const widths = useColumnWidths(scroller, shown, layout.widths)
  const widthOf = ({ id }: GridColumn<Row>) => widths[id] ?? 0

  const headings = props.showsFilters ? 2 : 1
  const headings_px = headings * heading_px
  const bringIntoSight = (row: number) => scrollToRow(scroller.current, row, headings_px)
  const extent = { rows: rows.length + headings, columns: shown.length, page: pageStep, isRightToLeft }
  const focus = useGridFocus(scroller, extent, { scrollTo: (row) => bringIntoSight(row - headings) })
  useReselection(rows, selected, bringIntoSight)

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

function scrollToRow(box: HTMLElement | null, row: number, headings_px: number) {
  if (box) box.scrollTop = scrollFor(Math.max(0, row), box.scrollTop, box.clientHeight - headings_px)
}
