import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { type GridProps, type GridRow, nextSorting } from './gridProps.ts'
import { type CellPosition, cellPositionOf } from './useGridFocus.ts'
import { isDrawn } from '#web/ui/olderBrowsers.ts'
import type { Grid } from './useGrid.ts'

type GridState<Row extends GridRow> = Pick<
  Grid<Row>,
  'rows' | 'visibleColumns' | 'headerRows' | 'focus' | 'editing' | 'edit'
>

type GridCallbacks<Row extends GridRow> = Pick<GridProps<Row>, 'sort' | 'onSort' | 'onSelect' | 'onOpen'>

/** The event handlers of the grid. Events of menus and dialogs, which React bubbles through portals, are ignored. */
export function useGridKeys<Row extends GridRow>(callbacks: GridCallbacks<Row>, grid: GridState<Row>) {
  const { headerRows, focus } = grid
  const { edit, select, actionByKey } = cellActions(callbacks, grid)

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!isInsideGrid(event) || event.defaultPrevented) return
      if (grid.editing && event.key === 'Escape') grid.edit(undefined)
      const editor = grid.editing ? editedCellOf(event.target, grid.editing) : undefined
      if (editor) {
        const target = neighborOfTab(editor, event)
        if (!target || !grid.visibleColumns[target.column]) return
        event.preventDefault()
        focus.goTo(target)
        return
      }
      // While a cell that was left is saved, or shows why it is refused, the keys move the focus and edit no other one.
      if (focus.handleKey(event) || grid.editing) return
      const action = isButton(event.target) ? undefined : actionByKey[event.key]
      if (!action) return
      event.preventDefault()
      action(focus.active)
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const position = isInsideGrid(event) ? cellPositionOf(event.target) : undefined
      if (position) focus.setActive(position)
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const position = isInsideGrid(event) ? cellPositionOf(event.target) : undefined
      if (position) select(position)
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>) => {
      // The open editor is being saved or shows why it is not: another one would replace it, and its text would be lost.
      if (grid.editing) return
      const position = isInsideGrid(event) ? cellPositionOf(event.target) : undefined
      if (position && position.row >= headerRows) edit(position)
    },
  }
}

/** The actions on a cell, and their keys. */
function cellActions<Row extends GridRow>(
  { sort, onSort, onSelect, onOpen }: GridCallbacks<Row>,
  grid: GridState<Row>,
) {
  const { rows, visibleColumns, headerRows } = grid
  const rowAndColumnAt = ({ row, column }: CellPosition) => ({
    row: rows[row - headerRows],
    column: visibleColumns[column],
  })

  /** Starts editing; returns whether the cell can be edited. */
  const edit = (position: CellPosition) => {
    const { row, column } = rowAndColumnAt(position)
    if (!row || !column?.edit?.mayEdit(row)) return false
    grid.edit({ row, index: position.row - headerRows, column: column.id })
    return true
  }

  const enter = (position: CellPosition) => {
    const { row, column } = rowAndColumnAt(position)
    if (position.row === 0 && column?.sorts) onSort(nextSorting(sort, column.id))
    else if (!edit(position) && row) onOpen?.(row)
  }

  /** Selects the row; returns whether there is one. */
  const select = (position: CellPosition) => {
    const { row } = rowAndColumnAt(position)
    if (row) onSelect(row.id)
    return row !== undefined
  }

  const actionByKey: Record<string, (position: CellPosition) => void> = {
    Enter: enter,
    F2: edit,
    ' ': (position) => {
      if (!select(position) && position.row === 0) enter(position)
    },
  }
  return { edit, select, actionByKey }
}

/** The edited cell, if the target is in its editor. */
function editedCellOf(target: EventTarget, { row, column }: { row: GridRow; column: string }) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const isEdited = cell?.dataset['column'] === column && cell.closest(`[data-row="${row.id}"]`) !== null
  return cell !== target && isEdited ? cell : undefined
}

/** Where Tab leads from the last control of an editor, and Shift+Tab from the first; undefined within it. */
function neighborOfTab(cell: HTMLElement, event: KeyboardEvent): CellPosition | undefined {
  if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return undefined
  const controls = [...cell.querySelectorAll<HTMLElement>('input, textarea, button')].filter(
    (control) => control.tabIndex >= 0 && !control.matches(':disabled') && isDrawn(control),
  )
  const position = cellPositionOf(cell)
  if (!position || controls.at(event.shiftKey ? 0 : -1) !== event.target) return undefined
  return { ...position, column: position.column + (event.shiftKey ? -1 : 1) }
}

type GridEvent = { currentTarget: HTMLElement; target: EventTarget }

const isInsideGrid = ({ currentTarget, target }: GridEvent) => target instanceof Node && currentTarget.contains(target)
const isButton = (target: EventTarget) => target instanceof Element && target.closest('button') !== null
