import { clampWidth, type GridColumn, type GridRow, maxWidthOf, minWidthOf } from './gridProps.ts'

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
