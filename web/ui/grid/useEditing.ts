import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { GridRow } from './columns.ts'

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
