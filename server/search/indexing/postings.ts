import type { DatabaseSync } from 'node:sqlite'
import { idsInTail, readFromTail, type TermsOfCase, writeToTail } from '#server/search/storage/blocks/caseTerms.ts'
import type { Postings } from '#server/search/storage/blocks/postingList.ts'
import { SegmentWriter } from '#server/search/storage/blocks/segment.ts'
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

export const discardPostings = () => queued.clear()

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
  const { terms, starts, ids, frequencies } = invert(cases)
  const order = terms.map((term, at) => ({ term, at })).sort((one, other) => compareByBytes(one.term, other.term))
  for (const { term, at } of order) {
    const [start = 0, end = 0] = [starts[at], starts[at + 1]]
    const postings: Postings = {
      ids: ids.subarray(start, end),
      frequencies: frequencies.subarray(start, end),
      count: end - start,
    }
    writer.add(Buffer.from(term), postings)
  }
  writer.finish()
  writeSegment(index, { number, cases: cases.length, dead: new Uint32Array(0), deadSince_ms: 0 })
}

/** The postings of all terms in one array: those of a term from its start to the next. */
function invert(cases: readonly TermsOfCase[]) {
  const numbers = new Map<string, number>()
  const counts: number[] = []
  const numbered = cases.map(({ terms }) =>
    Uint32Array.from(terms.split(' '), (term) => {
      const number = numbers.get(term) ?? numbers.size
      numbers.set(term, number)
      counts[number] = (counts[number] ?? 0) + 1
      return number
    }),
  )
  const starts = new Uint32Array(counts.length + 1)
  for (const [number, count] of counts.entries()) starts[number + 1] = (starts[number] ?? 0) + count
  const total = starts[counts.length] ?? 0
  const [ids, frequencies, next] = [new Uint32Array(total), new Uint32Array(total), starts.slice()]
  for (const [at, { id, frequencies: own }] of cases.entries())
    for (const [order, number] of numbered[at]?.entries() ?? []) {
      const position = next[number] ?? 0
      ids[position] = id
      frequencies[position] = own[order] ?? 0
      next[number] = position + 1
    }
  return { terms: [...numbers.keys()], starts, ids, frequencies }
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
