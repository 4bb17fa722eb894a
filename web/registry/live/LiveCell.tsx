import { type ReactNode, useSyncExternalStore } from 'react'
import type { Resource } from '#shared/resource/resource.ts'
import { buildSignal } from '#web/platform/live/signal.ts'
import { RowPresence } from './Presence.tsx'
import styles from './LiveCell.module.css'

type Props = {
  resource: Pick<Resource, 'name' | 'model'>
  id: number
  column: string
  /** The first cell of a row also shows who else has the record open. */
  isFirst?: boolean
  children: ReactNode
}

/** A cell that is highlighted for a moment when another user changes it. */
export function LiveCell({ resource, id, column, isFirst = false, children }: Props) {
  const highlight = useHighlight(resource.name, id, column)
  const content =
    highlight === 0 ? (
      children
    ) : (
      <span key={highlight} className={styles.changed} data-changed>
        {children}
      </span>
    )
  if (!isFirst) return content
  return (
    <span className={styles.first}>
      {content}
      <RowPresence resource={resource} id={id} />
    </span>
  )
}

/** How long a changed cell stays highlighted. */
const highlight_ms = 2500

/** Highlighted cells by key, each with a counter of its changes. */
const highlighted = new Map<string, number>()
const changed = buildSignal()

const keyOf = (resource: string, id: number, column: string) => `${resource}/${id}/${column}`

/** Highlights cells for a moment. */
export function highlightCells(resource: string, id: number, columns: readonly string[]) {
  for (const column of columns) highlight(keyOf(resource, id, column))
  changed.notify()
}

function highlight(key: string) {
  const count = (highlighted.get(key) ?? 0) + 1
  highlighted.set(key, count)
  setTimeout(() => {
    // A later change has its own timer.
    if (highlighted.get(key) !== count) return
    highlighted.delete(key)
    changed.notify()
  }, highlight_ms)
}

/** The highlight of a cell: another number for each change, 0 for none. */
const useHighlight = (resource: string, id: number, column: string) =>
  useSyncExternalStore(changed.subscribe, () => highlighted.get(keyOf(resource, id, column)) ?? 0)
