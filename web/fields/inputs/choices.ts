import type { Choice } from '#shared/calls/crud.ts'
import type { Chosen } from '../values.ts'

/** What is asked of a lookup: words, and of a select that depends on another the row or the day that is chosen there. */
export function choicesAsked(text: string, parent: unknown): Record<string, unknown> {
  const words = text === '' ? {} : { SearchQuery: text }
  if (typeof parent === 'string' && parent !== '') return { ...words, Date: parent }
  return isRow(parent) ? { ...words, id: parent.id } : words
}

const isRow = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'

/** What stands for a choice: its number as long as its name is not known. */
export const labelOf = ({ id, name }: Choice | Chosen) => (name === '' ? `#${id}` : name)

/** The entries of a list: what was found, and what is chosen already though it was not found now. */
export function entriesOf(found: readonly Choice[], chosen: readonly Chosen[]) {
  const known = new Set(found.map(({ id }) => id))
  const others = chosen.filter(({ id }) => !known.has(id))
  return [...found, ...others].map((one) => ({ value: String(one.id), label: labelOf(one) }))
}

/** The rows of the ids that are chosen now, in the order in which they were chosen. */
export function chosenOf(values: readonly string[], found: readonly Choice[], before: readonly Chosen[]): Chosen[] {
  const rows = new Map<string, Chosen>([...found, ...before].map((row) => [String(row.id), row]))
  return values.flatMap((value) => rows.get(value) ?? [])
}
