import type { DatabaseSync } from 'node:sqlite'
import { type Beginning, highestCount, placesAmong, type PlacesOfCases } from '#server/search/storage/blocks/lists.ts'
import type { FtsQuery, NearPart, NearPhrase } from '#server/search/storage/ftsQuery.ts'
import { rowEndTerm } from '#server/search/storage/indexTerms.ts'
import { beginningsOf, termsOfWord } from '#server/search/storage/spellings.ts'

/** A query for words in order. */
export type Ordered = Extract<FtsQuery, { kind: 'phrase' | 'near' }>

/** The places of this many cases are in memory at a time. */
const casesAtOnce = 8192

/** Which of the cases `ids`, which ascend, have the words in order. */
export function inOrderAmong(from: DatabaseSync, ftsQuery: Ordered, ids: Uint32Array): Uint32Array {
  const found: number[] = []
  for (let at = 0; at < ids.length; at += casesAtOnce) {
    const some = ids.subarray(at, at + casesAtOnce)
    found.push(...(ftsQuery.kind === 'phrase' ? startsOf(from, ftsQuery, some).ids : idsNear(from, ftsQuery, some)))
  }
  return Uint32Array.from(found)
}

/** Where a phrase begins; for a prefix, where its words stand. */
function startsOf(from: DatabaseSync, phrase: NearPhrase, ids: Uint32Array): PlacesOfCases {
  if (phrase.kind === 'prefix') return placesAmong(from, beginningsOf(from, phrase.word), ids)
  const words = phrase.words
    .map((word, offset) => ({ offset, terms: termsOfWord(from, word) }))
    .map((word) => ({ ...word, count: word.terms.reduce((sum, term) => sum + highestCount(from, term), 0) }))
    .sort((one, other) => one.count - other.count)
  const [first, ...others] = words
  if (!first) return { ids: new Uint32Array(0), starts: new Uint32Array(1), places: new Uint32Array(0) }
  let starts = shifted(placesAmong(from, first.terms.map(whole), ids), first.offset)
  for (const { offset, terms } of others)
    if (starts.ids.length > 0) starts = keepFollowed(starts, placesAmong(from, terms.map(whole), starts.ids), offset)
  return starts
}

const whole = (word: string): Beginning => ({ word, isWhole: true })

/** The places where a phrase would begin that has a word `offset` words later; the first words of a case may be too early. */
const shifted = ({ ids, starts, places }: PlacesOfCases, offset: number): PlacesOfCases => ({
  ids,
  starts,
  places: places.map((place) => (place >= offset ? place - offset : never)),
})

/** No word has this place. */
const never = 2 ** 31

/** The places of `some` that have one of `others` at the distance `offset`; cases without any are left out. */
function keepFollowed(some: PlacesOfCases, others: PlacesOfCases, offset: number): PlacesOfCases {
  const [ids, starts, places]: [number[], number[], number[]] = [[], [], []]
  let case_ = 0
  for (let other = 0; other < others.ids.length; other += 1) {
    const id = others.ids[other] ?? 0
    while ((some.ids[case_] ?? Infinity) < id) case_ += 1
    if (some.ids[case_] !== id) continue
    const before = places.length
    const end = others.starts[other + 1] ?? 0
    let next = others.starts[other] ?? 0
    for (let at = some.starts[case_] ?? 0; at < (some.starts[case_ + 1] ?? 0); at += 1) {
      const wanted = (some.places[at] ?? 0) + offset
      while (next < end && (others.places[next] ?? 0) < wanted) next += 1
      if (next < end && others.places[next] === wanted) places.push(wanted - offset)
    }
    if (places.length === before) continue
    ids.push(id)
    starts.push(before)
  }
  starts.push(places.length)
  return { ids: Uint32Array.from(ids), starts: Uint32Array.from(starts), places: Uint32Array.from(places) }
}

/** An occurrence of a phrase: where it begins, of which part it is, and its length. They are combined in one number to be sorted. */
const partRange = 2 ** 9
const lengthRange = 2 ** 11

type Near = Extract<Ordered, { kind: 'near' }>

function idsNear(from: DatabaseSync, { parts, between }: Near, ids: Uint32Array): number[] {
  const occurrences = new Map<number, number[]>(Array.from(ids, (id) => [id, []]))
  for (const [part, phrases] of parts.entries()) addOccurrences(from, { part, phrases, occurrences }, ids)
  const rows = placesAmong(from, [whole(rowEndTerm)], ids)
  const found: number[] = []
  for (const [at, id] of rows.ids.entries()) {
    const own = Float64Array.from(occurrences.get(id) ?? []).sort()
    const ends = rows.places.subarray(rows.starts[at], rows.starts[at + 1])
    if (areNear(own, { ends, parts: parts.length, between })) found.push(id)
  }
  return found
}

type PartOccurrences = { part: number; phrases: NearPart; occurrences: Map<number, number[]> }

function addOccurrences(from: DatabaseSync, { part, phrases, occurrences }: PartOccurrences, ids: Uint32Array) {
  for (const phrase of phrases) {
    const length = phrase.kind === 'prefix' ? 1 : phrase.words.length
    const found = startsOf(from, phrase, ids)
    for (const [at, id] of found.ids.entries()) {
      const own = occurrences.get(id)
      for (let place = found.starts[at] ?? 0; place < (found.starts[at + 1] ?? 0); place += 1)
        own?.push(((found.places[place] ?? 0) * partRange + part) * lengthRange + length)
    }
  }
}

/**
 * Whether one row has an occurrence of each part, with at most `between` words from the end of each to the beginning of the
 * last: what NEAR means in FTS5.
 */
function areNear(
  occurrences: Float64Array,
  { ends, parts, between }: { ends: Uint32Array; parts: number; between: number },
) {
  /** The highest place at which an occurrence of each part ends in this row. */
  const reached = new Float64Array(parts).fill(-Infinity)
  let row = 0
  for (let at = 0; at < occurrences.length;) {
    const start = placeOf(occurrences[at] ?? 0)
    const before = row
    while (row < ends.length && (ends[row] ?? 0) < start) row += 1
    if (row !== before) reached.fill(-Infinity)
    for (; at < occurrences.length && placeOf(occurrences[at] ?? 0) === start; at += 1) {
      const occurrence = occurrences[at] ?? 0
      const part = Math.floor(occurrence / lengthRange) % partRange
      reached[part] = Math.max(reached[part] ?? 0, start + (occurrence % lengthRange))
    }
    if (reached.every((end) => end + between >= start)) return true
  }
  return false
}

const placeOf = (occurrence: number) => Math.floor(occurrence / (partRange * lengthRange))
