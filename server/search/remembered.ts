import type { DatabaseSync } from 'node:sqlite'
import type { Columns } from './columns.ts'
import { type Bounds, countMatches, newestPlaces, placesOf } from './enumerate.ts'

/** What was found in one state of the index, to be found again at once: the next page, a filter more, a frequent word. */
export type Remembered = {
  count: (bounds: Bounds) => number
  places: (bounds: Bounds) => Float64Array
  newest: (bounds: Bounds, most: number) => Float64Array
  /** Anything that belongs to one question, by its name. */
  ranked: (key: string, make: () => Float64Array) => Float64Array
}

/** So many bytes of lists are kept by each thread that answers, the ones asked for last. */
const mostBytes = 96 * 2 ** 20

export function rememberFinds(from: DatabaseSync, { places: all }: Columns): Remembered {
  const lists = new Map<string, Float64Array>()
  const counts = new Map<string, number>()
  let bytes = 0

  function keep(key: string, make: () => Float64Array): Float64Array {
    const list = lists.get(key) ?? make()
    // Put behind all others: the first is the one that was not asked for the longest.
    if (lists.delete(key)) bytes -= list.byteLength
    lists.set(key, list)
    bytes += list.byteLength
    for (const [oldest, { byteLength }] of lists) {
      if (bytes <= mostBytes || oldest === key) break
      lists.delete(oldest)
      bytes -= byteLength
    }
    return list
  }

  function count(bounds: Bounds) {
    const key = keyOf(bounds)
    const known = lists.get(key)?.length ?? counts.get(key) ?? countMatches(from, 'cases', bounds)
    if (counts.size >= mostCounts) counts.clear()
    counts.set(key, known)
    return known
  }

  /** They stand among so many of the newest cases, if they are spread over the years as all are. */
  function newest(bounds: Bounds, most: number) {
    const window = Math.ceil((most * 1.2 * all.length) / Math.max(count(bounds), 1))
    const low = Math.max(bounds.low, all[Math.max(0, all.length - window)] ?? 0)
    const likely = placesOf(from, { ...bounds, low })
    return likely.length >= most ? likely.subarray(-most) : newestPlaces(from, bounds, most)
  }

  return {
    count,
    places: (bounds) => keep(keyOf(bounds), () => placesOf(from, bounds).slice()),
    newest: (bounds, most) =>
      lists.get(keyOf(bounds))?.subarray(-most) ??
      keep(`newest ${most} ${keyOf(bounds)}`, () => newest(bounds, most).slice()),
    ranked: keep,
  }
}

const mostCounts = 10_000

const keyOf = ({ match, low, high }: Bounds) => `${low} ${high} ${match}`
