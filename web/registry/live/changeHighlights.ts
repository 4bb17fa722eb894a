import { useSyncExternalStore } from 'react'
import { buildSignal } from '#web/platform/live/signal.ts'

/** How long a cell that somebody else has changed is marked, in milliseconds. */
const marked_ms = 2500

/** The cells that others have changed just now. */
const marked = new Map<string, number>()
const changed = buildSignal()

const keyOf = (resource: string, id: number, column: string) => `${resource}/${id}/${column}`

/** Marks cells for a moment. */
export function highlightCells(resource: string, id: number, columns: readonly string[]) {
  for (const column of columns) hold(keyOf(resource, id, column))
  changed.notify()
}

function hold(key: string) {
  const turn = (marked.get(key) ?? 0) + 1
  marked.set(key, turn)
  setTimeout(() => {
    // It was marked once more meanwhile.
    if (marked.get(key) !== turn) return
    marked.delete(key)
    changed.notify()
  }, marked_ms)
}

/** Which mark stands on a cell: another number each time, 0 for none. */
export const useHighlight = (resource: string, id: number, column: string) =>
  useSyncExternalStore(changed.subscribe, () => marked.get(keyOf(resource, id, column)) ?? 0)
