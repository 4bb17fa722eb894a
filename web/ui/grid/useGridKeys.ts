import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import type { GridColumn, GridRow } from './columns.ts'
import { type GridProps, nextSorting } from './gridProps.ts'
import type { Place } from './moveFocus.ts'
import type { Editing } from './useEditing.ts'
import { type GridFocus, placeOf } from './useGridFocus.ts'

type Standing<Row extends GridRow> = {
  shown: readonly GridColumn<Row>[]
  headings: number
  focus: GridFocus
  editing: Editing<Row> | undefined
  onEdit: (cell: Editing<Row> | undefined) => void
}

type Grid<Row extends GridRow> = Pick<GridProps<Row>, 'rows' | 'sort' | 'onSort' | 'onSelect' | 'onOpen'>

/** What keys and the pointer do in the grid. What happens in a menu or a dialog above it is not the grid's. */
export function useGridKeys<Row extends GridRow>(grid: Grid<Row>, standing: Standing<Row>) {
  const { shown, headings, focus, editing, onEdit } = standing
  const at = ({ row, column }: Place) => ({ row: grid.rows[row - headings], column: shown[column] })

  /** Answers whether the cell is one that can be edited. */
  const edit = (place: Place) => {
    const { row, column } = at(place)
    if (!row || !column?.edit?.mayEdit(row)) return false
    onEdit({ row, index: place.row - headings, column: column.id })
    return true
  }

  const enter = (place: Place) => {
    const { row, column } = at(place)
    if (place.row === 0 && column?.sorts) grid.onSort(nextSorting(grid.sort, column.id))
    else if (!edit(place) && row) grid.onOpen?.(row)
  }

  const acts: Record<string, (place: Place) => void> = {
    Enter: enter,
    F2: edit,
    ' ': (place) => {
      const { row } = at(place)
      if (row) grid.onSelect(row.id)
      else if (place.row === 0) enter(place)
    },
  }

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!isOwn(event) || event.defaultPrevented) return
      if (editing) {
        if (event.key === 'Escape') onEdit(undefined)
        return
      }
      if (focus.press(event)) return
      const act = isButton(event.target) ? undefined : acts[event.key]
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
      const row = place && at(place).row
      if (row) grid.onSelect(row.id)
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      const place = isOwn(event) ? placeOf(event.target) : undefined
      if (place && place.row >= headings) edit(place)
    },
  }
}

type Happening = { currentTarget: HTMLElement; target: EventTarget }

const isOwn = ({ currentTarget, target }: Happening) => target instanceof Node && currentTarget.contains(target)
const isButton = (target: EventTarget) => target instanceof Element && target.closest('button') !== null
