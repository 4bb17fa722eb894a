import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { clampPosition, type Extent, moveFocus, type CellPosition } from './moveFocus.ts'

/** Roving tab index: one cell is the tab stop, keys move it. The new cell takes the focus once it is rendered. */
export function useGridFocus(grid: RefObject<HTMLElement | null>, extent: Extent) {
  const [requested, setRequested] = useState<CellPosition>({ row: 0, column: 0 })
  const active = clampPosition(requested, extent)
  const isFocusPending = useRef(false)

  useEffect(() => {
    if (!isFocusPending.current) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`)
    if (!cell) return
    isFocusPending.current = false
    focusableIn(cell).focus()
  })

  const goTo = (position: CellPosition) => {
    isFocusPending.current = true
    setRequested(position)
  }

  return {
    active,
    goTo,
    /** Makes a cell that got the focus by pointer or touch the tab stop. */
    setActive: (position: CellPosition) => {
      if (position.row !== active.row || position.column !== active.column) setRequested(position)
    },
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
