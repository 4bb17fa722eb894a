import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CellId } from './GridBody.tsx'

/** The cell that is being edited. When its editor goes, the focus that it had comes back to the cell. */
export function useEditing(grid: RefObject<HTMLElement | null>) {
  const [editing, setEditing] = useState<CellId>()
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
