import {
  columnSizingFeature,
  type ColumnSizingState,
  columnVisibilityFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { boundWidth, type GridColumn, type GridRow } from './columns.ts'
import type { GridLayout } from './gridProps.ts'

const features = tableFeatures({ columnSizingFeature, columnVisibilityFeature })

/** The columns hold no rows: those are drawn by what is in sight, however many there are. */
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
