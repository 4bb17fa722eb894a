import { useEffect } from 'react'
import { limits } from '#shared/limits.ts'
import type { GridRow } from './columns.ts'

/** When other rows have come, the row that was selected stays so, and is brought into sight again a moment later. */
export function useReselection(
  rows: readonly GridRow[],
  selected: number | undefined,
  bringIntoSight: (row: number) => void,
) {
  useEffect(() => {
    const index = selected === undefined ? -1 : rows.findIndex(({ id }) => id === selected)
    if (index < 0) return undefined
    const timer = setTimeout(() => bringIntoSight(index), limits.list.reselected_ms)
    return () => clearTimeout(timer)
    // Selecting a row scrolls nowhere: it is in sight already.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows])
}
