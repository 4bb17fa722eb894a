import type { DatabaseSync } from 'node:sqlite'
import { type Bitset, bitsetOf } from '#server/search/storage/bitset.ts'
import { createLruCache, type LruCache } from '#server/search/storage/lruCache.ts'
import { statement } from '#server/search/storage/connection.ts'
import { DamagedBlockError } from './bytes.ts'
import { emptyTail, readSegments, refreshTail, type Tail } from './tables.ts'
import { type Decoded, decodeBetween, type EncodedList } from './postingList.ts'
import { PositionReader } from './positions.ts'
import { findTerm, forgetPages, readList, type TermEntry } from './segment.ts'

/** A segment, the cases in it that were deleted or written again elsewhere, and what was looked up in its dictionary. */
export type Segment = { number: number; dead: Bitset | undefined; entries: Map<string, TermEntry | undefined> }

/** The posting lists of a snapshot: a case is alive in one segment, or in the tail. */
type Lists = {
  segments: readonly Segment[]
  tail: Tail
  /** The highest id of any case. */
  maxId: number
  /** What was decoded last: a segment does not change. */
  decoded: LruCache<Decoded>
  positions: LruCache<Uint32Array>
  bitsets: LruCache<Bitset>
  /** The cases of the latest searches. */
  searches: LruCache<Bitset>
}

export type SegmentEntry = { segment: Segment; entry: TermEntry }

const opened = new WeakMap<DatabaseSync, Lists>()

/** Reads what changed since the last refresh; all other functions read the posting lists as of it. */
export function refreshLists(database: DatabaseSync): Lists {
  const old = opened.get(database)
  const maxId = Number(statement(database, 'select max(id) as id from doc_values').get()?.['id'] ?? 0)
  const entries = new Map(old?.segments.map((segment) => [segment.number, segment.entries]))
  const segments = readSegments(database).map(({ number, dead }): Segment => ({
    number,
    dead: dead.length > 0 ? bitsetOf(dead, maxId) : undefined,
    entries: entries.get(number) ?? new Map<string, TermEntry | undefined>(),
  }))
  const tail = refreshTail(database, old?.tail ?? emptyTail())
  const decoded = old?.decoded ?? createCache(({ ids, starts }) => ids.byteLength + starts.byteLength)
  const positions = old?.positions ?? createCache(({ byteLength }) => byteLength)
  const bitsets = old?.bitsets ?? createCache<Bitset>(({ byteLength }) => byteLength)
  const searches = createCache<Bitset>(({ byteLength }) => byteLength, cached_bytes / 4)
  const lists = { segments, tail, maxId, decoded, positions, bitsets, searches }
  opened.set(database, lists)
  return lists
}

/** The bytes of ids, of positions and of bitsets that a search thread holds decoded; an eighth of them is the longest list. */
const cached_bytes = 2 ** 23
const overhead_bytes = 400

const createCache = <Value extends object>(bytesOf: (value: Value) => number, maxSize = cached_bytes) =>
  createLruCache<Value>({
    maxSize,
    maxEntrySize: maxSize / 8,
    sizeCalculation: (value) => overhead_bytes + bytesOf(value),
  })

/** After a transaction was rolled back: another segment may get the number of one that was not written. */
export function forgetLists(database: DatabaseSync) {
  opened.delete(database)
  forgetPages(database)
}

export const listsOf = (database: DatabaseSync) => opened.get(database) ?? refreshLists(database)

export const maxIdOf = (database: DatabaseSync) => listsOf(database).maxId

/** The cases that a search finds, computed once for a snapshot; they are not to be changed. */
export const rememberSearch = (database: DatabaseSync, key: string, search: () => Bitset): Bitset =>
  listsOf(database).searches.getOrCompute(key, search)

/** Beyond this many looked-up terms of a segment all are forgotten. */
const maxEntries = 4096

/** The term in each segment. */
export function entriesOf(database: DatabaseSync, term: string): readonly SegmentEntry[] {
  const found: SegmentEntry[] = []
  for (const segment of listsOf(database).segments) {
    const { number, entries } = segment
    if (!entries.has(term)) {
      if (entries.size >= maxEntries) entries.clear()
      entries.set(term, findTerm(database, number, term))
    }
    const entry = entries.get(term)
    if (entry) found.push({ segment, entry })
  }
  return found
}

export function listOf(database: DatabaseSync, { segment, entry }: SegmentEntry): EncodedList {
  // A damaged count must not allocate memory.
  if (entry.count > maxIdOf(database)) throw new DamagedBlockError('a posting list has more ids than there are cases')
  return readList(database, segment.number, entry)
}

/** A list of more postings is decoded in parts. */
export const maxDecoded = cached_bytes / 64

const keyOf = ({ segment, entry }: SegmentEntry) => `${segment.number} ${entry.at}`

/** A whole list, which has at most `maxDecoded` postings. */
export const decodedOf = (database: DatabaseSync, found: SegmentEntry): Decoded =>
  listsOf(database).decoded.getOrCompute(keyOf(found), () =>
    decodeBetween(listOf(database, found), 0, maxIdOf(database)),
  )

/** The same if it was decoded recently: who needs the ids alone goes through the blocks, which takes half as long. */
export const knownDecoded = (database: DatabaseSync, found: SegmentEntry): Decoded | undefined =>
  listsOf(database).decoded.get(keyOf(found))

/** A list of so many postings that its bitset is smaller than its ids. */
export const isDense = (database: DatabaseSync, { entry: { count } }: SegmentEntry) =>
  count >= Math.max(leastDense, maxIdOf(database) / 32)
const leastDense = 64

/** The cases of a dense list, dead ones too, computed once for a segment: a frequent term is searched often. */
export const bitsetOfList = (database: DatabaseSync, found: SegmentEntry, compute: () => Bitset): Bitset =>
  listsOf(database).bitsets.getOrCompute(keyOf(found), compute)

/** The same if it was searched recently. */
export const knownBitset = (database: DatabaseSync, found: SegmentEntry): Bitset | undefined =>
  listsOf(database).bitsets.get(keyOf(found))

/** The gaps between all positions of a list that was decoded. */
export const positionsOf = (database: DatabaseSync, found: SegmentEntry, { starts }: Decoded): Uint32Array =>
  listsOf(database).positions.getOrCompute(keyOf(found), () =>
    new PositionReader(listOf(database, found).openPositions()).read(0, starts.at(-1) ?? 0),
  )
