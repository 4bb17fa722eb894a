import type { DatabaseSync } from 'node:sqlite'
import { type Bits, clearBit, countBits, hasBit, noBits, setBit } from './bits.ts'
import { unpackFacts } from './facts.ts'
import { dayOf, idOf, placeOn, yearOf } from './schema.ts'

/**
 * What the cases are counted and ordered by, held in memory by every thread that answers: a hundred thousand matches are
 * divided by court, judge, type, status and year in a few milliseconds. It is changed in place. Lists are kept once and
 * numbered.
 */
export type Columns = {
  /** The ids of all cases, the oldest first. */
  order: Uint32Array
  present: Bits
  /** By id. `day` counts from 1900, 0 for a case that is not closed. */
  values: Record<ColumnName, Uint32Array>
  /** No value of a column is higher. */
  highest: Record<ColumnName, number>
  lists: Lists
  /** The newest change that is in. */
  stamp: number
  /** The changes that came last, the oldest first; none is missing behind `from`. */
  lately: { from: number; changes: { id: number; stamp: number }[] }
}

const columnNames = ['day', 'court', 'level', 'year', 'types', 'judges', 'statuses'] as const
export type ColumnName = (typeof columnNames)[number]

type Lists = { all: number[][]; numbers: Map<string, number> }

export const noColumns = (): Columns => ({
  order: new Uint32Array(0),
  present: noBits(0),
  values: columnsOf(() => new Uint32Array(0)),
  highest: columnsOf(() => 0),
  lists: { all: [[]], numbers: new Map([['', 0]]) },
  stamp: 0,
  lately: { from: 0, changes: [] },
})

const columnsOf = <Part>(make: (name: ColumnName) => Part) =>
  Object.fromEntries(columnNames.map((name) => [name, make(name)])) as Record<ColumnName, Part>

/** The highest id that there is room for. */
export const highestId = ({ values }: Columns) => Math.max(0, values.day.length - 1)

/** Where a case stands in the index; undefined when there is none. */
export const placeOfCase = ({ present, values }: Columns, id: number) =>
  hasBit(present, id) ? placeOn(values.day[id] ?? 0, id) : undefined

/** The ids that were changed after a moment; undefined when that is too long ago. */
export function changedSince({ stamp, lately }: Columns, since: number): number[] | undefined {
  if (since === stamp) return []
  if (since < lately.from) return undefined
  return [...new Set(lately.changes.filter((one) => one.stamp > since).map(({ id }) => id))]
}

/** Reads what was changed in the index since they were read. */
export function refreshColumns(from: DatabaseSync, columns: Columns) {
  const read = from.prepare('select place, facts, stamp from facts where stamp > ? order by stamp limit ?')
  read.setReturnArrays(true)
  const changed = new Set<number>()
  for (;;) {
    const changes = read.all(columns.stamp, mostAtOnce) as unknown as Change[]
    makeRoom(columns, changes)
    for (const change of changes) changed.add(putIn(columns, change))
    if (changes.length < mostAtOnce) break
  }
  if (changed.size > 0) columns.order = reorder(columns, changed)
}

/** A library is read in parts, so that its rows are never all in memory as they came. */
const mostAtOnce = 50_000
/** So many changes are known one by one. */
const mostLately = 1000

/** A case that has no facts any more is gone. */
type Change = [place: number, facts: Uint8Array | null, stamp: number]

function makeRoom(columns: Columns, changes: readonly Change[]) {
  const most = changes.reduce((highest, [place]) => Math.max(highest, idOf(place)), 0)
  if (most < columns.values.day.length) return
  // Half as much again: the next new cases have room.
  const size = Math.ceil(most * 1.5) + 64
  columns.values = columnsOf((name) => grown(columns.values[name], size))
  columns.present = grown(columns.present, (size >>> 5) + 1)
}

function grown(old: Uint32Array, size: number): Uint32Array {
  const fresh = new Uint32Array(size)
  fresh.set(old)
  return fresh
}

/** In the order in which it was written: where a case has moved, its old place is emptied before the new one is filled. */
function putIn(columns: Columns, [place, bytes, stamp]: Change): number {
  const id = idOf(place)
  columns.stamp = stamp
  note(columns.lately, id, stamp)
  if (bytes === null) {
    if (placeOfCase(columns, id) === place) clearBit(columns.present, id)
    return id
  }
  setBit(columns.present, id)
  const { values, highest, lists } = columns
  const facts = unpackFacts(bytes)
  values.day[id] = dayOf(place)
  values.year[id] = yearOf(place)
  values.court[id] = facts.court
  values.level[id] = facts.level
  for (const name of ['types', 'judges', 'statuses'] as const) values[name][id] = numberOf(facts[name], lists)
  for (const name of columnNames) highest[name] = Math.max(highest[name], values[name][id] ?? 0)
  return id
}

function note(lately: Columns['lately'], id: number, stamp: number) {
  lately.changes.push({ id, stamp })
  if (lately.changes.length <= 2 * mostLately) return
  const gone = lately.changes.splice(0, mostLately)
  lately.from = gone.at(-1)?.stamp ?? lately.from
}

function numberOf(list: number[], { all, numbers }: Lists): number {
  const key = list.join(' ')
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, all.length)
  return all.push(list) - 1
}

/** The order with what was changed at its new place. */
function reorder(columns: Columns, changed: ReadonlySet<number>): Uint32Array {
  const order = new Uint32Array(countBits(columns.present))
  const moved = Float64Array.from([...changed].flatMap((id) => placeOfCase(columns, id) ?? [])).sort()
  let size = 0
  let next = 0
  const put = (id: number) => {
    order[size] = id
    size += 1
  }
  for (const id of columns.order) {
    if (changed.has(id)) continue
    const place = placeOn(columns.values.day[id] ?? 0, id)
    for (; next < moved.length && (moved[next] ?? 0) < place; next += 1) put(idOf(moved[next] ?? 0))
    put(id)
  }
  for (; next < moved.length; next += 1) put(idOf(moved[next] ?? 0))
  return order
}
