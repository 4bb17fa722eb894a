import { boundWidth, type GridColumn, type GridRow, maxWidthOf, minWidthOf } from './gridProps.ts'

type Measured = Pick<GridColumn<GridRow>, 'id' | 'share' | 'minWidth' | 'maxWidth'>

/**
 * The widths of the columns in pixels: what a person chose stays, the others share what is left by their shares, none
 * under its least and none over its most. Wider than the room they only are when it has no place for their least.
 */
export function fitColumns(
  columns: readonly Measured[],
  chosen: Readonly<Record<string, number>>,
  room: number,
): Record<string, number> {
  const widths: Record<string, number> = {}
  for (const column of columns) {
    const own = chosen[column.id]
    if (own !== undefined) widths[column.id] = boundWidth(column, own)
  }
  let open = columns.filter(({ id }) => widths[id] === undefined)
  // A column that meets its least or its most keeps it; the rest is shared anew among the others.
  while (open.length > 0) {
    const left = room - sumOf(Object.values(widths))
    const shares = sumOf(open.map(shareOf))
    const wanted = (column: Measured) => Math.floor((left * shareOf(column)) / shares)
    const under = open.filter((column) => wanted(column) < minWidthOf(column))
    const over = under.length > 0 ? [] : open.filter((column) => wanted(column) > maxWidthOf(column))
    for (const column of under) widths[column.id] = minWidthOf(column)
    for (const column of over) widths[column.id] = maxWidthOf(column)
    if (under.length === 0 && over.length === 0) for (const column of open) widths[column.id] = wanted(column)
    open = open.filter(({ id }) => widths[id] === undefined)
  }
  return widths
}

const shareOf = ({ share = 1 }: Measured) => share
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
