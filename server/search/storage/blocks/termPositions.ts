import type { DatabaseSync } from 'node:sqlite'
import { hasBit } from '#server/search/storage/bitset.ts'
import { findAmong, lowerBound } from './findPostings.ts'
import { wantedInTail } from './lists.ts'
import { decodeBetween, type EncodedList } from './postingList.ts'
import { PositionReader } from './positions.ts'
import { type TermEntry, termsWithPrefix } from './segment.ts'
import {
  decodedOf,
  entriesOf,
  listOf,
  listsOf,
  maxDecoded,
  maxIdOf,
  positionsOf,
  type Segment,
  type SegmentEntry,
} from './snapshot.ts'
import { type Tail, tailTermsWithPrefix } from './tables.ts'

/**
 * Ascending ids of cases, each with ascending positions: those of `ids[i]` are from `starts[i]` to `starts[i + 1]`. `step`: 0 if
 * `positions` has them, 1 if it has the gaps between them: from -1 on, the next position is `positions[j] + step * (position + 1)`.
 */
export type PositionsOfCases = { ids: Uint32Array; starts: Uint32Array; positions: Uint32Array; step: 0 | 1 }

/** A term, or every term with a prefix. */
export type Beginning = { word: string; isWhole: boolean }

/** A segment, or the tail. A case is alive in one of them, with all of its terms: positions are compared in each alone. */
type Part = Segment | 'tail'

export function partsOf(database: DatabaseSync): readonly Part[] {
  const { segments, tail } = listsOf(database)
  return tail.cases.size > 0 ? [...segments, 'tail'] : segments
}

/** The ids without those of cases that are dead in a part: they are alive in another, with other positions. */
export function aliveIn(part: Part, ids: Uint32Array): Uint32Array {
  const dead = part === 'tail' ? undefined : part.dead
  if (!dead) return ids
  const alive = new Uint32Array(ids.length)
  let count = 0
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    if (hasBit(dead, id)) continue
    alive[count] = id
    count += 1
  }
  return alive.subarray(0, count)
}

/**
 * Reads the positions of any of the terms in a part, in the cases `wanted`, which ascend; other cases, and some without positions, may
 * be among them. The lists are opened once for all cases that are asked for.
 */
export type ReadPositions = (wanted: Uint32Array) => PositionsOfCases

export function openPositions(database: DatabaseSync, part: Part, terms: readonly Beginning[]): ReadPositions {
  const sources: ReadPositions[] =
    part === 'tail'
      ? terms.map((one) => (wanted) => positionsInTail(listsOf(database).tail, one, wanted))
      : terms
          .flatMap((one) => entriesIn(database, part, one))
          .map((entry) => openEntry(database, { segment: part, entry }))
  return (wanted) => {
    let left = sources.map((read) => read(wanted)).filter(({ ids }) => ids.length > 0)
    while (left.length > 1) left = left.flatMap((one, at) => (at % 2 === 0 ? merge(one, left[at + 1] ?? nowhere) : []))
    return left[0] ?? nowhere
  }
}

const entriesIn = (database: DatabaseSync, segment: Segment, { word, isWhole }: Beginning): TermEntry[] =>
  isWhole
    ? entriesOf(database, word).flatMap((one) => (one.segment === segment ? one.entry : []))
    : [...termsWithPrefix(database, segment.number, word)]

const none = new Uint32Array(0)
export const nowhere: PositionsOfCases = { ids: none, starts: new Uint32Array(1), positions: none, step: 0 }

function openEntry(database: DatabaseSync, found: SegmentEntry): ReadPositions {
  const { count, positionsLength } = found.entry
  const list = once(() => listOf(database, found))
  const reader = once(() => new PositionReader(list().openPositions()))
  return (wanted) => {
    const [low = 0, high = 0] = [wanted[0], wanted.at(-1)]
    if (positionsLength === 0 || wanted.length === 0) return nowhere
    const share = Math.min(1, (high - low + 1) / maxIdOf(database))
    if (count * share > 4 * wanted.length || positionsLength * share > bytesOfBlock * wanted.length)
      return positionsOfWanted(list(), reader(), wanted)
    // Longer positions would not be cached, and be decoded again for each part of the wanted cases.
    if (count <= maxDecoded && positionsLength <= maxDecoded) {
      const whole = decodedOf(database, found)
      return casesBetween({ ...whole, positions: positionsOf(database, found, whole), step: 1 }, low, high)
    }
    const { ids, starts, first } = decodeBetween(list(), low, high)
    return { ids, starts, positions: reader().read(first, starts.at(-1) ?? 0), step: 1 }
  }
}

function once<Value>(compute: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= compute())
}

function casesBetween({ ids, starts, ...positions }: PositionsOfCases, low: number, high: number): PositionsOfCases {
  const [start, end] = [lowerBound(ids, low, 0), lowerBound(ids, high + 1, 0)]
  return { ...positions, ids: ids.subarray(start, end), starts: starts.subarray(start, end + 1) }
}

/** The approximate bytes of a block of positions. */
const bytesOfBlock = 128

function positionsOfWanted(list: EncodedList, reader: PositionReader, wanted: Uint32Array): PositionsOfCases {
  const { indices, frequencies, ordinals, count } = findAmong(list, wanted)
  const [ids, starts] = [new Uint32Array(count), new Uint32Array(count + 1)]
  let [size, total] = [0, 0]
  for (let at = 0; at < count; at += 1) {
    const id = wanted[indices[at] ?? 0] ?? 0
    const frequency = frequencies[at] ?? 0
    if (frequency === 0) continue
    ids[size] = id
    ordinals[size] = ordinals[at] ?? 0
    size += 1
    total += frequency
    starts[size] = total
  }
  if (size === 0) return nowhere
  const positions = new Uint32Array(Math.min(total, reader.total))
  for (let at = 0; at < size; at += 1) {
    const start = starts[at] ?? 0
    reader.copy(ordinals[at] ?? 0, (starts[at + 1] ?? 0) - start, positions, start)
  }
  return { ids: ids.subarray(0, size), starts, positions, step: 1 }
}

function positionsInTail(tail: Tail, { word, isWhole }: Beginning, wanted: Uint32Array): PositionsOfCases {
  const byCase = new Map<number, number[]>()
  for (const term of isWhole ? [word] : tailTermsWithPrefix(tail, word))
    for (const { id, positions, start, end } of wantedInTail(tail, term, wanted))
      if (start < end) byCase.set(id, [...(byCase.get(id) ?? []), ...positions.subarray(start, end)])
  const found = [...byCase].sort(([one], [other]) => one - other)
  const starts = new Uint32Array(found.length + 1)
  for (const [at, [, positions]] of found.entries()) starts[at + 1] = (starts[at] ?? 0) + positions.length
  return {
    ids: Uint32Array.from(found, ([id]) => id),
    starts,
    positions: Uint32Array.from(found.flatMap(([, positions]) => positions.sort((one, other) => one - other))),
    step: 0,
  }
}

const positionCount = ({ ids, starts }: PositionsOfCases) => (starts[ids.length] ?? 0) - (starts[0] ?? 0)

/** The positions of both by case. */
function merge(one: PositionsOfCases, other: PositionsOfCases): PositionsOfCases {
  const most = one.ids.length + other.ids.length
  const [ids, starts] = [new Uint32Array(most), new Uint32Array(most + 1)]
  const positions = new Uint32Array(positionCount(one) + positionCount(other))
  let [size, at, next, total] = [0, 0, 0, 0]
  while (at < one.ids.length || next < other.ids.length) {
    const id = Math.min(one.ids[at] ?? Infinity, other.ids[next] ?? Infinity)
    const [hasOne, hasOther] = [one.ids[at] === id, other.ids[next] === id]
    const from = total
    if (hasOne) total = copy(one, at, positions, total)
    if (hasOther) total = copy(other, next, positions, total)
    if (hasOne && hasOther) positions.subarray(from, total).sort()
    ids[size] = id
    size += 1
    starts[size] = total
    at += Number(hasOne)
    next += Number(hasOther)
  }
  return { ids: ids.subarray(0, size), starts, positions, step: 0 }
}

/** Writes the positions of the case at `at` to `into` from `to` on; returns their end. */
export function copy({ starts, positions, step }: PositionsOfCases, at: number, into: Uint32Array, to: number): number {
  const [start = 0, end = 0] = [starts[at], starts[at + 1]]
  for (let from = start, position = -1; from < end; from += 1) {
    position = (positions[from] ?? 0) + step * (position + 1)
    into[to + from - start] = position
  }
  return to + end - start
}
