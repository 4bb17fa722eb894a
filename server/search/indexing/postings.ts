import type { DatabaseSync } from 'node:sqlite'
import { idsInTail, readFromTail, type TermsOfCase, writeToTail } from '#server/search/storage/blocks/caseTerms.ts'
import { forgetPages, SegmentWriter } from '#server/search/storage/blocks/segment.ts'
import { markDead, nextSegment, writeSegment } from '#server/search/storage/blocks/segmentTable.ts'
import { statement } from '#server/search/storage/statements.ts'

/** This many saved cases become a segment; fewer stay in the tail, which search threads read case by case. */
const casesOfSegment = 64
/** A build writes segments of this many cases, to bound the memory. */
const maxQueued = 1024

// Written together at the end of a transaction, as the word counts are.
const queued = new Map<number, TermsOfCase>()

export function queuePostings(index: DatabaseSync, terms: TermsOfCase) {
  queued.set(terms.id, terms)
  if (queued.size >= maxQueued) flushPostings(index)
}

export function discardPostings(index: DatabaseSync) {
  queued.clear()
  forgetPages(index)
}

/** Writes the queued cases: to the tail, or with those of the tail as a segment. */
export function flushPostings(index: DatabaseSync) {
  if (queued.size === 0) return
  const inTail = idsInTail(index)
  if (queued.size + inTail.length < casesOfSegment) for (const terms of queued.values()) writeToTail(index, terms)
  else {
    const all = [...queued.values(), ...inTail.map(({ id }) => readFromTail(index, id))]
    writeCases(index, all.sort((one, other) => one.id - other.id)) // prettier-ignore
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
  const { numbers, starts, ids, frequencies, placeStarts, places } = invert(cases)
  for (const term of sortByBytes([...numbers.keys()])) {
    const at = numbers.get(term) ?? 0
    const [start = 0, end = 0] = [starts[at], starts[at + 1]]
    const [from = 0, to = 0] = [placeStarts[at], placeStarts[at + 1]]
    writer.add(Buffer.from(term), {
      ids: ids.subarray(start, end),
      frequencies: frequencies.subarray(start, end),
      count: end - start,
      places: places.subarray(from, to),
      placeCount: to - from,
    })
  }
  writer.finish()
  writeSegment(index, { number, cases: cases.length, dead: new Uint32Array(0), deadSince_ms: 0 })
}

/** The postings and places of all terms in one array each: those of a term from its start to the next. */
function invert(cases: readonly TermsOfCase[]) {
  const { numbers, numbered, counts, placeCounts } = countTerms(cases)
  const [starts, placeStarts] = [startsOf(counts), startsOf(placeCounts)]
  const [total = 0, totalPlaces = 0] = [starts.at(-1), placeStarts.at(-1)]
  const [ids, frequencies, places] = [new Uint32Array(total), new Uint32Array(total), new Uint32Array(totalPlaces)]
  const [next, nextPlace] = [starts.slice(), placeStarts.slice()]
  for (const [at, { id, frequencies: own, places: ownPlaces }] of cases.entries()) {
    let from = 0
    for (const [order, number] of numbered[at]?.entries() ?? []) {
      const position = next[number] ?? 0
      const frequency = own[order] ?? 0
      ids[position] = id
      frequencies[position] = frequency
      next[number] = position + 1
      if (frequency === 0) continue
      places.set(ownPlaces.subarray(from, from + frequency), nextPlace[number] ?? 0)
      nextPlace[number] = (nextPlace[number] ?? 0) + frequency
      from += frequency
    }
  }
  return { numbers, starts, ids, frequencies, placeStarts, places }
}

/** Numbers the terms; `numbered`: the numbers of the terms of each case. */
function countTerms(cases: readonly TermsOfCase[]) {
  const numbers = new Map<string, number>()
  const [counts, placeCounts]: [number[], number[]] = [[], []]
  const numbered = cases.map(({ terms, frequencies }) => {
    const all = terms.split(' ')
    const own = new Uint32Array(all.length)
    for (const [order, term] of all.entries()) {
      let number = numbers.get(term)
      if (number === undefined) {
        number = numbers.size
        numbers.set(term, number)
        counts.push(0)
        placeCounts.push(0)
      }
      own[order] = number
      counts[number] = (counts[number] ?? 0) + 1
      placeCounts[number] = (placeCounts[number] ?? 0) + (frequencies[order] ?? 0)
    }
    return own
  })
  return { numbers, numbered, counts, placeCounts }
}

function startsOf(counts: readonly number[]): Uint32Array {
  const starts = new Uint32Array(counts.length + 1)
  for (const [number, count] of counts.entries()) starts[number + 1] = (starts[number] ?? 0) + count
  return starts
}

/** Only terms with surrogates have another order by their UTF-8 bytes than by their UTF-16 units, in which sorting is fast. */
const sortByBytes = (terms: string[]) =>
  terms.some((term) => /[\ud800-\udfff]/.test(term)) ? terms.sort(compareByBytes) : terms.sort()

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
