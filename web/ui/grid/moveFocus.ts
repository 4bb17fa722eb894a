/** A place in the grid: rows are counted with the headings, from 0. */
export type Place = { row: number; column: number }

export type Extent = {
  rows: number
  columns: number
  /** How far Page Up and Page Down go. */
  page: number
  isRightToLeft: boolean
}

type Stroke = { key: string; ctrlKey: boolean }

type Step = (place: Place, extent: Extent) => Partial<Place>

const steps: Record<string, Step> = {
  ArrowDown: ({ row }) => ({ row: row + 1 }),
  ArrowUp: ({ row }) => ({ row: row - 1 }),
  Forward: ({ column }) => ({ column: column + 1 }),
  Back: ({ column }) => ({ column: column - 1 }),
  Home: () => ({ column: 0 }),
  End: (_place, { columns }) => ({ column: columns - 1 }),
  'Ctrl+Home': () => ({ row: 0, column: 0 }),
  'Ctrl+End': (_place, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
  PageDown: ({ row }, { page }) => ({ row: row + page }),
  PageUp: ({ row }, { page }) => ({ row: row - page }),
}

/** Where a key leads, or nothing when it leads nowhere. Right and left follow the direction of reading. */
export function moveFocus(place: Place, { key, ctrlKey }: Stroke, extent: Extent): Place | undefined {
  const sideways: Record<string, string> = extent.isRightToLeft
    ? { ArrowLeft: 'Forward', ArrowRight: 'Back' }
    : { ArrowRight: 'Forward', ArrowLeft: 'Back' }
  const name = sideways[key] ?? (ctrlKey ? `Ctrl+${key}` : key)
  const step = key === 'Forward' || key === 'Back' ? undefined : steps[name]
  if (!step) return undefined
  return bound({ ...place, ...step(place, extent) }, extent)
}

/** The same place, or the nearest there is. */
export const bound = ({ row, column }: Place, { rows, columns }: Pick<Extent, 'rows' | 'columns'>): Place => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns - 1)),
})
