import type { DatabaseSync } from 'node:sqlite'
import { discardWordCounts, flushWordCounts } from '#server/search/lexicon/vocabulary.ts'
import { noPostings, type Postings, reserve } from '#server/search/storage/blocks/postingList.ts'
import { SegmentWriter } from '#server/search/storage/blocks/segment.ts'
import { forgetLists } from '#server/search/storage/blocks/snapshot.ts'
import {
  idsInTail,
  markDead,
  nextSegment,
  noPosition,
  readFromTail,
  type TermsOfCase,
  writeSegment,
  writeToTail,
} from '#server/search/storage/blocks/tables.ts'
import { statement } from '#server/search/storage/connection.ts'

/** This many saved cases become a segment; fewer stay in the tail, which search threads read case by case. */
const casesOfSegment = 64
/** A build writes segments of this many cases: more would need less time and more memory, about 30 kB a case. */
const maxQueued = 2000

// Written together at the end of a transaction, as the word counts are.
const queued = new Map<number, TermsOfCase>()

export function queuePostings(index: DatabaseSync, terms: TermsOfCase) {
  queued.set(terms.id, terms)
  if (queued.size >= maxQueued) flushPostings(index)
}

function discardPostings(index: DatabaseSync) {
  queued.clear()
  forgetLists(index)
}

/** Writes the queued cases: to the tail, or with those of the tail as a segment. */
export function flushPostings(index: DatabaseSync) {
  if (queued.size === 0) return
  const inTail = idsInTail(index)
  if (queued.size + inTail.length < casesOfSegment) for (const terms of queued.values()) writeToTail(index, terms)
  else {
    const all = [...queued.values(), ...inTail.map(({ id }) => readFromTail(index, id))]
    all.sort((one, other) => one.id - other.id)
    writeCases(index, all)
    if (inTail.length > 0) index.exec('delete from tail')
  }
  queued.clear()
}

/** Removes cases from the posting lists. */
export function removePostings(index: DatabaseSync, ids: readonly number[]) {
  const inSegments = ids.filter((id) => {
    const wasQueued = queued.delete(id)
    const { changes } = statement(index, 'delete from tail where id = ?').run(id)
    return changes === 0 && !wasQueued
  })
  if (inSegments.length > 0) markDead(index, Uint32Array.from(inSegments).sort())
}

function writeCases(index: DatabaseSync, cases: readonly TermsOfCase[]) {
  const number = nextSegment(index)
  const writer = new SegmentWriter(index, number)
  const numbering = numberingOf(cases)
  const inverted = invert(cases, numbering)
  const postings = noPostings()
  for (const term of inOrder(numbering)) {
    copyPostings(inverted, term, postings)
    if (postings.count > 0) writer.add(Buffer.from(numbering.terms[term] ?? ''), postings)
  }
  writer.finish()
  writeSegment(index, { number, cases: cases.length, dead: new Uint32Array(0), deadSince_ms: 0 })
}

/** The postings and positions of all terms in one array each: those of a term from its start to the next. */
function invert(cases: readonly TermsOfCase[], numbering: Numbering) {
  const numbered = cases.map((terms) => numbersOf(terms, numbering))
  const { starts, positionStarts } = countPostings(cases, numbered, numbering.terms.length)
  const [total = 0, totalPositions = 0] = [starts.at(-1), positionStarts.at(-1)]
  const [ids, frequencies, positions] = [
    new Uint32Array(total),
    new Uint32Array(total),
    new Uint32Array(totalPositions),
  ]
  const [next, nextPosition] = [starts.slice(), positionStarts.slice()]
  for (const [at, { id, positions: own }] of cases.entries()) {
    const terms = numbered[at] ?? new Uint32Array(0)
    for (let order = 0; order < terms.length; order += 1) {
      const term = terms[order] ?? 0
      let posting = (next[term] ?? 0) - 1
      if (posting < (starts[term] ?? 0) || ids[posting] !== id) {
        posting += 1
        ids[posting] = id
        next[term] = posting + 1
      }
      const position = own[order] ?? noPosition
      if (position === noPosition) continue
      frequencies[posting] = (frequencies[posting] ?? 0) + 1
      const to = nextPosition[term] ?? 0
      positions[to] = position
      nextPosition[term] = to + 1
    }
  }
  return { starts, ids, frequencies, positionStarts, positions }
}

function copyPostings({ starts, positionStarts, ...from }: ReturnType<typeof invert>, term: number, to: Postings) {
  const [start = 0, end = 0, first = 0, last = 0] = [
    starts[term],
    starts[term + 1],
    positionStarts[term],
    positionStarts[term + 1],
  ]
  reserve(to, end - start)
  if (to.positions.length < last - first) to.positions = new Uint32Array(2 * (last - first))
  for (let at = start; at < end; at += 1) {
    to.ids[at - start] = from.ids[at] ?? 0
    to.frequencies[at - start] = from.frequencies[at] ?? 0
  }
  for (let at = first; at < last; at += 1) to.positions[at - first] = from.positions[at] ?? 0
  to.count = end - start
  to.positionCount = last - first
}

/** Numbers of terms. `known`: those of the terms of a vocabulary; `order`: the numbers of the terms by their bytes. */
type Numbering = {
  terms: string[]
  numbers: Map<string, number>
  known: Map<readonly string[], number[]>
  order: number[]
}

/** A build has one vocabulary, which grows: its terms are numbered and ordered once. */
const numberings = new WeakMap<readonly string[], Numbering>()

function numberingOf([first]: readonly TermsOfCase[]): Numbering {
  const { vocabulary = [] } = first ?? {}
  const numbering = numberings.get(vocabulary) ?? { terms: [], numbers: new Map(), known: new Map(), order: [] }
  numberings.set(vocabulary, numbering)
  return numbering
}

function numberOf({ terms, numbers }: Numbering, term: string): number {
  const known = numbers.get(term)
  if (known !== undefined) return known
  numbers.set(term, terms.length)
  return terms.push(term) - 1
}

/** The numbers of the occurrences in a case, then of its markers. */
function numbersOf({ vocabulary, numbers, markers }: TermsOfCase, numbering: Numbering): Uint32Array {
  const known = numbering.known.get(vocabulary) ?? []
  numbering.known.set(vocabulary, known)
  for (let at = known.length; at < vocabulary.length; at += 1) known.push(numberOf(numbering, vocabulary[at] ?? ''))
  const all = new Uint32Array(numbers.length + markers.length)
  for (let at = 0; at < numbers.length; at += 1) all[at] = known[numbers[at] ?? 0] ?? 0
  for (const [at, marker] of markers.entries()) all[numbers.length + at] = numberOf(numbering, marker)
  return all
}

/** The terms in the order of their bytes: new ones are merged into those that are in order. */
function inOrder(numbering: Numbering): readonly number[] {
  const { terms, order } = numbering
  for (let term = order.length; term < terms.length; term += 1) order.push(term)
  return order.sort((one, other) => compareByBytes(terms[one] ?? '', terms[other] ?? ''))
}

/** Where the postings and the positions of each of `size` terms begin, and the last of them end. */
function countPostings(cases: readonly TermsOfCase[], numbered: readonly Uint32Array[], size: number) {
  const [starts, positionStarts] = [new Uint32Array(size + 1), new Uint32Array(size + 1)]
  /** The last case with each term, from 1. */
  const last = new Uint32Array(size)
  for (const [at, { positions }] of cases.entries()) {
    const terms = numbered[at] ?? new Uint32Array(0)
    for (let order = 0; order < terms.length; order += 1) {
      const term = terms[order] ?? 0
      if (last[term] !== at + 1) starts[term + 1] = (starts[term + 1] ?? 0) + 1
      last[term] = at + 1
      if ((positions[order] ?? noPosition) !== noPosition)
        positionStarts[term + 1] = (positionStarts[term + 1] ?? 0) + 1
    }
  }
  for (let term = 0; term < size; term += 1) {
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
    positionStarts[term + 1] = (positionStarts[term + 1] ?? 0) + (positionStarts[term] ?? 0)
  }
  return { starts, positionStarts }
}

/** The order of the UTF-8 bytes: that of UTF-16 units, except that surrogates are highest. */
function compareByBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [unit, otherUnit] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (unit !== otherUnit) return rankOf(unit) - rankOf(otherUnit)
  }
  return one.length - other.length
}

const rankOf = (unit: number) => (unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)

/** Everything that `work` writes, or nothing. */
export function inTransaction(index: DatabaseSync, work: () => void) {
  index.exec('begin immediate')
  try {
    work()
    commit(index)
  } catch (error) {
    abandon(index)
    throw error
  }
}

export function commit(index: DatabaseSync) {
  flushWordCounts(index)
  flushPostings(index)
  index.exec('commit')
}

/** Rolls back a transaction that was not committed. */
export function abandon(index: DatabaseSync) {
  discardWordCounts()
  discardPostings(index)
  if (index.isTransaction) index.exec('rollback')
}
