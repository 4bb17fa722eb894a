import type { DatabaseSync } from 'node:sqlite'
import { type Bitset, emptyBitset, hasBit, idsOfBitset, setBit } from '#server/search/storage/bitset.ts'
import { findAmong, findInDecoded, lowerBound } from './findPostings.ts'
import { addFrequent, addIds, addList } from './postingList.ts'
import { termsWithPrefix } from './segment.ts'
import {
  bitsetOfList,
  decodedOf,
  isDense,
  knownBitset,
  knownDecoded,
  entriesOf,
  listOf,
  listsOf,
  maxDecoded,
  maxIdOf,
  type SegmentEntry,
} from './snapshot.ts'
import { type Tail, tailTermsWithPrefix } from './tables.ts'

/** Adds the cases with a term to `bits`. */
export function addCasesWith(database: DatabaseSync, term: string, bits: Bitset) {
  for (const found of entriesOf(database, term)) {
    const decoded = knownDecoded(database, found)
    if (isDense(database, found)) addBitset(found, denseCases(database, found), bits)
    else if (decoded) addIds(decoded.ids, decoded.ids.length, bits, found.segment.dead ?? noneDead)
    else addAll(database, found, bits)
  }
  for (const { id } of listsOf(database).tail.postings.get(term) ?? []) setBit(bits, id)
}

/** The cases of a dense list, dead ones too. */
const denseCases = (database: DatabaseSync, { segment, entry }: SegmentEntry): Bitset =>
  bitsetOfList(database, { segment, entry }, () => {
    const bits = emptyBitset(maxIdOf(database))
    addAll(database, { segment: { ...segment, dead: undefined }, entry }, bits)
    return bits
  })

function addBitset({ segment: { dead = noneDead } }: SegmentEntry, cases: Bitset, bits: Bitset) {
  for (let at = 0; at < cases.length; at += 1) bits[at] = (bits[at] ?? 0) | ((cases[at] ?? 0) & ~(dead[at] ?? 0))
}

const addAll = (database: DatabaseSync, found: SegmentEntry, bits: Bitset) =>
  addList(listOf(database, found), bits, found.segment.dead ?? noneDead)

const noneDead = new Uint32Array(0)

/** Adds the cases with any term that has a prefix to `bits`. */
export function addCasesWithPrefix(database: DatabaseSync, prefix: string, bits: Bitset) {
  const { segments, tail } = listsOf(database)
  for (const segment of segments)
    for (const entry of termsWithPrefix(database, segment.number, prefix)) addAll(database, { segment, entry }, bits)
  for (const term of tailTermsWithPrefix(tail, prefix))
    for (const { id } of tail.postings.get(term) ?? []) setBit(bits, id)
}

/** Adds those of the cases `wanted`, which ascend, to `bits` that have a term. */
export function addCasesAmong(database: DatabaseSync, term: string, wanted: Uint32Array, bits: Bitset) {
  for (const found of entriesOf(database, term)) {
    const known = knownBitset(database, found)
    if (known) {
      addKnownAmong(found, known, wanted, bits)
      continue
    }
    const { indices, count } = findWanted(database, found, wanted)
    for (let at = 0; at < count; at += 1) {
      const id = wanted[indices[at] ?? 0] ?? 0
      if (isAlive(found, id)) setBit(bits, id)
    }
  }
  for (const { id } of wantedInTail(listsOf(database).tail, term, wanted)) setBit(bits, id)
}

/** Adds those of the `candidates` to `bits` in which a term has at least the frequency `least`, by the id of the case. */
export function addFrequentCases(
  database: DatabaseSync,
  term: string,
  { candidates, count, least }: { candidates: Bitset; count: number; least: Uint32Array },
  bits: Bitset,
) {
  const isFrequent = (frequency: number, id: number) => frequency >= (least[id] ?? Infinity)
  for (const found of entriesOf(database, term)) {
    if (found.entry.count <= sparse * count) {
      addFrequent(listOf(database, found), { candidates, least, dead: found.segment.dead ?? noneDead }, bits)
      continue
    }
    const wanted = idsOfBitset(candidates, count)
    const hits = findAmong(listOf(database, found), wanted)
    for (let at = 0; at < hits.count; at += 1) {
      const id = wanted[hits.indices[at] ?? 0] ?? 0
      if (isFrequent(hits.frequencies[at] ?? 0, id) && isAlive(found, id)) setBit(bits, id)
    }
  }
  for (const { id, start, end } of listsOf(database).tail.postings.get(term) ?? [])
    if (hasBit(candidates, id) && isFrequent(end - start, id)) setBit(bits, id)
}

function addKnownAmong(found: SegmentEntry, known: Bitset, wanted: Uint32Array, bits: Bitset) {
  for (let at = 0; at < wanted.length; at += 1) {
    const id = wanted[at] ?? 0
    if (hasBit(known, id) && isAlive(found, id)) setBit(bits, id)
  }
}

/** The cases of the tail with a term that are among the cases `wanted`, which ascend. */
export const wantedInTail = ({ postings }: Tail, term: string, wanted: Uint32Array) =>
  (postings.get(term) ?? []).filter(({ id }) => wanted[lowerBound(wanted, id, 0)] === id)

/** A list is decoded as a whole for more than one wanted case in so many postings; for fewer, most blocks are skipped. */
const sparse = 32

function findWanted(database: DatabaseSync, found: SegmentEntry, wanted: Uint32Array) {
  const { count } = found.entry
  return count <= maxDecoded && count <= sparse * wanted.length
    ? findInDecoded(decodedOf(database, found), wanted)
    : findAmong(listOf(database, found), wanted)
}

const isAlive = ({ segment: { dead } }: SegmentEntry, id: number) => dead === undefined || !hasBit(dead, id)

/** At least the number of cases with a term: deleted ones count too. */
export const highestCount = (database: DatabaseSync, term: string): number =>
  entriesOf(database, term).reduce(
    (sum, { entry }) => sum + entry.count,
    listsOf(database).tail.postings.get(term)?.length ?? 0,
  )
