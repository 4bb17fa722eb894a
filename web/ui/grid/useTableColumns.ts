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
import { clampWidth, type GridColumn, type GridLayout, type GridRow, maxWidthOf, minWidthOf } from './gridProps.ts'

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
  // Before it is measured, all columns are too wide.
  const leftOut = width === 0 ? [] : columns.filter((column) => !fittedColumns.includes(column)).map(({ id }) => id)
  return { fittedColumns, leftOut, widths: fitColumns(fittedColumns, chosen, width) }
}

type ColumnMeasures = Pick<GridColumn<GridRow>, 'id' | 'share' | 'minWidth' | 'maxWidth'>

/** The columns to show: those that yield are left out, one after the other, until the others fit into the available width. */
export function columnsThatFit<Column extends ColumnMeasures & Pick<GridColumn<GridRow>, 'yields'>>(
  columns: readonly Column[],
  chosen: Readonly<Record<string, number>>,
  availableWidth: number,
): readonly Column[] {
  const smallestWidth = sumOf(columns.map((column) => chosen[column.id] ?? minWidthOf(column)))
  const yielding = columns.filter(({ yields }) => yields !== undefined)
  if (smallestWidth <= availableWidth || yielding.length === 0) return columns
  const first = Math.min(...yielding.map(({ yields = Infinity }) => yields))
  return columnsThatFit(
    columns.filter(({ yields }) => yields !== first),
    chosen,
    availableWidth,
  )
}

/**
 * The column widths in pixels: chosen widths stay, the other columns divide the rest by their shares, within their
 * minimum and maximum. The total exceeds the available width only if the minimum widths do.
 */
export function fitColumns(
  columns: readonly ColumnMeasures[],
  chosen: Readonly<Record<string, number>>,
  availableWidth: number,
): Record<string, number> {
  const widths: Record<string, number> = {}
  for (const column of columns) {
    const chosenWidth = chosen[column.id]
    if (chosenWidth !== undefined) widths[column.id] = clampWidth(column, chosenWidth)
  }
  let remaining = columns.filter(({ id }) => widths[id] === undefined)
  // A column that reaches its minimum or maximum keeps it; the rest is divided again among the others.
  while (remaining.length > 0) {
    const remainingWidth = availableWidth - sumOf(Object.values(widths))
    const shares = sumOf(remaining.map(shareOf))
    const shareWidth = (column: ColumnMeasures) => Math.floor((remainingWidth * shareOf(column)) / shares)
    const under = remaining.filter((column) => shareWidth(column) < minWidthOf(column))
    const over = under.length > 0 ? [] : remaining.filter((column) => shareWidth(column) > maxWidthOf(column))
    for (const column of under) widths[column.id] = minWidthOf(column)
    for (const column of over) widths[column.id] = maxWidthOf(column)
    if (under.length === 0 && over.length === 0) for (const column of remaining) widths[column.id] = shareWidth(column)
    remaining = remaining.filter(({ id }) => widths[id] === undefined)
  }
  return widths
}

const shareOf = ({ share = 1 }: ColumnMeasures) => share
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
