import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { GridRow } from './gridProps.ts'

/** The edited cell: its column, and its row and row index when the editing began. */
export type Editing<Row extends GridRow> = { row: Row; index: number; column: string }

/** The state of cell editing. When the editor closes, the focus returns to the cell. */
export function useEditing<Row extends GridRow>(grid: RefObject<HTMLElement | null>) {
  const [editing, setEditing] = useState<Editing<Row>>()
  const wasEditing = useRef(false)

  useEffect(() => {
    if (editing) {
      wasEditing.current = true
      return
    }
    if (!wasEditing.current) return
    wasEditing.current = false
    if (document.activeElement && document.activeElement !== document.body) return
    grid.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
  }, [editing, grid])

  const close = useCallback(() => setEditing(undefined), [])
  return { editing, edit: setEditing, close }
}

/**
 * Pins the edited row at its index: if it were sorted elsewhere or removed by another user, its editor would unmount and
 * lose what was typed. `isRowAway`: it is no longer among the rows.
 */
export function pinEditedRow<Row extends GridRow>(rows: readonly Row[], editing: Editing<Row> | undefined) {
  if (!editing) return { rows, isRowAway: false }
  const { row, index } = editing
  const current = rows.find(({ id }) => id === row.id)
  const others = rows.filter((one) => one !== current)
  return { rows: others.toSpliced(Math.min(index, others.length), 0, current ?? row), isRowAway: current === undefined }
}
