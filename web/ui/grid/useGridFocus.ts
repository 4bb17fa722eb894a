import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Roving tab index: one cell is the tab stop, keys move it. The new cell takes the focus once it is rendered. A cell that has
 * the focus is the tab stop where its row moves too: another user adds a row above it.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>, extent: Extent) {
  const [requested, setRequested] = useState<CellPosition>({ row: 0, column: 0 })
  const active = clampPosition(requested, extent)
  const isFocusPending = useRef(false)
  const setActive = (position: CellPosition) => {
    if (position.row !== active.row || position.column !== active.column) setRequested(position)
  }

  useEffect(() => {
    if (!isFocusPending.current) {
      const focused = grid.current?.contains(document.activeElement) ? document.activeElement : null
      setActive((focused && cellPositionOf(focused)) ?? active)
      return
    }
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`)
    if (!cell) return
    isFocusPending.current = false
    focusableIn(cell).focus({ preventScroll: true })
    // By itself a browser is content with a part of the cell.
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const goTo = (position: CellPosition) => {
    isFocusPending.current = true
    setRequested(position)
  }

  return {
    active,
    goTo,
    /** Makes a cell that got the focus by pointer or touch the tab stop. */
    setActive,
    /** Returns whether the key moved the focus. */
    handleKey: (event: KeyboardEvent) => {
      const target = moveFocus(active, event, extent)
      if (!target) return false
      event.preventDefault()
      goTo(target)
      return true
    },
  }
}

/** The element of a cell that takes the focus: its button, if it `holdsButton`. */
const focusableIn = (cell: HTMLElement) =>
  cell.dataset['holdsButton'] === undefined ? cell : (cell.querySelector<HTMLElement>('button') ?? cell)

/** The position of the cell that contains an event target. */
export function cellPositionOf(target: EventTarget): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = (cell?.dataset['cell'] ?? '').split(':').map(Number)
  return row === undefined || column === undefined || Number.isNaN(row) ? undefined : { row, column }
}

/** A position in the grid: 0-based, header rows included. */
export type CellPosition = { row: number; column: number }

type Extent = {
  rows: number
  columns: number
  /** The rows that Page Up and Page Down move. */
  page: number
  isRightToLeft: boolean
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>

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

/**
 * The position that a key moves the focus to, or undefined. Left and right follow the reading direction. With Alt or Meta the
 * keys are those of the browser: back, forward.
 */
export function moveFocus(
  position: CellPosition,
  { key, ctrlKey, altKey, metaKey }: KeyPress,
  extent: Extent,
): CellPosition | undefined {
  if (altKey || metaKey) return undefined
  const logicalKeys: Record<string, string> = extent.isRightToLeft
    ? { ArrowLeft: 'Forward', ArrowRight: 'Back' }
    : { ArrowRight: 'Forward', ArrowLeft: 'Back' }
  const name = logicalKeys[key] ?? (ctrlKey ? `Ctrl+${key}` : key)
  const move = key === 'Forward' || key === 'Back' ? undefined : moves[name]
  if (!move) return undefined
  return clampPosition({ ...position, ...move(position, extent) }, extent)
}

/** Clamps a position to the grid. */
const clampPosition = (
  { row, column }: CellPosition,
  { rows, columns }: Pick<Extent, 'rows' | 'columns'>,
): CellPosition => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
})
