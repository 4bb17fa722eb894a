import type { DatabaseSync } from 'node:sqlite'
import {
  aliveIn,
  type Beginning,
  copy,
  nowhere,
  openPositions,
  partsOf,
  type PositionsOfCases,
  type ReadPositions,
} from '#server/search/storage/blocks/termPositions.ts'
import { highestCount } from '#server/search/storage/blocks/lists.ts'
import { lowerBound } from '#server/search/storage/blocks/findPostings.ts'
import { type FtsQuery, type ProximityPhrase, wholeParagraph } from '#server/search/storage/ftsQuery.ts'
import { rowEndTerm } from '#server/search/storage/indexTerms.ts'
import { beginningsOf, termsOfWord } from '#server/search/storage/spellings.ts'

/** A query for words in order. */
export type Ordered = Extract<FtsQuery, { kind: 'phrase' | 'near' }>

/** The positions of this many cases are in memory at a time. */
const casesAtOnce = 32_768

/** Which of the cases `ids`, which ascend, have the words in order. */
export function inOrderAmong(database: DatabaseSync, ftsQuery: Ordered, ids: Uint32Array): Uint32Array {
  const found: number[] = []
  for (const part of partsOf(database)) {
    const alive = aliveIn(part, ids)
    const find = openOrdered({ database, part }, ftsQuery)
    // Parts of one size: few cases would be looked up one by one in a list that the other parts have decoded.
    const size = Math.ceil(alive.length / Math.ceil(alive.length / casesAtOnce))
    for (let at = 0; at < alive.length; at += size) find(alive.subarray(at, at + size), found)
  }
  return new Uint32Array(found).sort()
}

/** Where words are looked for: in a part of the index. */
type Place = { database: DatabaseSync; part: ReturnType<typeof partsOf>[number] }

/** Adds those of the cases `ids`, which ascend, that have the words in order. */
type FindInOrder = (ids: Uint32Array, found: number[]) => void

function openOrdered(place: Place, ftsQuery: Ordered): FindInOrder {
  if (ftsQuery.kind === 'near') return openNear(place, ftsQuery)
  const startsIn = openPhrase(place, ftsQuery)
  return (ids, found) => addCommon(ids, startsIn(ids), found)
}

const open = ({ database, part }: Place, terms: readonly Beginning[]) => openPositions(database, part, terms)

/** Adds those of the ids, which ascend, that have a position. */
function addCommon(wanted: Uint32Array, { ids, starts }: PositionsOfCases, found: number[]) {
  let next = 0
  for (let at = 0; at < ids.length; at += 1) {
    if (starts[at] === starts[at + 1]) continue
    const id = ids[at] ?? 0
    next = lowerBound(wanted, id, next)
    if (wanted[next] === id) found.push(id)
  }
}

/** Reads where a phrase begins, at least in the cases that are asked for; for a prefix, where its words occur. */
function openPhrase(place: Place, phrase: ProximityPhrase): ReadPositions {
  const { database } = place
  if (phrase.kind === 'prefix') return open(place, beginningsOf(database, phrase.word))
  const words = phrase.words
    .map((word, offset) => ({ offset, terms: termsOfWord(database, word) }))
    .map((word) => ({ ...word, count: word.terms.reduce((sum, term) => sum + highestCount(database, term), 0) }))
    .sort((one, other) => one.count - other.count)
    .map(({ offset, terms }) => ({ offset, read: open(place, terms.map(whole)) }))
  const [first, ...others] = words
  if (!first) return () => nowhere
  return (ids) => {
    let starts = first.read(ids)
    for (const { offset, read } of others)
      if (starts.ids.length > 0) starts = keepFollowed(starts, read(starts.ids), offset - first.offset)
    return first.offset === 0 || starts.step === 1
      ? starts
      : { ...starts, positions: starts.positions.map((position) => position - first.offset) }
  }
}

const whole = (word: string): Beginning => ({ word, isWhole: true })

/** The positions of `some` that have one of `others` at a distance; cases without any are left out. */
function keepFollowed(some: PositionsOfCases, others: PositionsOfCases, distance: number): PositionsOfCases {
  // A local variable is not loaded again for each position, as a property is.
  const { ids: ownIds, starts: ownStarts, positions: own, step: ownStep } = some
  const { ids: otherIds, starts: otherStarts, positions: otherPositions, step } = others
  const { ids, starts, positions } = buffersFor(otherIds.length, own.length)
  let [size, count, at] = [0, 0, 0]
  let [mark, marked] = marksFor(otherIds.length)
  for (let other = 0; other < otherIds.length && at < ownIds.length; other += 1) {
    const id = otherIds[other] ?? 0
    while (at < ownIds.length && (ownIds[at] ?? 0) < id) at += 1
    if (ownIds[at] !== id) continue
    mark += 1
    const last = ownStarts[at + 1] ?? 0
    for (let next = ownStarts[at] ?? 0, position = -1; next < last; next += 1) {
      position = (own[next] ?? 0) + ownStep * (position + 1)
      if (position >= marked.length) marked = growMarks(position)
      marked[position] = mark
    }
    const end = otherStarts[other + 1] ?? 0
    for (let next = otherStarts[other] ?? 0, position = -1; next < end; next += 1) {
      position = (otherPositions[next] ?? 0) + step * (position + 1)
      const begin = position - distance
      if (begin < 0 || begin >= marked.length || marked[begin] !== mark) continue
      positions[count] = begin
      count += 1
    }
    if (count === starts[size]) continue
    ids[size] = id
    size += 1
    starts[size] = count
  }
  return { ids: ids.slice(0, size), starts: starts.slice(0, size + 1), positions: positions.slice(0, count), step: 0 }
}

/** Reused: only what was found is copied. */
let buffers = { ids: new Uint32Array(0), starts: new Uint32Array(1), positions: new Uint32Array(0) }

function buffersFor(cases: number, positions: number) {
  if (buffers.ids.length < cases)
    buffers = { ...buffers, ids: new Uint32Array(2 * cases), starts: new Uint32Array(2 * cases + 1) }
  if (buffers.positions.length < positions) buffers = { ...buffers, positions: new Uint32Array(2 * positions) }
  return buffers
}

/** By position: the last mark of a case that has it. Comparing the positions in order would mispredict most branches. */
let marks = new Uint32Array(1 << 16)
let lastMark = 0

/** The mark before `count` new ones, and the marks by position. */
function marksFor(count: number): [before: number, marks: Uint32Array] {
  if (lastMark + count > 0xffffffff) lastMark = marks.fill(0)[0] ?? 0
  lastMark += count
  return [lastMark - count, marks]
}

function growMarks(position: number): Uint32Array {
  const more = new Uint32Array(2 * position)
  more.set(marks)
  marks = more
  return marks
}

type Near = Extract<Ordered, { kind: 'near' }>

/**
 * Where a phrase of a part begins, with its length. `at`: the case that is looked at; `start`: its next position, which is
 * `positions[next]`, or Infinity after the last, before `end`.
 */
type Occurrences = {
  part: number
  length: number
  found: PositionsOfCases
  at: number
  next: number
  end: number
  start: number
}

function openNear(place: Place, near: Near): FindInOrder {
  const phrases = near.parts.flatMap((some, part) =>
    some.map((phrase) => {
      const length = phrase.kind === 'prefix' ? 1 : phrase.words.length
      return { part, length, startsIn: openPhrase(place, phrase) }
    }),
  )
  const rowEndsIn = open(place, [whole(rowEndTerm)])
  return (wanted, found) => {
    const all = phrases.map(({ startsIn, ...phrase }): Occurrences => {
      return { ...phrase, found: startsIn(wanted), at: 0, next: 0, end: 0, start: 0 }
    })
    const isNear = nearness(all, near)
    const ids = casesOfFirst(all, wanted)
    // Few of the cases have the words so close that it matters where paragraphs end.
    const close = near.between >= wholeParagraph ? ids : ids.filter((id) => isNear(id, noEnds))
    for (const one of all) one.at = 0
    addNearInRow(close, { rows: rowEndsIn(close), isNear, found })
  }
}

function casesOfFirst(all: readonly Occurrences[], wanted: Uint32Array): Uint32Array {
  const first: number[] = []
  for (const { part, found } of all) if (part === 0) addCommon(wanted, found, first)
  return new Uint32Array([...new Set(first)]).sort()
}

/** Whether a case has all parts near each other, between the `ends` of rows. */
type IsNear = (id: number, ends: Uint32Array) => boolean

function nearness(all: readonly Occurrences[], { parts, between }: Near): IsNear {
  const reached = new Float64Array(parts.length)
  const having: Occurrences[] = []
  return (id, ends) => {
    openCase(all, id, having)
    const one = having[0]
    const other = having[1]
    if (one && other && having.length === 2 && reached.length === 2)
      return one.part !== other.part && isPairNear(one, other, between, ends)
    return having.length >= reached.length && areNear(having, { between, ends, reached })
  }
}

function addNearInRow(
  close: Uint32Array,
  { rows, isNear, found }: { rows: PositionsOfCases; isNear: IsNear; found: number[] },
) {
  const ends = new Uint32Array(rows.positions.length + 1)
  let at = 0
  for (const id of close) {
    at = lowerBound(rows.ids, id, at)
    if (rows.ids[at] !== id) continue
    ends[copy(rows, at, ends, 0)] = noEnd
    if (isNear(id, ends)) found.push(id)
  }
}

/** The positions after the last word of each row end with this number. */
const noEnd = 0xffffffff
const noEnds = Uint32Array.of(noEnd)

/** Goes to a case, which follows the last one; `having`: the phrases that it has. */
function openCase(all: readonly Occurrences[], id: number, having: Occurrences[]) {
  having.length = 0
  for (const one of all) {
    const { ids, starts, positions } = one.found
    while (one.at < ids.length && (ids[one.at] ?? 0) < id) one.at += 1
    if (ids[one.at] !== id) continue
    one.next = starts[one.at] ?? 0
    one.end = starts[one.at + 1] ?? 0
    if (one.next === one.end) continue
    one.start = positions[one.next] ?? Infinity
    having.push(one)
  }
}

/** The same as `areNear` for two phrases, the usual case. */
function isPairNear(one: Occurrences, other: Occurrences, between: number, ends: Uint32Array): boolean {
  const { positions, step } = one.found
  const { positions: others, step: otherStep } = other.found
  const { end, length } = one
  const { end: otherEnd, length: otherLength } = other
  let [at, next, row] = [one.next, other.next, 0]
  let [position, otherPosition] = [one.start, other.start]
  while (at < end && next < otherEnd) {
    const isFirst = position <= otherPosition
    const apart = isFirst ? otherPosition - position - length : position - otherPosition - otherLength
    if (apart <= between) {
      while ((ends[row] ?? noEnd) < Math.min(position, otherPosition)) row += 1
      if ((ends[row] ?? noEnd) > Math.max(position, otherPosition)) return true
    }
    if (isFirst) {
      at += 1
      position = (positions[at] ?? 0) + step * (position + 1)
    } else {
      next += 1
      otherPosition = (others[next] ?? 0) + otherStep * (otherPosition + 1)
    }
  }
  return false
}

/** `ends`: the positions after the last word of each row; `reached`: the highest position at which an occurrence of each part ends. */
type Row = { between: number; ends: Uint32Array; reached: Float64Array }

/**
 * Whether one row of a case has an occurrence of each part, with at most `between` words from the end of each to the beginning
 * of the last: what NEAR means in FTS5.
 */
function areNear(having: readonly Occurrences[], { between, ends, reached }: Row): boolean {
  reached.fill(-Infinity)
  let row = 0
  let end = ends[0] ?? noEnd
  for (;;) {
    let start = Infinity
    for (const one of having) if (one.start < start) start = one.start
    if (start === Infinity) return false
    if (start > end) {
      reached.fill(-Infinity)
      while ((ends[row] ?? noEnd) < start) row += 1
      end = ends[row] ?? noEnd
    }
    for (const one of having) {
      if (one.start !== start) continue
      reached[one.part] = Math.max(reached[one.part] ?? 0, start + one.length)
      one.next += 1
      const { positions, step } = one.found
      one.start = one.next < one.end ? (positions[one.next] ?? 0) + step * (start + 1) : Infinity
    }
    if (isReached(reached, start - between)) return true
  }
}

function isReached(reached: Float64Array, least: number): boolean {
  for (const end of reached) if (end < least) return false
  return true
}
