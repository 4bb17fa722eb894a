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
import { columnsThatFit, fitColumns } from './fitColumns.ts'
import { clampWidth, type GridColumn, type GridLayout, type GridRow } from './gridProps.ts'

const features = tableFeatures({ columnSizingFeature, columnVisibilityFeature })

/** The table library manages columns only; the grid renders the rows. */
const noRows: GridRow[] = []

/** The columns that the user's layout shows, and functions to change the layout. */
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
      columns: columns.map(({ id, label, fixed }) => ({ id, header: label, enableHiding: !fixed })),
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
  const chosenColumns = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? [])
  }, [columns, table])
  return {
    chosenColumns,
    resize: (column: GridColumn<Row>, width: number) => {
      table.setColumnSizing((widths) => ({ ...widths, [column.id]: clampWidth(column, width) }))
    },
    resetWidth: (column: GridColumn<Row>) => table.getColumn(column.id)?.resetSize(),
  }
}

const applyUpdate = <Value>(change: Updater<Value>, before: Value): Value =>
  change instanceof Function ? change(before) : change

/** The columns that fit into the element, and their widths; fitted again when its width changes. */
export function useFittedColumns<Row extends GridRow>(
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

  const fittedColumns = columnsThatFit(columns, chosen, width)
  return { fittedColumns, widths: fitColumns(fittedColumns, chosen, width) }
}
