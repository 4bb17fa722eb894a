import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { GridRow } from './gridProps.ts'

/** A cell that is edited: its column, and its row as it was when that began, and where it stood among the rows. */
export type Editing<Row extends GridRow> = { row: Row; index: number; column: string }

/** The cell that is being edited. When its editor goes, the focus that it had comes back to the cell. */
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
    grid.current?.querySelector<HTMLElement>('[data-place][tabindex="0"]')?.focus()
  }, [editing, grid])

  const close = useCallback(() => setEditing(undefined), [])
  return { editing, edit: setEditing, close }
}

/**
 * The rows, the edited one where it stood when its editor was opened: sorted elsewhere or taken away by others, it would
 * take along what is typed there. `isAway`: it is among the rows no more.
 */
export function pinEditedRow<Row extends GridRow>(rows: readonly Row[], editing: Editing<Row> | undefined) {
  if (!editing) return { rows, isAway: false }
  const { row, index } = editing
  const now = rows.find(({ id }) => id === row.id)
  const others = rows.filter((one) => one !== now)
  return { rows: others.toSpliced(Math.min(index, others.length), 0, now ?? row), isAway: now === undefined }
}
