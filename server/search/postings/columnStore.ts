import type { DatabaseSync } from 'node:sqlite'
import { type Bitset, clearBit, countBits, hasBit, emptyBitset, setBit } from '#server/search/storage/bitset.ts'
import { decodeFields, idOf, docKeyAt, yearOf } from '#server/search/storage/docValues.ts'

/**
 * Column store (doc values): one array per field, indexed by case id, in the memory of every search thread. It counts the
 * facets of a hundred thousand matches in a few milliseconds. It is changed in place. Each distinct list of values is
 * stored once and referenced by its number.
 */
export type ColumnStore = {
  /** The ids of all cases, the oldest first. */
  chronological: Uint32Array
  /** By id: where a case is in `chronological`. */
  ranks: Uint32Array
  present: Bitset
  /** By id. `day` counts from 1900, 0 for a case that is not closed. */
  values: Record<ColumnName, Uint32Array>
  /** The highest value of each column. */
  maxValues: Record<ColumnName, number>
  valueLists: ValueLists
  /** The stamp of the newest change that is applied. */
  stamp: number
}

const columnNames = ['day', 'court', 'level', 'length', 'year', 'types', 'judges', 'statuses'] as const
export type ColumnName = (typeof columnNames)[number]

const listColumns = ['types', 'judges', 'statuses'] as const

/** `used`: the number of lists that cases had when they were numbered last. */
type ValueLists = { all: number[][]; numbers: Map<string, number>; used: number }

const emptyLists = (): ValueLists => ({ all: [[]], numbers: new Map([['', 0]]), used: fewLists })

/** So few lists are not numbered again. */
const fewLists = 64

export const emptyColumnStore = (): ColumnStore => ({
  chronological: new Uint32Array(0),
  ranks: new Uint32Array(0),
  present: emptyBitset(0),
  values: mapColumns(() => new Uint32Array(0)),
  maxValues: mapColumns(() => 0),
  valueLists: emptyLists(),
  stamp: 0,
})

const mapColumns = <Part>(make: (name: ColumnName) => Part) =>
  Object.fromEntries(columnNames.map((name) => [name, make(name)])) as Record<ColumnName, Part>

/** The highest id that the arrays can hold. */
export const maxId = ({ values }: ColumnStore) => Math.max(0, values.day.length - 1)

/** Applies the changes of the index since the last refresh. */
export function refreshColumnStore(database: DatabaseSync, columnStore: ColumnStore) {
  const read = database.prepare('select id, day, fields, stamp from doc_values where stamp > ? order by stamp limit ?')
  read.setReturnArrays(true)
  const changed = new Set<number>()
  for (;;) {
    const changes = read.all(columnStore.stamp, batchSize) as unknown as Change[]
    growColumns(columnStore, changes)
    for (const change of changes) changed.add(applyChange(columnStore, change))
    if (changes.length < batchSize) break
  }
  if (changed.size === 0) return
  columnStore.chronological = mergeChronologically(columnStore, changed)
  const { chronological, ranks } = columnStore
  for (let rank = 0; rank < chronological.length; rank += 1) ranks[chronological[rank] ?? 0] = rank
  if (columnStore.valueLists.all.length > 2 * columnStore.valueLists.used) numberListsAgain(columnStore)
}

/** Drops the lists that no case has any more. */
function numberListsAgain(columnStore: ColumnStore) {
  const { chronological, values, valueLists: former } = columnStore
  const lists = emptyLists()
  const numbers: (number | undefined)[] = []
  for (const column of listColumns.map((name) => values[name]))
    for (const id of chronological) {
      const number = column[id] ?? 0
      column[id] = numbers[number] ??= listNumber(former.all[number] ?? [], lists)
    }
  columnStore.valueLists = { ...lists, used: Math.max(fewLists, lists.all.length) }
}

/** A library is read in batches, so that its encoded rows are never all in memory. */
const batchSize = 50_000

/** A row without fields is a deleted case. */
type Change = [id: number, day: number, fields: Uint8Array | null, stamp: number]

function growColumns(columnStore: ColumnStore, changes: readonly Change[]) {
  const highestId = changes.reduce((highest, [id]) => Math.max(highest, id), 0)
  if (highestId < columnStore.values.day.length) return
  // Grows by half, with capacity for the next new cases.
  const size = Math.ceil(highestId * 1.5) + 64
  columnStore.values = mapColumns((name) => resized(columnStore.values[name], size))
  columnStore.ranks = resized(columnStore.ranks, size)
  columnStore.present = resized(columnStore.present, (size >>> 5) + 1)
}

function resized(old: Uint32Array, size: number): Uint32Array {
  const larger = new Uint32Array(size)
  larger.set(old)
  return larger
}

function applyChange(columnStore: ColumnStore, [id, day, bytes, stamp]: Change): number {
  columnStore.stamp = stamp
  if (bytes === null) {
    clearBit(columnStore.present, id)
    return id
  }
  setBit(columnStore.present, id)
  const { values, maxValues, valueLists } = columnStore
  const fields = decodeFields(bytes)
  values.day[id] = day
  values.year[id] = yearOf(day)
  values.court[id] = fields.court
  values.level[id] = fields.level
  values.length[id] = fields.length
  for (const name of listColumns) values[name][id] = listNumber(fields[name], valueLists)
  for (const name of columnNames) maxValues[name] = Math.max(maxValues[name], values[name][id] ?? 0)
  return id
}

function listNumber(list: number[], { all, numbers }: ValueLists): number {
  const key = list.join(' ')
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, all.length)
  return all.push(list) - 1
}

/** The chronological order with the changed cases at their new positions. */
function mergeChronologically(columnStore: ColumnStore, changed: ReadonlySet<number>): Uint32Array {
  const chronological = new Uint32Array(countBits(columnStore.present))
  const { present, values } = columnStore
  const docKeyOf = (id: number) => docKeyAt(values.day[id] ?? 0, id)
  const moved = Float64Array.from([...changed].filter((id) => hasBit(present, id)).map(docKeyOf)).sort()
  let size = 0
  let next = 0
  const put = (id: number) => {
    chronological[size] = id
    size += 1
  }
  const before = columnStore.chronological
  for (let at = 0; at < before.length; at += 1) {
    const id = before[at] ?? 0
    if (changed.has(id)) continue
    const docKey = docKeyOf(id)
    for (; next < moved.length && (moved[next] ?? 0) < docKey; next += 1) put(idOf(moved[next] ?? 0))
    put(id)
  }
  for (; next < moved.length; next += 1) put(idOf(moved[next] ?? 0))
  return chronological
}
