import type { ComboboxItem } from '@mantine/core'
import type { Named } from '#shared/calls/search.ts'

/**
 * The choices of a list. What an old link has chosen and the list no longer has stands by its number, so that it can be
 * taken away.
 */
export function choicesOf(list: readonly Named[], chosen: readonly number[]): ComboboxItem[] {
  const known = new Set(list.map(({ id }) => id))
  const lost = chosen.filter((id) => !known.has(id)).map((id) => ({ id, name: `#${id}` }))
  return [...list, ...lost].map(({ id, name }) => ({ value: String(id), label: name }))
}

const idOf = (value: string) => Number(value)
export const idsOf = (values: readonly string[]) => values.map(idOf)
