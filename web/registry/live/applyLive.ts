import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { isInGroup, matchesRowFilters } from './listChannel.ts'

type Filters = Record<string, unknown>

/** The row of a message if it belongs to a list with these filters; undefined if it is to be removed. */
export function rowOf(resource: Resource, filters: Filters, { event, data, group }: LiveMessage): Row | undefined {
  // back-office §4: a plain number means the row no longer matches the list.
  if (typeof data === 'number' || event === 'Deleted' || !isInGroup(resource, filters, group)) return undefined
  return isRow(data) && matchesRowFilters(resource, filters, data) ? data : undefined
}

const isRow = (data: Record<string, unknown>): data is Row =>
  typeof data['id'] === 'number' && typeof data['version'] === 'number'

export const idOf = ({ data }: LiveMessage): number => (typeof data === 'number' ? data : Number(data['id']))

/**
 * Applies a change of one row to a list that was loaded whole: inserts a new row by the default order, replaces a changed
 * one at its index, removes a missing one. Undefined if the list exceeds the limit of unpaged rows.
 */
export function applyLive(
  resource: Resource,
  list: ListAnswer,
  id: number,
  row: Row | undefined,
): ListAnswer | undefined {
  const index = list.data.findIndex((one) => one.id === id)
  const data = !row ? list.data.filter((one) => one.id !== id) : index < 0 ? insertRow(resource, list.data, row) : list.data.with(index, row) // prettier-ignore
  if (data.length > limits.list.unpaged_rows) return undefined
  return { ...list, data, count: data.length }
}

/** Inserts a row by the server's order: newest first unless the resource has a `defaultSort`. */
function insertRow({ defaultSort }: Resource, rows: readonly Row[], row: Row): Row[] {
  const { by, descending = false } = defaultSort ?? { by: 'id', descending: true }
  const key = orderKey(row[by])
  const isBehind = (one: Row) => {
    const other = orderKey(one[by])
    return descending ? other < key : other > key
  }
  const index = rows.findIndex(isBehind)
  return index < 0 ? [...rows, row] : rows.toSpliced(index, 0, row)
}

const orderKey = (value: unknown): string | number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? foldText(value) : ''
}

/** The columns whose values differ; all of them if the row is new. */
export function changedColumns(before: Row | undefined, after: Row): string[] {
  return Object.keys(after).filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]))
}
