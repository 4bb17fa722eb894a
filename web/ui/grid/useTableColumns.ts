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
import { clampWidth, type GridColumn, type GridLayout, type GridRow } from './gridProps.ts'

const features = tableFeatures({ columnSizingFeature, columnVisibilityFeature })

/** The table library manages columns only; the grid renders the rows. */
const noRows: GridRow[] = []

/** The visible columns by the user's layout, and functions to change the layout. */
export function useTableColumns<Row extends GridRow>(
  columns: readonly GridColumn<Row>[],
  layout: GridLayout,
  onLayout: (layout: GridLayout) => void,
) {
  // Stable identities of options and columns avoid rendering the cells again.
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
        onLayout({ ...layout, widths: applyUpdate(change, layout.widths) }),
    }),
    [columns, layout, onLayout],
  )
  const table = useTable(options)
  const visibleColumns = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? [])
  }, [columns, table])
  return {
    visibleColumns,
    resize: (column: GridColumn<Row>, width: number) => {
      table.setColumnSizing((widths) => ({ ...widths, [column.id]: clampWidth(column, width) }))
    },
    resetWidth: (column: GridColumn<Row>) => table.getColumn(column.id)?.resetSize(),
  }
}

const applyUpdate = <Value>(change: Updater<Value>, before: Value): Value =>
  change instanceof Function ? change(before) : change

/** The column widths, fitted to the width of the element and again when it changes. */
export function useColumnWidths<Row extends GridRow>(
  element: RefObject<HTMLElement | null>,
  columns: readonly GridColumn<Row>[],
  chosen: Readonly<Record<string, number>>,
) {
  const [width, setWidth] = useState(0)

  useLayoutEffect(() => {
    const box = element.current
    if (!box) return undefined
    const measure = () => setWidth(box.clientWidth)
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, limits.list.resize_debounce_ms)
    })
    // Measured before the first paint.
    measure()
    observer.observe(box)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element])

  return fitColumns(columns, chosen, width)
}
