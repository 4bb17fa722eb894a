import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { type GridProps, type GridRow, nextSorting } from './gridProps.ts'
import type { Place } from './moveFocus.ts'
import type { Grid } from './useGrid.ts'
import { placeOf } from './useGridFocus.ts'

type Standing<Row extends GridRow> = Pick<Grid<Row>, 'rows' | 'shown' | 'headings' | 'focus' | 'editing' | 'edit'>

type Wishes<Row extends GridRow> = Pick<GridProps<Row>, 'sort' | 'onSort' | 'onSelect' | 'onOpen'>

/** What keys and the pointer do in the grid. What happens in a menu or a dialog above it is not the grid's. */
export function useGridKeys<Row extends GridRow>(wishes: Wishes<Row>, grid: Standing<Row>) {
  const { headings, focus } = grid
  const { edit, select, byKey } = cellActs(wishes, grid)

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!isOwn(event) || event.defaultPrevented) return
      if (grid.editing) {
        if (event.key === 'Escape') grid.edit(undefined)
        return
      }
      if (focus.press(event)) return
      const act = isButton(event.target) ? undefined : byKey[event.key]
      if (!act) return
      event.preventDefault()
      act(focus.active)
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const place = isOwn(event) ? placeOf(event.target) : undefined
      if (place) focus.follow(place)
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const place = isOwn(event) ? placeOf(event.target) : undefined
      if (place) select(place)
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const place = isOwn(event) ? placeOf(event.target) : undefined
      if (place && place.row >= headings) edit(place)
    },
  }
}

/** What can be done at a place of the grid, and the keys that do it. */
function cellActs<Row extends GridRow>({ sort, onSort, onSelect, onOpen }: Wishes<Row>, grid: Standing<Row>) {
  const { rows, shown, headings } = grid
  const at = ({ row, column }: Place) => ({ row: rows[row - headings], column: shown[column] })

  /** Answers whether the cell is one that can be edited. */
  const edit = (place: Place) => {
    const { row, column } = at(place)
    if (!row || !column?.edit?.mayEdit(row)) return false
    grid.edit({ row, index: place.row - headings, column: column.id })
    return true
  }

  const enter = (place: Place) => {
    const { row, column } = at(place)
    if (place.row === 0 && column?.sorts) onSort(nextSorting(sort, column.id))
    else if (!edit(place) && row) onOpen?.(row)
  }

  /** Answers whether a row stands there. */
  const select = (place: Place) => {
    const { row } = at(place)
    if (row) onSelect(row.id)
    return row !== undefined
  }

  const byKey: Record<string, (place: Place) => void> = {
    Enter: enter,
    F2: edit,
    ' ': (place) => {
      if (!select(place) && place.row === 0) enter(place)
    },
  }
  return { edit, select, byKey }
}

type Happening = { currentTarget: HTMLElement; target: EventTarget }

const isOwn = ({ currentTarget, target }: Happening) => target instanceof Node && currentTarget.contains(target)
const isButton = (target: EventTarget) => target instanceof Element && target.closest('button') !== null
