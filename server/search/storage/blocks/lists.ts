import type { DatabaseSync } from 'node:sqlite'
import { type Bitset, bitsetOf, hasBit, setBit } from '#server/search/storage/bitset.ts'
import { statement } from '#server/search/storage/statements.ts'
import { DamagedBlockError } from './bytes.ts'
import { idsInTail, readFromTail } from './caseTerms.ts'
import { type EncodedList, decodeList, idsAmong, makeRoom, noPostings, type Postings } from './postingList.ts'
import { decodeDead } from './segmentTable.ts'
import { findTerm, readList, type TermEntry, termsWithPrefix } from './segment.ts'

/** A segment, and the cases in it that were deleted or written again elsewhere. */
type Segment = { number: number; dead: Bitset | undefined }

/** The cases of the tail, each with its terms and their frequencies. */
type Tail = Map<number, { stamp: number; terms: ReadonlyMap<string, number> }>

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
  const segments = statement(from, 'select number, dead from segments order by number')
    .all()
    .map(({ number, dead }): Segment => ({
      number: Number(number),
      dead: dead === null ? undefined : bitsetOf(decodeDead(dead), maxId),
    }))
  const lists = {
    segments,
    tail: readTail(from, old?.tail ?? new Map()),
    maxId,
    entries: new Map(),
    searches: new Map(),
  }
  opened.set(from, lists)
  return lists
}

const listsOf = (from: DatabaseSync) => opened.get(from) ?? refreshLists(from)

export const maxIdOf = (from: DatabaseSync) => listsOf(from).maxId

function readTail(from: DatabaseSync, old: Tail): Tail {
  const tail: Tail = new Map()
  for (const { id, stamp } of idsInTail(from)) {
    const known = old.get(id)
    tail.set(id, known?.stamp === stamp ? known : { stamp, terms: termsInTail(from, id) })
  }
  return tail
}

function termsInTail(from: DatabaseSync, id: number): Map<string, number> {
  const { terms, frequencies } = readFromTail(from, id)
  return new Map(terms.split(' ').map((term, at) => [term, frequencies[at] ?? 0]))
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

/** The term in each segment. Beyond this many looked-up terms the first are forgotten. */
const maxEntries = 4096

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

function decode(from: DatabaseSync, found: SegmentEntry, withFrequencies = false): Postings {
  const list = listOf(from, found)
  makeRoom(decoded, list.count)
  decodeList(list, decoded, withFrequencies)
  return decoded
}

/** Adds the cases with a term to `bits`. */
export function addCasesWith(from: DatabaseSync, term: string, bits: Bitset) {
  for (const found of entriesOf(from, term)) addList(from, found, bits)
  for (const [id, { terms }] of listsOf(from).tail) if (terms.has(term)) setBit(bits, id)
}

function addList(from: DatabaseSync, found: SegmentEntry, bits: Bitset) {
  const { ids, count } = decode(from, found)
  const { dead } = found.segment
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
  for (const [id, { terms }] of tail) if (hasPrefixed(terms, prefix)) setBit(bits, id)
}

function hasPrefixed(terms: ReadonlyMap<string, number>, prefix: string): boolean {
  for (const term of terms.keys()) if (term.startsWith(prefix)) return true
  return false
}

/** Adds the cases with a term in a frequency that is accepted to `bits`. */
export function addFrequent(
  from: DatabaseSync,
  { term, accepts }: { term: string; accepts: (frequency: number, id: number) => boolean },
  bits: Bitset,
) {
  for (const found of entriesOf(from, term)) {
    const { ids, frequencies, count } = decode(from, found, true)
    const { dead } = found.segment
    for (let at = 0; at < count; at += 1) {
      const id = ids[at] ?? 0
      if (accepts(frequencies[at] ?? 0, id) && (dead === undefined || !hasBit(dead, id))) setBit(bits, id)
    }
  }
  for (const [id, { terms }] of listsOf(from).tail) if (accepts(terms.get(term) ?? 0, id)) setBit(bits, id)
}

/** Which of the cases `wanted`, which ascend, have a term. */
export function casesAmong(from: DatabaseSync, term: string, wanted: Uint32Array): number[] {
  const { tail } = listsOf(from)
  const found = entriesOf(from, term).flatMap(({ segment, entry }) => {
    const ids = idsAmong(listOf(from, { segment, entry }), wanted)
    const { dead } = segment
    return dead ? ids.filter((id) => !hasBit(dead, id)) : ids
  })
  if (tail.size > 0) for (const id of wanted) if (tail.get(id)?.terms.has(term)) found.push(id)
  return found
}

/** At least the number of cases with a term: deleted ones count too. */
export const highestCount = (from: DatabaseSync, term: string): number =>
  entriesOf(from, term).reduce((sum, { entry }) => sum + entry.count, listsOf(from).tail.size)
