import {
  columnSizingFeature,
  type ColumnSizingState,
  columnVisibilityFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { fitColumns } from './fitColumns.ts'
import { boundWidth, type GridColumn, type GridLayout, type GridRow } from './gridProps.ts'

const features = tableFeatures({ columnSizingFeature, columnVisibilityFeature })

/** The table arranges columns alone; the rows are drawn by the grid. */
const noRows: GridRow[] = []

/** The columns as a person has arranged them, and the ways to arrange them otherwise. */
export function useTableColumns<Row extends GridRow>(
  columns: readonly GridColumn<Row>[],
  layout: GridLayout,
  onLayout: (layout: GridLayout) => void,
) {
  // What stays the same is not drawn anew: neither the options nor the columns are others at each drawing.
  const options = useMemo(
    () => ({
      features,
      data: noRows,
      columns: columns.map(({ id, label, fixed = false }) => ({ id, header: label, enableHiding: !fixed })),
      state: {
        columnSizing: layout.widths,
        columnVisibility: Object.fromEntries(layout.hidden.map((id) => [id, false])),
      },
      onColumnSizingChange: (change: Updater<ColumnSizingState>) =>
        onLayout({ ...layout, widths: changed(change, layout.widths) }),
    }),
    [columns, layout, onLayout],
  )
  const table = useTable(options)
  const shown = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? [])
  }, [columns, table])
  return {
    shown,
    resize: (column: GridColumn<Row>, width: number) => {
      table.setColumnSizing((widths) => ({ ...widths, [column.id]: boundWidth(column, width) }))
    },
    fitAgain: (column: GridColumn<Row>) => table.getColumn(column.id)?.resetSize(),
  }
}

const changed = <Value>(change: Updater<Value>, before: Value): Value =>
  change instanceof Function ? change(before) : change

/** The widths of the columns, fitted to the room of the element and fitted again when that changes. */
export function useColumnWidths<Row extends GridRow>(
  element: RefObject<HTMLElement | null>,
  columns: readonly GridColumn<Row>[],
  chosen: Readonly<Record<string, number>>,
) {
  const [room, setRoom] = useState(0)

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return undefined
    const measure = () => setRoom(box.clientWidth)
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, limits.list.resize_debounce_ms)
    })
    // The first look comes before anything is painted.
    measure()
    observer.observe(box)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element])

  return fitColumns(columns, chosen, room)
}
