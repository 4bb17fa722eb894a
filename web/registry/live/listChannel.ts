import { channel } from '#shared/resource/names.ts'
import { channelFilters, isInChannel, type Resource } from '#shared/resource/resource.ts'
import { type DayRange, isWithin } from '#shared/text/format/dayRange.ts'

/** The live channel of a list with these filters; undefined while a required filter is empty. */
export function listChannel(resource: Resource, filters: Record<string, unknown> | undefined): string | undefined {
  if (!filters) return undefined
  const values = channelValues(resource, filters)
  const firstEmpty = values.indexOf(undefined)
  const named = firstEmpty < 0 ? values : values.slice(0, firstEmpty)
  return `private-${channel(resource, ...named.flatMap((value) => value ?? []))}`
}

/** Whether a row of this group matches the filters: each filter that is set has the same value. */
export function isInGroup(resource: Resource, filters: Record<string, unknown>, group: string | null): boolean {
  if (group === null) return true
  const values = group.split('.')
  return channelValues(resource, filters).every(
    (expected, index) => expected === undefined || expected === values[index],
  )
}

/** Whether a row matches the filters that are not part of the channel name: day ranges, and fields with a permission. */
export const matchesRowFilters = (
  resource: Resource,
  filters: Record<string, unknown>,
  row: Record<string, unknown>,
): boolean =>
  Object.entries(resource.filters ?? {}).every(([name, filter]) => {
    if (isInChannel(resource, filter)) return true
    const wanted = filters[name]
    if (filter.kind !== 'range') return toChannelValue(wanted) === undefined || wanted === row[filter.field]
    const range = wanted as DayRange | undefined
    return !hasEnds(range) || isWithin(range, row[filter.field])
  })

const hasEnds = (range: DayRange | undefined): range is DayRange => range?.from !== undefined || range?.to !== undefined

/** The filter values as they appear in channel names: a switch as 0 or 1, undefined if not set. */
const channelValues = (resource: Resource, filters: Record<string, unknown>) =>
  channelFilters(resource).map(([name]) => toChannelValue(filters[name]))

function toChannelValue(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
