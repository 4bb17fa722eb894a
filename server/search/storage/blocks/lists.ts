import type { DatabaseSync } from 'node:sqlite'
import { type Bitset, bitsetOf, hasBit, setBit } from '#server/search/storage/bitset.ts'
import { statement } from '#server/search/storage/statements.ts'
import { DamagedBlockError } from './bytes.ts'
import { idsInTail, placesByTerm, readFromTail } from './caseTerms.ts'
import { type EncodedList, decodeList, findAmong, reserve, noPostings } from './postingList.ts'
import { PlaceReader } from './places.ts'
import { findTerm, readList, type TermEntry, termsWithPrefix } from './segment.ts'
import { readSegments } from './segmentTable.ts'

/** A segment, and the cases in it that were deleted or written again elsewhere. */
type Segment = { number: number; dead: Bitset | undefined }

/** The cases of the tail, each with its terms and their places. */
type Tail = Map<number, { stamp: number; terms: ReadonlyMap<string, readonly number[]> }>

/** The posting lists of a snapshot: a case is alive in one segment, or in the tail. */
type Lists = {
  segments: readonly Segment[]
  tail: Tail
  /** The highest id of any case. */
  maxId: number
  /** What was looked up in the dictionaries of these segments. */
  entries: Map<string, readonly SegmentEntry[]>
  /** The results of expensive searches. */
  searches: Map<string, Uint32Array>
}

type SegmentEntry = { segment: Segment; entry: TermEntry }

const opened = new WeakMap<DatabaseSync, Lists>()

/** Reads what changed since the last refresh; all other functions read the posting lists as of it. */
export function refreshLists(from: DatabaseSync): Lists {
  const old = opened.get(from)
  const maxId = Number(statement(from, 'select max(id) as id from doc_values').get()?.['id'] ?? 0)
  const segments = readSegments(from).map(({ number, dead }): Segment => ({
    number,
    dead: dead.length > 0 ? bitsetOf(dead, maxId) : undefined,
  }))
  const tail = readTail(from, old?.tail ?? new Map())
  const lists = { segments, tail, maxId, entries: new Map(), searches: new Map() }
  opened.set(from, lists)
  return lists
}

const listsOf = (from: DatabaseSync) => opened.get(from) ?? refreshLists(from)

export const maxIdOf = (from: DatabaseSync) => listsOf(from).maxId

function readTail(from: DatabaseSync, old: Tail): Tail {
  const tail: Tail = new Map()
  for (const { id, stamp } of idsInTail(from)) {
    const known = old.get(id)
    tail.set(id, known?.stamp === stamp ? known : { stamp, terms: placesByTerm(readFromTail(from, id)) })
  }
  return tail
}

/** The ids that a search finds, computed once for a snapshot, for the latest searches. */
export function rememberSearch(from: DatabaseSync, key: string, search: () => Uint32Array): Uint32Array {
  const { searches } = listsOf(from)
  const ids = searches.get(key) ?? search()
  const [first] = searches.keys()
  if (searches.size >= maxSearches && first !== undefined) searches.delete(first)
  searches.set(key, ids)
  return ids
}

const maxSearches = 32

/** Beyond this many looked-up terms all are forgotten. */
const maxEntries = 4096

/** The term in each segment. */
function entriesOf(from: DatabaseSync, term: string): readonly SegmentEntry[] {
  const { segments, entries } = listsOf(from)
  const known = entries.get(term)
  if (known) return known
  const found = segments.flatMap((segment) => {
    const entry = findTerm(from, segment.number, term)
    return entry ? { segment, entry } : []
  })
  if (entries.size >= maxEntries) entries.clear()
  entries.set(term, found)
  return found
}

function listOf(from: DatabaseSync, { segment, entry }: SegmentEntry): EncodedList {
  // A damaged count must not allocate memory.
  if (entry.count > maxIdOf(from)) throw new DamagedBlockError('a posting list has more ids than there are cases')
  return readList(from, segment.number, entry)
}

const decoded = noPostings()

/** Adds the cases with a term to `bits`. */
export function addCasesWith(from: DatabaseSync, term: string, bits: Bitset) {
  for (const found of entriesOf(from, term)) addList(from, found, bits)
  for (const [id, { terms }] of listsOf(from).tail) if (terms.has(term)) setBit(bits, id)
}

function addList(from: DatabaseSync, found: SegmentEntry, bits: Bitset) {
  const list = listOf(from, found)
  reserve(decoded, list.count)
  decodeList(list, decoded, false)
  const { dead } = found.segment
  const { ids, count } = decoded
  for (let at = 0; at < count; at += 1) {
    const id = ids[at] ?? 0
    if (dead === undefined || !hasBit(dead, id)) bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31))
  }
}

/** Adds the cases with any term that has a prefix to `bits`. */
export function addCasesWithPrefix(from: DatabaseSync, prefix: string, bits: Bitset) {
  const { segments, tail } = listsOf(from)
  for (const segment of segments)
    for (const entry of termsWithPrefix(from, segment.number, prefix)) addList(from, { segment, entry }, bits)
  for (const [id, { terms }] of tail) for (const term of terms.keys()) if (term.startsWith(prefix)) setBit(bits, id)
}

/** Which of the cases `wanted`, which ascend, have a term, and in a frequency that is accepted. */
export function casesAmong(
  from: DatabaseSync,
  term: string,
  wanted: Uint32Array,
  accepts: (frequency: number, id: number) => boolean = () => true,
): number[] {
  const ids: number[] = []
  for (const { segment, entry } of entriesOf(from, term)) {
    const { positions, frequencies, count } = findAmong(listOf(from, { segment, entry }), wanted)
    for (let at = 0; at < count; at += 1) {
      const id = wanted[positions[at] ?? 0] ?? 0
      if (isAlive(segment, id) && accepts(frequencies[at] ?? 0, id)) ids.push(id)
    }
  }
  const { tail } = listsOf(from)
  if (tail.size > 0)
    for (const id of wanted) {
      const places = tail.get(id)?.terms.get(term)
      if (places && accepts(places.length, id)) ids.push(id)
    }
  return ids
}

const isAlive = ({ dead }: Segment, id: number) => dead === undefined || !hasBit(dead, id)

/** At least the number of cases with a term: deleted ones count too. */
export const highestCount = (from: DatabaseSync, term: string): number =>
  entriesOf(from, term).reduce((sum, { entry }) => sum + entry.count, listsOf(from).tail.size)

/** Ascending ids of cases, each with ascending places: those of `ids[i]` are `places` from `starts[i]` to `starts[i + 1]`. */
export type PlacesOfCases = { ids: Uint32Array; starts: Uint32Array; places: Uint32Array }

/** A term, or every term with a prefix. */
export type Beginning = { word: string; isWhole: boolean }

/** The places of any of the terms in the cases `wanted`, which ascend; cases without any are left out. */
export function placesAmong(from: DatabaseSync, terms: readonly Beginning[], wanted: Uint32Array): PlacesOfCases {
  const { segments, tail } = listsOf(from)
  const entries = terms.flatMap(({ word, isWhole }) =>
    isWhole
      ? entriesOf(from, word)
      : segments.flatMap((segment) =>
          [...termsWithPrefix(from, segment.number, word)].map((entry) => ({ segment, entry })),
        ),
  )
  const sources = entries.map((one) => placesIn(listOf(from, one), wanted, one.segment))
  if (tail.size > 0) sources.push(...terms.map((one) => placesInTail(tail, one, wanted)))
  const found = sources.filter(({ ids }) => ids.length > 0)
  return found.length === 1 && found[0] ? found[0] : join(found)
}

function placesIn(list: EncodedList, wanted: Uint32Array, segment: Segment): PlacesOfCases {
  const { positions, frequencies, ordinals, count } = findAmong(list, wanted)
  const [ids, starts] = [new Uint32Array(count), new Uint32Array(count + 1)]
  let [size, total] = [0, 0]
  for (let at = 0; at < count; at += 1) {
    const id = wanted[positions[at] ?? 0] ?? 0
    const frequency = frequencies[at] ?? 0
    if (frequency === 0 || !isAlive(segment, id)) continue
    ids[size] = id
    ordinals[size] = ordinals[at] ?? 0
    size += 1
    total += frequency
    starts[size] = total
  }
  if (size === 0) return { ids: ids.subarray(0, 0), starts, places: starts.subarray(0, 0) }
  const reader = new PlaceReader(list.readPlaces())
  const places = new Uint32Array(Math.min(total, reader.total))
  for (let at = 0; at < size; at += 1) {
    const start = starts[at] ?? 0
    reader.read(ordinals[at] ?? 0, (starts[at + 1] ?? 0) - start, places, start)
  }
  return { ids: ids.subarray(0, size), starts, places }
}

function placesInTail(tail: Tail, { word, isWhole }: Beginning, wanted: Uint32Array): PlacesOfCases {
  const found = [...wanted].flatMap((id) => {
    const { terms } = tail.get(id) ?? {}
    if (!terms) return []
    const having = isWhole ? [word] : [...terms.keys()].filter((term) => term.startsWith(word))
    const places = having.flatMap((term) => [...(terms.get(term) ?? [])])
    return places.length > 0 ? [{ id, places }] : []
  })
  return gather(found)
}

/** The places of all sources by case. */
function join(sources: readonly PlacesOfCases[]): PlacesOfCases {
  const byId = new Map<number, number[]>()
  for (const { ids, starts, places } of sources)
    for (const [at, id] of ids.entries()) {
      const own = places.subarray(starts[at], starts[at + 1])
      const known = byId.get(id)
      if (known) known.push(...own)
      else byId.set(id, [...own])
    }
  return gather([...byId].map(([id, places]) => ({ id, places })).sort((one, other) => one.id - other.id))
}

function gather(found: readonly { id: number; places: readonly number[] }[]): PlacesOfCases {
  const starts = new Uint32Array(found.length + 1)
  const places = new Uint32Array(found.reduce((sum, one) => sum + one.places.length, 0))
  for (const [at, one] of found.entries()) {
    const start = starts[at] ?? 0
    places.set(Uint32Array.from(one.places).sort(), start)
    starts[at + 1] = start + one.places.length
  }
  return { ids: Uint32Array.from(found, ({ id }) => id), starts, places }
}
