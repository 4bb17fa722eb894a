import type { DatabaseSync } from 'node:sqlite'
import { type Bitset, clearBit, countBits, hasBit, emptyBitset, setBit } from '#server/search/storage/bitset.ts'
import { decodeFields } from '#server/search/storage/documentFields.ts'
import { dayOf, idOf, docKeyAt, yearOf } from '#server/search/storage/documentKey.ts'

/**
 * What the cases are counted and ordered by, held in memory by every thread that answers: a hundred thousand matches are
 * divided by court, judge, type, status and year in a few milliseconds. It is changed in place. Lists are kept once and
 * numbered.
 */
export type ColumnStore = {
  /** The ids of all cases, the oldest first. */
  chronological: Uint32Array
  present: Bitset
  /** By id. `day` counts from 1900, 0 for a case that is not closed. */
  values: Record<ColumnName, Uint32Array>
  /** No value of a column is higher. */
  maxValues: Record<ColumnName, number>
  valueLists: ValueLists
  /** The newest change that is in. */
  stamp: number
  /** The changes that came last, the oldest first; none is missing behind `from`. */
  recentChanges: { from: number; changes: { id: number; stamp: number }[] }
}

const columnNames = ['day', 'court', 'level', 'year', 'types', 'judges', 'statuses'] as const
export type ColumnName = (typeof columnNames)[number]

type ValueLists = { all: number[][]; numbers: Map<string, number> }

export const emptyColumnStore = (): ColumnStore => ({
  chronological: new Uint32Array(0),
  present: emptyBitset(0),
  values: mapColumns(() => new Uint32Array(0)),
  maxValues: mapColumns(() => 0),
  valueLists: { all: [[]], numbers: new Map([['', 0]]) },
  stamp: 0,
  recentChanges: { from: 0, changes: [] },
})

const mapColumns = <Part>(make: (name: ColumnName) => Part) =>
  Object.fromEntries(columnNames.map((name) => [name, make(name)])) as Record<ColumnName, Part>

/** The highest id that there is room for. */
export const maxId = ({ values }: ColumnStore) => Math.max(0, values.day.length - 1)

/** Where a case stands in the index; undefined when there is none. */
export const docKeyOfCase = ({ present, values }: ColumnStore, id: number) =>
  hasBit(present, id) ? docKeyAt(values.day[id] ?? 0, id) : undefined

/** The ids that were changed after a moment; undefined when that is too long ago. */
export function changedSince({ stamp, recentChanges }: ColumnStore, since: number): number[] | undefined {
  if (since === stamp) return []
  if (since < recentChanges.from) return undefined
  return [...new Set(recentChanges.changes.filter((one) => one.stamp > since).map(({ id }) => id))]
}

/** Reads what was changed in the index since they were read. */
export function refreshColumnStore(from: DatabaseSync, columnStore: ColumnStore) {
  const read = from.prepare('select doc_key, fields, stamp from doc_values where stamp > ? order by stamp limit ?')
  read.setReturnArrays(true)
  const changed = new Set<number>()
  for (;;) {
    const changes = read.all(columnStore.stamp, batchSize) as unknown as Change[]
    growColumns(columnStore, changes)
    for (const change of changes) changed.add(applyChange(columnStore, change))
    if (changes.length < batchSize) break
  }
  if (changed.size > 0) columnStore.chronological = mergeChronologically(columnStore, changed)
}

/** A library is read in parts, so that its rows are never all in memory as they came. */
const batchSize = 50_000
/** So many changes are known one by one. */
const maxRecentChanges = 1000

/** A case that has no facts any more is gone. */
type Change = [place: number, facts: Uint8Array | null, stamp: number]

function growColumns(columnStore: ColumnStore, changes: readonly Change[]) {
  const most = changes.reduce((highest, [docKey]) => Math.max(highest, idOf(docKey)), 0)
  if (most < columnStore.values.day.length) return
  // Half as much again: the next new cases have room.
  const size = Math.ceil(most * 1.5) + 64
  columnStore.values = mapColumns((name) => resized(columnStore.values[name], size))
  columnStore.present = resized(columnStore.present, (size >>> 5) + 1)
}

function resized(old: Uint32Array, size: number): Uint32Array {
  const fresh = new Uint32Array(size)
  fresh.set(old)
  return fresh
}

/** In the order in which it was written: where a case has moved, its old place is emptied before the new one is filled. */
function applyChange(columnStore: ColumnStore, [docKey, bytes, stamp]: Change): number {
  const id = idOf(docKey)
  columnStore.stamp = stamp
  recordChange(columnStore.recentChanges, id, stamp)
  if (bytes === null) {
    if (docKeyOfCase(columnStore, id) === docKey) clearBit(columnStore.present, id)
    return id
  }
  setBit(columnStore.present, id)
  const { values, maxValues: highest, valueLists: lists } = columnStore
  const fields = decodeFields(bytes)
  values.day[id] = dayOf(docKey)
  values.year[id] = yearOf(docKey)
  values.court[id] = fields.court
  values.level[id] = fields.level
  for (const name of ['types', 'judges', 'statuses'] as const) values[name][id] = listNumber(fields[name], lists)
  for (const name of columnNames) highest[name] = Math.max(highest[name], values[name][id] ?? 0)
  return id
}

function recordChange(recentChanges: ColumnStore['recentChanges'], id: number, stamp: number) {
  recentChanges.changes.push({ id, stamp })
  if (recentChanges.changes.length <= 2 * maxRecentChanges) return
  const gone = recentChanges.changes.splice(0, maxRecentChanges)
  recentChanges.from = gone.at(-1)?.stamp ?? recentChanges.from
}

function listNumber(list: number[], { all, numbers }: ValueLists): number {
  const key = list.join(' ')
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, all.length)
  return all.push(list) - 1
}

/** The order with what was changed at its new place. */
function mergeChronologically(columnStore: ColumnStore, changed: ReadonlySet<number>): Uint32Array {
  const chronological = new Uint32Array(countBits(columnStore.present))
  const moved = Float64Array.from([...changed].flatMap((id) => docKeyOfCase(columnStore, id) ?? [])).sort()
  let size = 0
  let next = 0
  const put = (id: number) => {
    chronological[size] = id
    size += 1
  }
  for (const id of columnStore.chronological) {
    if (changed.has(id)) continue
    const docKey = docKeyAt(columnStore.values.day[id] ?? 0, id)
    for (; next < moved.length && (moved[next] ?? 0) < docKey; next += 1) put(idOf(moved[next] ?? 0))
    put(id)
  }
  for (; next < moved.length; next += 1) put(idOf(moved[next] ?? 0))
  return chronological
}
