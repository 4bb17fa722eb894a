import { channel } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'

/** The channel of a list as it is filtered; undefined while a required filter is empty. */
export function listChannel(resource: Resource, filters: Record<string, unknown> | undefined): string | undefined {
  if (!filters) return undefined
  const values = writtenFilters(resource, filters)
  const firstEmpty = values.indexOf(undefined)
  const named = firstEmpty < 0 ? values : values.slice(0, firstEmpty)
  return `private-${channel(resource, ...named.flatMap((value) => value ?? []))}`
}

/** Whether a row of this group is in a list that is filtered so: each filter that says something says the same. */
export function isInGroup(resource: Resource, filters: Record<string, unknown>, group: string | null): boolean {
  if (group === null || !resource.filters) return true
  const values = group.split('.')
  return writtenFilters(resource, filters).every((wanted, place) => wanted === undefined || wanted === values[place])
}

/** As the names of channels have them: a switch as 0 or 1. What is not filtered by is undefined. */
const writtenFilters = (resource: Resource, filters: Record<string, unknown>) =>
  Object.keys(resource.filters ?? {}).map((name) => written(filters[name]))

function written(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
