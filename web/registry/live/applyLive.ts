import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { isInGroup, isInRanges } from './listChannel.ts'

type Filters = Record<string, unknown>

/** The row that a message brings to a list with these filters; undefined when it takes it away. */
export function rowOf(resource: Resource, filters: Filters, { event, data, group }: LiveMessage): Row | undefined {
  // A plain number: the row is gone, or in this list no more.
  if (typeof data === 'number' || event === 'Deleted' || !isInGroup(resource, filters, group)) return undefined
  return isRow(data) && isInRanges(resource, filters, data) ? data : undefined
}

const isRow = (data: Record<string, unknown>): data is Row =>
  typeof data['id'] === 'number' && typeof data['version'] === 'number'

export const idOf = ({ data }: LiveMessage): number => (typeof data === 'number' ? data : Number(data['id']))

/**
 * A list that came whole, after something happened to a row: a new one stands in its place, a changed one where it
 * stood, one that is gone nowhere. `undefined` when the list is too long now to be kept whole.
 */
export function applyLive(
  resource: Resource,
  list: ListAnswer,
  id: number,
  row: Row | undefined,
): ListAnswer | undefined {
  const place = list.data.findIndex((one) => one.id === id)
  const data = !row ? list.data.filter((one) => one.id !== id) : place < 0 ? added(resource, list.data, row) : list.data.with(place, row) // prettier-ignore
  if (data.length > limits.list.unpaged_rows) return undefined
  return { ...list, data, count: data.length }
}

/** In the order that the server has: the newest first, where the description says nothing else. */
function added({ defaultSort: sorted }: Resource, rows: readonly Row[], row: Row): Row[] {
  const { by, descending = false } = sorted ?? { by: 'id', descending: true }
  const key = orderKey(row[by])
  const isAfter = (one: Row) => {
    const other = orderKey(one[by])
    return descending ? other < key : other > key
  }
  const place = rows.findIndex(isAfter)
  return place < 0 ? [...rows, row] : rows.toSpliced(place, 0, row)
}

const orderKey = (value: unknown): string | number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? foldText(value) : ''
}

/** The columns in which two states of a row differ; all of them when it is new. */
export function changedColumns(before: Row | undefined, after: Row): string[] {
  return Object.keys(after).filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]))
}
