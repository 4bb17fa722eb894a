import type { GridRow } from './columns.ts'
import type { Editing } from './useEditing.ts'

/**
 * The rows, the edited one where it stood when its editor was opened: sorted elsewhere or taken away by others, it would
 * take along what is typed there. `isAway`: it is among the rows no more.
 */
export function heldRows<Row extends GridRow>(rows: readonly Row[], editing: Editing<Row> | undefined) {
  if (!editing) return { rows, isAway: false }
  const { row, index } = editing
  const now = rows.find(({ id }) => id === row.id)
  const others = rows.filter((one) => one !== now)
  return { rows: others.toSpliced(Math.min(index, others.length), 0, now ?? row), isAway: now === undefined }
}
