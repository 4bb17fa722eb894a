/** A position in the grid: 0-based, header rows included. */
export type CellPosition = { row: number; column: number }

export type Extent = {
  rows: number
  columns: number
  /** The rows that Page Up and Page Down move. */
  page: number
  isRightToLeft: boolean
}

type KeyPress = { key: string; ctrlKey: boolean }

type Move = (position: CellPosition, extent: Extent) => Partial<CellPosition>

const moves: Record<string, Move> = {
  ArrowDown: ({ row }) => ({ row: row + 1 }),
  ArrowUp: ({ row }) => ({ row: row - 1 }),
  Forward: ({ column }) => ({ column: column + 1 }),
  Back: ({ column }) => ({ column: column - 1 }),
  Home: () => ({ column: 0 }),
  End: (_place, { columns }) => ({ column: columns - 1 }),
  'Ctrl+Home': () => ({ row: 0, column: 0 }),
  'Ctrl+End': (_place, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
  PageDown: ({ row }, { page }) => ({ row: row + page }),
  PageUp: ({ row }, { page }) => ({ row: row - page }),
}

/** The position that a key moves the focus to, or undefined. Left and right follow the reading direction. */
export function moveFocus(
  position: CellPosition,
  { key, ctrlKey }: KeyPress,
  extent: Extent,
): CellPosition | undefined {
  const logicalKeys: Record<string, string> = extent.isRightToLeft
    ? { ArrowLeft: 'Forward', ArrowRight: 'Back' }
    : { ArrowRight: 'Forward', ArrowLeft: 'Back' }
  const name = logicalKeys[key] ?? (ctrlKey ? `Ctrl+${key}` : key)
  const move = key === 'Forward' || key === 'Back' ? undefined : moves[name]
  if (!move) return undefined
  return clampPosition({ ...position, ...move(position, extent) }, extent)
}

/** Clamps a position to the grid. */
export const clampPosition = (
  { row, column }: CellPosition,
  { rows, columns }: Pick<Extent, 'rows' | 'columns'>,
): CellPosition => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
})
