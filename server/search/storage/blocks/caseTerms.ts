import type { DatabaseSync } from 'node:sqlite'
import { statement } from '#server/search/storage/statements.ts'
import { ByteReader, ByteWriter, seal, unseal } from './bytes.ts'

/**
 * The terms of a case. `numbers`: of each occurrence of a term its number in `vocabulary`, which cases may share, in the order of
 * their places; `places`: its place, or `noPlace`. `markers`: further terms without places.
 */
export type TermsOfCase = {
  id: number
  vocabulary: readonly string[]
  numbers: Uint32Array
  places: Uint32Array
  markers: readonly string[]
}

export const noPlace = 0xffffffff

/** The ascending places of each term; none for one without places. */
export function placesByTerm({ vocabulary, numbers, places, markers }: TermsOfCase): Map<string, number[]> {
  const byTerm = new Map<string, number[]>(markers.map((marker) => [marker, []]))
  for (const [at, number] of numbers.entries()) {
    const term = vocabulary[number] ?? ''
    const known = byTerm.get(term) ?? []
    byTerm.set(term, known)
    if (places[at] !== noPlace) known.push(places[at] ?? 0)
  }
  return byTerm
}

/**
 * Saved cases are rows of `tail` until they are enough for a segment: how many places each term has that has any, all places,
 * and these terms and all others, separated by spaces.
 */
export function writeToTail(index: DatabaseSync, terms: TermsOfCase) {
  const byTerm = [...placesByTerm(terms)].sort(([, one], [, other]) => other.length - one.length)
  const ordered = byTerm.flatMap(([, { length }]) => (length > 0 ? length : []))
  const out = new ByteWriter()
  for (const numbers of [ordered, byTerm.flatMap(([, places]) => places)]) {
    out.number(numbers.length)
    for (const number of numbers) out.number(number)
  }
  out.append(Buffer.from(byTerm.map(([term]) => term).join(' ')))
  const { id } = terms
  statement(index, `insert into tail (id, stamp, data) values (?, ${stampOfCase}, ?)`).run(id, id, seal(out.written()))
}

/** A case that is written again has another stamp: so the search threads read its row again. */
const stampOfCase = '(select stamp from doc_values where doc_values.id = ?)'

export function readFromTail(from: DatabaseSync, id: number): TermsOfCase {
  const reader = new ByteReader(unseal(statement(from, 'select data from tail where id = ?').get(id)?.['data']))
  const read = () => Uint32Array.from({ length: reader.number() }, () => reader.number())
  const [frequencies, places] = [read(), read()]
  const terms = Buffer.from(reader.bytes.subarray(reader.at)).toString().split(' ')
  const numbers = new Uint32Array(places.length)
  let at = 0
  for (const [number, frequency] of frequencies.entries()) {
    numbers.fill(number, at, at + frequency)
    at += frequency
  }
  return { id, vocabulary: terms, numbers, places, markers: terms.slice(frequencies.length) }
}

export const idsInTail = (from: DatabaseSync): { id: number; stamp: number }[] =>
  statement(from, 'select id, stamp from tail order by id')
    .all()
    .map((row) => ({ id: Number(row['id']), stamp: Number(row['stamp']) }))
