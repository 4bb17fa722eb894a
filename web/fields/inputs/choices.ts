import type { Choice } from '#shared/calls/crud.ts'
import type { Chosen } from '../values.ts'

/** The request of a lookup: the search text, and the row or date selected in the parent field. */
export function lookupRequest(text: string, parent: unknown): Record<string, unknown> {
  const search = text === '' ? {} : { SearchQuery: text }
  if (typeof parent === 'string' && parent !== '') return { ...search, Date: parent }
  return isRow(parent) ? { ...search, id: parent.id } : search
}

const isRow = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'

/** The label of an option: its name, or its id while the name is unknown. */
export const optionLabel = ({ id, name }: Choice | Chosen) => (name === '' ? `#${id}` : name)

/** The options of a select: the loaded choices, and the selected rows that are not among them. */
export function toOptions(loaded: readonly Choice[], chosen: readonly Chosen[]) {
  const loadedIds = new Set(loaded.map(({ id }) => id))
  const others = chosen.filter(({ id }) => !loadedIds.has(id))
  return [...loaded, ...others].map((one) => ({ value: String(one.id), label: optionLabel(one) }))
}

/** The rows of the selected ids, in the order of selection. */
export function selectedRows(
  values: readonly string[],
  loaded: readonly Choice[],
  previous: readonly Chosen[],
): Chosen[] {
  const rows = new Map<string, Chosen>([...loaded, ...previous].map((row) => [String(row.id), row]))
  return values.flatMap((value) => rows.get(value) ?? [])
}
