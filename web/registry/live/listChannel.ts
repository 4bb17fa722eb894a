import { channel } from '#shared/resource/names.ts'
import { channelFilters, type Resource } from '#shared/resource/resource.ts'
import { type DayRange, isWithin } from '#shared/text/format/dayRange.ts'

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
  if (group === null) return true
  const values = group.split('.')
  return writtenFilters(resource, filters).every((wanted, place) => wanted === undefined || wanted === values[place])
}

/** Whether a row lies in the days that a list is filtered by, which its channel does not name. */
export const isInRanges = (
  resource: Resource,
  filters: Record<string, unknown>,
  row: Record<string, unknown>,
): boolean =>
  Object.entries(resource.filters ?? {}).every(([name, { kind, field }]) => {
    const range = filters[name] as DayRange | undefined
    return kind !== 'range' || !isNarrowing(range) || isWithin(range, row[field])
  })

const isNarrowing = (range: DayRange | undefined): range is DayRange =>
  range?.from !== undefined || range?.to !== undefined

/** As the names of channels have them: a switch as 0 or 1. What is not filtered by is undefined. */
const writtenFilters = (resource: Resource, filters: Record<string, unknown>) =>
  channelFilters(resource).map(([name]) => written(filters[name]))

function written(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
