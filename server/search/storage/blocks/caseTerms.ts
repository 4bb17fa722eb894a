import type { DatabaseSync } from 'node:sqlite'
import { statement } from '#server/search/storage/statements.ts'
import { seal, unseal } from './bytes.ts'

/** The terms of a case, separated by spaces, each once, and the term frequencies of the first of them; the others have 0. */
export type TermsOfCase = { id: number; terms: string; frequencies: readonly number[] }

/** Saved cases are rows of `tail` until they are enough for a segment. */
export function writeToTail(index: DatabaseSync, { id, terms, frequencies }: TermsOfCase) {
  const insert = statement(index, `insert into tail (id, stamp, data) values (?, ${stampOfCase}, ?)`)
  insert.run(id, id, seal(Buffer.from(`${frequencies.join(' ')}\n${terms}`)))
}

/** A case that is written again has another stamp: so the search threads read its row again. */
const stampOfCase = '(select stamp from doc_values where doc_values.id = ?)'

export function readFromTail(from: DatabaseSync, id: number): TermsOfCase {
  const text = Buffer.from(unseal(statement(from, 'select data from tail where id = ?').get(id)?.['data'])).toString()
  const end = text.indexOf('\n')
  return { id, frequencies: end > 0 ? text.slice(0, end).split(' ').map(Number) : [], terms: text.slice(end + 1) }
}

export const idsInTail = (from: DatabaseSync): { id: number; stamp: number }[] =>
  statement(from, 'select id, stamp from tail order by id')
    .all()
    .map((row) => ({ id: Number(row['id']), stamp: Number(row['stamp']) }))
