import type { DatabaseSync } from 'node:sqlite'
import { matchAllTerm } from '#server/search/storage/indexTerms.ts'
import { incrementMeta, statement } from '#server/search/storage/connection.ts'
import { allLoaded, ByteReader, ByteWriter, seal, unseal } from './bytes.ts'
import { findAmong } from './findPostings.ts'
import { decodeBetween, encodeList } from './postingList.ts'
import { findTerm, readList } from './segment.ts'

/**
 * The terms of a case. `numbers`: of each occurrence of a term its number in `vocabulary`, which cases may share, in the order of
 * their positions; `positions`: its position, or `noPosition`. `markers`: further terms without positions.
 */
export type TermsOfCase = {
  id: number
  vocabulary: readonly string[]
  numbers: Uint32Array
  positions: Uint32Array
  markers: readonly string[]
}

export const noPosition = 0xffffffff

/** The ascending positions of each term; none for one without positions. */
export function positionsByTerm({ vocabulary, numbers, positions, markers }: TermsOfCase): Map<string, number[]> {
  const byNumber = new Map<number, number[]>()
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0
    const known = byNumber.get(number) ?? []
    if (known.length === 0) byNumber.set(number, known)
    if (positions[at] !== noPosition) known.push(positions[at] ?? 0)
  }
  const byTerm = new Map<string, number[]>(markers.map((marker) => [marker, []]))
  for (const [number, ascending] of byNumber) byTerm.set(vocabulary[number] ?? '', ascending)
  return byTerm
}

/**
 * Saved cases are rows of `tail` until they are enough for a segment: how many positions each term has that has any, all positions,
 * and these terms and all others, separated by spaces.
 */
export function writeToTail(index: DatabaseSync, terms: TermsOfCase) {
  const byTerm = [...positionsByTerm(terms)]
  const ordered = byTerm.filter(([, positions]) => positions.length > 0)
  const out = new ByteWriter()
  out.number(ordered.length)
  for (const [, positions] of ordered) out.number(positions.length)
  out.number(ordered.reduce((sum, [, positions]) => sum + positions.length, 0))
  for (const [, positions] of ordered) for (const position of positions) out.number(position)
  const unordered = byTerm.filter(([, positions]) => positions.length === 0)
  out.append(Buffer.from([...ordered, ...unordered].map(([term]) => term).join(' ')))
  const { id } = terms
  statement(index, `insert into tail (id, stamp, data) values (?, ${stampOfCase}, ?)`).run(id, id, seal(out.written()))
}

/** A case that is written again has another stamp: so the search threads read its row again. */
const stampOfCase = '(select stamp from doc_values where doc_values.id = ?)'

export function readFromTail(database: DatabaseSync, id: number): TermsOfCase {
  const reader = new ByteReader(unseal(statement(database, 'select data from tail where id = ?').get(id)?.['data']))
  const read = () => {
    const list = new Uint32Array(reader.number())
    for (const at of list.keys()) list[at] = reader.number()
    return list
  }
  const [frequencies, positions] = [read(), read()]
  const terms = Buffer.from(reader.bytes.subarray(reader.at)).toString().split(' ')
  const numbers = new Uint32Array(positions.length)
  let at = 0
  for (const [number, frequency] of frequencies.entries()) {
    numbers.fill(number, at, at + frequency)
    at += frequency
  }
  return { id, vocabulary: terms, numbers, positions, markers: terms.slice(frequencies.length) }
}

/** A case of the tail with a term: its positions there are from `start` to `end` of all positions of the case. */
type TailPosting = { id: number; positions: Uint32Array; start: number; end: number }

/**
 * The tail in memory, inverted, so that a query looks a term up once and not in each case. `cases`: each with the lists that it
 * is in; `terms`: those of `postings` by their first letters; `emptied`: how many lists have no case any more, at most half.
 */
export type Tail = {
  cases: Map<number, { stamp: number; lists: readonly TailPosting[][] }>
  postings: Map<string, TailPosting[]>
  terms: Map<string, string[]>
  emptied: number
}

export const emptyTail = (): Tail => ({ cases: new Map(), postings: new Map(), terms: new Map(), emptied: 0 })

/** With its marker and its field a term has at least one letter here. */
const firstLetters = 3

/** Applies to a tail what was written and deleted since it was read; returns the tail as of now. Reads before it changes. */
export function refreshTail(database: DatabaseSync, old: Tail): Tail {
  const rows = idsInTail(database)
  const stamps = new Map(rows.map(({ id, stamp }) => [id, stamp]))
  const hasSame = [...old.cases].some(([id, { stamp }]) => stamps.get(id) === stamp)
  const tail = hasSame && 2 * old.emptied <= old.postings.size ? old : emptyTail()
  const written = rows
    .filter(({ id, stamp }) => tail.cases.get(id)?.stamp !== stamp)
    .map(({ id, stamp }) => ({ stamp, terms: readFromTail(database, id) }))
  for (const [id, { stamp }] of tail.cases) if (stamps.get(id) !== stamp) removeFromTail(tail, id)
  for (const { stamp, terms } of written) addToTail(tail, stamp, terms)
  return tail
}

function addToTail(tail: Tail, stamp: number, { id, vocabulary, numbers, positions }: TermsOfCase) {
  let end = 0
  const lists = vocabulary.map((term, number) => {
    const start = end
    while (numbers[end] === number) end += 1
    const known = tail.postings.get(term)
    if (known?.length === 0) tail.emptied -= 1
    const list = known ?? addTerm(tail, term)
    list.push({ id, positions, start, end })
    return list
  })
  tail.cases.set(id, { stamp, lists })
}

function addTerm({ postings, terms }: Tail, term: string): TailPosting[] {
  const list: TailPosting[] = []
  postings.set(term, list)
  const letters = term.slice(0, firstLetters)
  const known = terms.get(letters)
  if (known) known.push(term)
  else terms.set(letters, [term])
  return list
}

function removeFromTail(tail: Tail, removed: number) {
  for (const list of tail.cases.get(removed)?.lists ?? []) {
    const at = list.findIndex(({ id }) => id === removed)
    if (at !== -1) list.splice(at, 1)
    if (list.length === 0) tail.emptied += 1
  }
  tail.cases.delete(removed)
}

/** The terms of the tail with a prefix. */
export function tailTermsWithPrefix({ terms }: Tail, prefix: string): string[] {
  const groups =
    prefix.length < firstLetters ? [...terms.values()].flat() : (terms.get(prefix.slice(0, firstLetters)) ?? [])
  return groups.filter((term) => term.startsWith(prefix))
}

/** Whether each of the cases, which are alive, has a term. A term is looked up once in the segments of all of them. */
export function termsOfCases(index: DatabaseSync, ids: readonly number[]): Map<number, (term: string) => boolean> {
  const inTail = new Set(idsInTail(index).map(({ id }) => id))
  const inSegments = ids.filter((id) => !inTail.has(id)).sort((one, other) => one - other)
  const segments = (inSegments.length > 0 ? readSegments(index) : []).map(({ number, dead }) => {
    const left = new Set(dead)
    return { number, ids: inSegment(index, number, matchAllTerm, inSegments).filter((id) => !left.has(id)) }
  })
  const known = new Map<string, ReadonlySet<number>>()
  const casesWith = (term: string) => {
    const found =
      known.get(term) ?? new Set(segments.flatMap(({ number, ids: own }) => inSegment(index, number, term, own)))
    known.set(term, found)
    return found
  }
  const hadTerm = (id: number) => {
    if (!inTail.has(id)) return (term: string) => casesWith(term).has(id)
    const terms = new Set(readFromTail(index, id).vocabulary)
    return (term: string) => terms.has(term)
  }
  return new Map(ids.map((id) => [id, hadTerm(id)]))
}

/** Those of the cases `ids`, which ascend, that have a term in a segment, alive or dead. */
function inSegment(index: DatabaseSync, number: number, term: string, ids: ArrayLike<number>): number[] {
  const entry = ids.length > 0 ? findTerm(index, number, term) : undefined
  if (!entry) return []
  const { indices, count } = findAmong(readList(index, number, entry), Uint32Array.from(ids))
  return Array.from(indices.subarray(0, count), (position) => ids[position] ?? 0)
}

export const idsInTail = (database: DatabaseSync): { id: number; stamp: number }[] =>
  statement(database, 'select id, stamp from tail order by id')
    .all()
    .map((row) => ({ id: Number(row['id']), stamp: Number(row['stamp']) }))

/** A row of `segments`: a segment that searches read. `cases`: those alive; `dead`: the ids of the others, ascending. */
export type SegmentRow = {
  number: number
  cases: number
  dead: Uint32Array
  /** The time of the first deletion in milliseconds; 0 without any. */
  deadSince_ms: number
}

export const readSegments = (database: DatabaseSync): SegmentRow[] =>
  statement(database, 'select number, cases, dead, dead_since_ms from segments order by number')
    .all()
    .map(({ number, cases, dead, dead_since_ms }) => ({
      number: Number(number),
      cases: Number(cases),
      dead: dead === null ? new Uint32Array(0) : decodeDead(dead),
      deadSince_ms: Number(dead_since_ms),
    }))

export function writeSegment(index: DatabaseSync, { number, cases, dead, deadSince_ms }: SegmentRow) {
  statement(index, 'insert or replace into segments (number, cases, dead, dead_since_ms) values (?, ?, ?, ?)').run(
    number,
    cases,
    dead.length > 0 ? encodeDead(dead) : null,
    deadSince_ms,
  )
}

const noFrequencies = new Uint32Array(0)

function encodeDead(ids: Uint32Array): Uint8Array {
  const out = new ByteWriter()
  out.number(ids.length)
  encodeList(out, { ids, frequencies: noFrequencies, count: ids.length, positionCount: 0 })
  return seal(out.written())
}

function decodeDead(sealed: unknown): Uint32Array {
  const reader = new ByteReader(unseal(sealed))
  const count = reader.number()
  const ids = allLoaded(reader.bytes.subarray(reader.at))
  return decodeBetween({ count, hasPositions: false, ids, openPositions: () => ids }, 0, Infinity).ids
}

/** A number that no segment has, and no unfinished one has had. */
export const nextSegment = (index: DatabaseSync): number => incrementMeta(index, 'last segment')

/** Marks cases as dead in the segments that have them. `ids` ascend. */
export function markDead(index: DatabaseSync, ids: Uint32Array) {
  for (const segment of readSegments(index)) {
    const known = new Set(segment.dead)
    const died = inSegment(index, segment.number, matchAllTerm, ids).filter((id) => !known.has(id))
    if (died.length === 0) continue
    writeSegment(index, {
      ...segment,
      cases: segment.cases - died.length,
      dead: Uint32Array.from([...segment.dead, ...died]).sort(),
      deadSince_ms: segment.deadSince_ms || Date.now(),
    })
  }
}
