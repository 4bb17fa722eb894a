import type { DatabaseSync } from 'node:sqlite'
import { statement } from '#server/search/storage/statements.ts'
import { ByteReader, ByteWriter, seal, unseal } from './bytes.ts'

/**
 * The terms of a case, separated by spaces, each once, first those with places. `frequencies`: the number of places of each of
 * these; `places`: all places one after the other, ascending for each term.
 */
export type TermsOfCase = { id: number; terms: string; frequencies: Uint32Array; places: Uint32Array }

/** Saved cases are rows of `tail` until they are enough for a segment. */
export function writeToTail(index: DatabaseSync, { id, terms, frequencies, places }: TermsOfCase) {
  const out = new ByteWriter()
  for (const numbers of [frequencies, places]) {
    out.number(numbers.length)
    for (const number of numbers) out.number(number)
  }
  out.append(Buffer.from(terms))
  statement(index, `insert into tail (id, stamp, data) values (?, ${stampOfCase}, ?)`).run(id, id, seal(out.written()))
}

/** A case that is written again has another stamp: so the search threads read its row again. */
const stampOfCase = '(select stamp from doc_values where doc_values.id = ?)'

export function readFromTail(from: DatabaseSync, id: number): TermsOfCase {
  const reader = new ByteReader(unseal(statement(from, 'select data from tail where id = ?').get(id)?.['data']))
  const numbers = () => Uint32Array.from({ length: reader.number() }, () => reader.number())
  const [frequencies, places] = [numbers(), numbers()]
  return { id, frequencies, places, terms: Buffer.from(reader.bytes.subarray(reader.at)).toString() }
}

export const idsInTail = (from: DatabaseSync): { id: number; stamp: number }[] =>
  statement(from, 'select id, stamp from tail order by id')
    .all()
    .map((row) => ({ id: Number(row['id']), stamp: Number(row['stamp']) }))
