import type { DatabaseSync } from 'node:sqlite'
import { unpackFacts } from './facts.ts'
import { yearOf } from './schema.ts'

/**
 * What the cases are counted by, a column each, held in memory by every thread that answers: a hundred thousand matches
 * are divided by court, judge, type, status and year in a few milliseconds. Lists are kept once and numbered.
 */
export type Columns = {
  /** Ascending. */
  places: Float64Array
  values: Record<ColumnName, Uint32Array>
  lists: Lists
  /** The newest change that is in. */
  stamp: number
}

const columnNames = ['court', 'level', 'year', 'types', 'judges', 'statuses'] as const
export type ColumnName = (typeof columnNames)[number]

type Lists = { all: number[][]; numbers: Map<string, number> }

export const noColumns = (): Columns => ({
  places: new Float64Array(0),
  values: columnsOf(() => new Uint32Array(0)),
  lists: { all: [[]], numbers: new Map([['', 0]]) },
  stamp: 0,
})

const columnsOf = (make: (name: ColumnName) => Uint32Array) =>
  Object.fromEntries(columnNames.map((name) => [name, make(name)])) as Record<ColumnName, Uint32Array>

/** The columns with what was changed in the index since they were read. */
export function refreshColumns(from: DatabaseSync, columns: Columns): Columns {
  const read = from.prepare('select place, facts, stamp from facts where stamp > ? order by stamp limit ?')
  read.setReturnArrays(true)
  for (let fresh = columns; ;) {
    const changed = read.all(fresh.stamp, mostAtOnce) as unknown as Changed[]
    if (changed.length > 0)
      fresh = merge(
        fresh,
        changed.sort(([one], [other]) => one - other),
      )
    if (changed.length < mostAtOnce) return fresh
  }
}

/** A library is read in parts, so that its rows are never all in memory as they came. */
const mostAtOnce = 50_000

/** A case that has no facts any more is gone. */
type Changed = [place: number, facts: Uint8Array | null, stamp: number]

function merge(old: Columns, changed: readonly Changed[]): Columns {
  const size = old.places.length + changed.length
  const places = new Float64Array(size)
  const values = columnsOf(() => new Uint32Array(size))
  let stamp = old.stamp
  let to = 0
  let from = 0
  const keep = (until: number) => {
    const first = from
    while (from < old.places.length && (old.places[from] ?? Infinity) < until) from += 1
    places.set(old.places.subarray(first, from), to)
    for (const name of columnNames) values[name].set(old.values[name].subarray(first, from), to)
    to += from - first
  }
  for (const [place, facts, at] of changed) {
    keep(place)
    if (old.places[from] === place) from += 1
    stamp = Math.max(stamp, at)
    if (facts === null) continue
    places[to] = place
    writeFacts({ values, lists: old.lists, at: to }, place, facts)
    to += 1
  }
  keep(Infinity)
  return {
    places: places.subarray(0, to),
    values: columnsOf((name) => values[name].subarray(0, to)),
    lists: old.lists,
    stamp,
  }
}

type Row = Pick<Columns, 'values' | 'lists'> & { at: number }

function writeFacts({ values, lists, at }: Row, place: number, bytes: Uint8Array) {
  const facts = unpackFacts(bytes)
  values.court[at] = facts.court
  values.level[at] = facts.level
  values.year[at] = yearOf(place)
  for (const name of ['types', 'judges', 'statuses'] as const) values[name][at] = numberOf(facts[name], lists)
}

function numberOf(list: number[], { all, numbers }: Lists): number {
  const key = list.join(' ')
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, all.length)
  return all.push(list) - 1
}

/** Where places stand in the columns, for places in ascending order; one that is not there is left out. */
export function rowsOf({ places: all }: Columns, places: Float64Array): Uint32Array {
  const rows = new Uint32Array(places.length)
  let size = 0
  let row = 0
  for (const place of places) {
    row = firstFrom(all, place, row)
    if (all[row] !== place) continue
    rows[size] = row
    size += 1
  }
  return rows.subarray(0, size)
}

/** The first row at or after `from` whose place is not before `place`: near ones are found in few steps. */
function firstFrom(all: Float64Array, place: number, from: number): number {
  let step = 1
  while (from + step < all.length && (all[from + step] ?? Infinity) < place) step *= 2
  let low = step === 1 ? from : from + step / 2
  let high = Math.min(from + step, all.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle] ?? Infinity) < place) low = middle + 1
    else high = middle
  }
  return low
}
