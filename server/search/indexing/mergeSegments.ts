import type { DatabaseSync } from 'node:sqlite'
import { appendList, noPostings, type Postings, reserve } from '#server/search/storage/blocks/postingList.ts'
import {
  deleteRemains,
  readList,
  SegmentWriter,
  type TermEntry,
  termsFrom,
} from '#server/search/storage/blocks/segment.ts'
import { nextSegment, readSegments, type SegmentRow, writeSegment } from '#server/search/storage/blocks/tables.ts'
import { matchAllTerm } from '#server/search/storage/indexTerms.ts'
import { incrementGeneration, statement } from '#server/search/storage/connection.ts'
import { inTransaction } from './postings.ts'

/** The number of segments of about the same size that are merged into one. */
const tier = 8
/** The most segments that are merged at once, and the cases of a segment of the lowest tier. */
const maxInputs = 64
const smallest = 64
/**
 * How long deleted cases stay in a segment that would otherwise not be merged: two minutes, longer in a large segment, so that
 * rewriting it (about 2 ms a case) takes at most a fiftieth of a processor, and at most six hours.
 */
const deadFor_ms = (cases: number) => Math.min(6 * 3_600_000, Math.max(120_000, cases * 100))
/** The postings and rows of one step: some milliseconds. */
const step = { postings: 40_000, terms: 2000, rows: 500 }

/**
 * Keeps the segments few, and rewrites those that lost cases, one step for each `next()`, each in a transaction. Safe to
 * interrupt: a segment that is not finished is deleted later.
 */
export function* maintainSegments(index: DatabaseSync): Generator<void> {
  yield* removeRemains(index)
  for (let inputs = nextMerge(readSegments(index)); inputs; inputs = nextMerge(readSegments(index))) {
    yield* merge(index, inputs)
    yield* removeRemains(index)
  }
}

/** Merges all segments into one. */
export function* mergeAll(index: DatabaseSync): Generator<void> {
  yield* removeRemains(index)
  for (let all = readSegments(index); all.length > 1; all = readSegments(index)) {
    const smallestFirst = all.sort((one, other) => one.cases - other.cases)
    const inputs = smallestFirst.slice(0, maxInputs).sort((one, other) => one.number - other.number)
    yield* merge(index, inputs)
    yield* removeRemains(index)
  }
}

/** Segments without cases, or those of a full tier, or the one that has had deleted cases for too long. */
function nextMerge(segments: readonly SegmentRow[]): readonly SegmentRow[] | undefined {
  const tiers = Map.groupBy(segments, ({ cases }) =>
    Math.floor(Math.log(Math.max(smallest, cases) / smallest) / Math.log(tier)),
  )
  const full = [...tiers.values()].find((some) => some.length >= tier)
  const old = segments.find(
    ({ cases, deadSince_ms }) => deadSince_ms > 0 && Date.now() - deadSince_ms > deadFor_ms(cases),
  )
  return full?.slice(0, maxInputs) ?? (old && [old])
}

function* removeRemains(index: DatabaseSync) {
  while (deleteRemains(index, step.rows) >= step.rows) yield
}

function* merge(index: DatabaseSync, inputs: readonly SegmentRow[]) {
  let number = 0
  inTransaction(index, () => {
    number = nextSegment(index)
  })
  const writer = new SegmentWriter(index, number)
  const merged = mergedTerms(index, inputs)
  const state = { isDone: false, cases: 0 }
  const writeSome = () => {
    const left = { ...step }
    for (; left.postings > 0 && left.terms > 0; left.terms -= 1) {
      const next = merged.next()
      if (next.done === true) {
        writer.finish()
        replace(index, inputs, { number, cases: state.cases })
        state.isDone = true
        return
      }
      const { term, postings } = next.value
      writer.add(term, postings)
      if (term.equals(everyCase)) state.cases = postings.count
      left.postings -= postings.count
    }
  }
  while (!state.isDone) {
    inTransaction(index, writeSome)
    yield
  }
}

const everyCase = Buffer.from(matchAllTerm)

/** Puts a merged segment in the place of others. Cases that died since the merge began are still in it. */
function replace(
  index: DatabaseSync,
  inputs: readonly SegmentRow[],
  { number, cases }: Pick<SegmentRow, 'number' | 'cases'>,
) {
  const now = readSegments(index).filter((one) => inputs.some((input) => input.number === one.number))
  const before = new Map(inputs.map((input) => [input.number, new Set(input.dead)]))
  incrementGeneration(index)
  const died = now.flatMap(({ number: from, dead }) => [...dead].filter((id) => !before.get(from)?.has(id)))
  for (const input of inputs) statement(index, 'delete from segments where number = ?').run(input.number)
  if (cases === 0) return
  const dead = Uint32Array.from(died).sort()
  writeSegment(index, { number, cases: cases - dead.length, dead, deadSince_ms: dead.length > 0 ? Date.now() : 0 })
}

type Input = {
  segment: number
  dead: ReadonlySet<number>
  terms: Iterator<TermEntry, unknown>
  next: TermEntry | undefined
}

/** The terms of all segments in order, with the postings of those alive. A posting array is valid until the next term. */
function* mergedTerms(
  index: DatabaseSync,
  inputs: readonly SegmentRow[],
): Generator<{ term: Buffer; postings: Postings }, undefined> {
  const postings = noPostings()
  const open = inputs.map(({ number, dead }): Input => {
    const terms = termsFrom(index, number, '')
    return { segment: number, dead: new Set(dead), terms, next: nextOf(terms) }
  })
  for (;;) {
    const first = open.reduce<Buffer | undefined>(
      (least, { next }) => (next && (!least || next.term.compare(least) < 0) ? next.term : least),
      undefined,
    )
    if (!first) return undefined
    const having = open.filter(({ next }) => next?.term.equals(first))
    const count = having.reduce((sum, { next }) => sum + (next?.count ?? 0), 0)
    reserve(postings, count)
    for (const input of having) if (input.next) appendAlive(index, input, input.next, postings)
    sortById(postings)
    yield { term: first, postings }
    for (const input of having) input.next = nextOf(input.terms)
  }
}

const nextOf = (terms: Iterator<TermEntry, unknown>) => {
  const next = terms.next()
  return next.done === true ? undefined : next.value
}

function appendAlive(index: DatabaseSync, { segment, dead }: Input, entry: TermEntry, postings: Postings) {
  const { count: start, positionCount: from } = postings
  appendList(readList(index, segment, entry), postings)
  if (dead.size === 0) return
  const { ids, frequencies, positions } = postings
  let [count, positionCount, next] = [start, from, from]
  for (let at = start; at < postings.count; at += 1) {
    const id = ids[at] ?? 0
    const frequency = frequencies[at] ?? 0
    if (!dead.has(id)) {
      ids[count] = id
      frequencies[count] = frequency
      positions.copyWithin(positionCount, next, next + frequency)
      count += 1
      positionCount += frequency
    }
    next += frequency
  }
  postings.count = count
  postings.positionCount = positionCount
}

/** The segments of a build follow each other; those of changes do not. */
function sortById(postings: Postings) {
  const { ids, count } = postings
  let at = 1
  while (at < count && (ids[at - 1] ?? 0) < (ids[at] ?? 0)) at += 1
  if (at >= count) return
  const before = {
    ids: ids.slice(0, count),
    frequencies: postings.frequencies.slice(0, count),
    positions: postings.positions.slice(0, postings.positionCount),
  }
  const starts = new Uint32Array(count)
  for (let one = 1; one < count; one += 1) starts[one] = (starts[one - 1] ?? 0) + (before.frequencies[one - 1] ?? 0)
  const keys = Float64Array.from(before.ids, (id, index) => id * maxCases + index).sort()
  let positionCount = 0
  for (const [index, key] of keys.entries()) {
    const old = key % maxCases
    const [start = 0, frequency = 0] = [starts[old], before.frequencies[old]]
    ids[index] = before.ids[old] ?? 0
    postings.frequencies[index] = frequency
    postings.positions.set(before.positions.subarray(start, start + frequency), positionCount)
    positionCount += frequency
  }
}

/** More than there are cases. */
const maxCases = 2 ** 24
