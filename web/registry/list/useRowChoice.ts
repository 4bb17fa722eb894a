import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { BulkAction } from './rowActions.ts'

export type RowChoice = NonNullable<ReturnType<typeof useRowChoice>>

/**
 * The rows that were chosen for actions on several, over all pages of a list; undefined without such actions. Other filters
 * (`scope`) begin a new choice.
 */
export function useRowChoice(rows: readonly Row[] = [], actions: readonly BulkAction[], scope: string) {
  const [{ chosen, of }, setState] = useState({ chosen: noRows, of: scope })
  if (of !== scope) setState({ chosen: noRows, of: scope })
  if (actions.length === 0) return undefined

  // A row on the page is as it is now; one of another page is as it was when it was chosen.
  const shown = new Map(rows.map((row) => [row.id, row]))
  const set = (change: (chosen: Map<number, Row>) => void) =>
    setState((before) => {
      const next = new Map(before.chosen)
      change(next)
      return { ...before, chosen: next }
    })
  return {
    actions,
    rows: Array.from(chosen.values(), (row) => shown.get(row.id) ?? row),
    has: ({ id }: Row) => chosen.has(id),
    toggle: (row: Row) =>
      set((next) => {
        if (!next.delete(row.id)) next.set(row.id, row)
      }),
    setAll: (all: readonly Row[], isChosen: boolean) =>
      set((next) => {
        for (const row of all)
          if (isChosen) next.set(row.id, row)
          else next.delete(row.id)
      }),
    clear: () => set((next) => next.clear()),
  }
}

const noRows: ReadonlyMap<number, Row> = new Map()
