import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { bound, type Extent, moveFocus, type Place } from './moveFocus.ts'

/**
 * Roving tabindex: the one cell that the Tab key reaches, and how the arrows move it. A cell takes the focus as soon as
 * it is drawn.
 */
export function useGridFocus(grid: RefObject<HTMLElement | null>, extent: Extent) {
  const [wanted, setWanted] = useState<Place>({ row: 0, column: 0 })
  const active = bound(wanted, extent)
  const isDue = useRef(false)

  useEffect(() => {
    if (!isDue.current) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`)
    if (!cell) return
    isDue.current = false
    focusableIn(cell).focus()
  })

  const goTo = (place: Place) => {
    isDue.current = true
    setWanted(place)
  }

  return {
    active,
    goTo,
    /** Follows the focus where a pointer or a finger has set it. */
    follow: (place: Place) => {
      if (place.row !== active.row || place.column !== active.column) setWanted(place)
    },
    /** Answers whether the key led somewhere. */
    press: (event: KeyboardEvent) => {
      const to = moveFocus(active, event, extent)
      if (!to) return false
      event.preventDefault()
      goTo(to)
      return true
    },
  }
}

/** A cell that holds one button gives its focus to it. */
const focusableIn = (cell: HTMLElement) =>
  cell.dataset['holdsButton'] === undefined ? cell : (cell.querySelector<HTMLElement>('button') ?? cell)

/** The place of the cell in which something happened. */
export function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  const [row, column] = (cell?.dataset['place'] ?? '').split(':').map(Number)
  return row === undefined || column === undefined || Number.isNaN(row) ? undefined : { row, column }
}
