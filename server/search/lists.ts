import type { DatabaseSync } from 'node:sqlite'
import { bitsOf } from './bits.ts'
import { type Match, written } from './match.ts'
import type { Posting } from './mending.ts'
import { statement } from './statements.ts'

/**
 * Lists of cases that the index keeps because FTS5 takes long to put them together: a frequent word of a million cases
 * some tenths of a second, its list out of here a tenth of a millisecond. Each says of which moment it is.
 */
export const listsSchema = `
  create table if not exists lists (
    match text primary key, stamp integer not null, count integer not null, is_bits integer not null,
    cases blob not null);
`

/** What is known of a match, and up to which change. */
export type Listed = { posting: Posting; stamp: number }

export function stampOfList(from: DatabaseSync, match: Match): number | undefined {
  const row = statement(from, 'select stamp from lists where match = ?').get(written(match))
  return row && Number(row['stamp'])
}

/** With room for every id up to `highest`. */
export function readList(from: DatabaseSync, match: Match, highest: number): Listed | undefined {
  const row = statement(from, 'select stamp, count, is_bits, cases from lists where match = ?').get(written(match))
  if (!row || !(row['cases'] instanceof Uint8Array)) return undefined
  const numbers = numbersIn(row['cases'])
  const [stamp, count] = [Number(row['stamp']), Number(row['count'])]
  if (!row['is_bits']) return { stamp, posting: { count, ids: numbers } }
  const bits = new Uint32Array(Math.max(numbers.length, (highest >>> 5) + 1))
  bits.set(numbers)
  return { stamp, posting: { count, bits } }
}

/** Bytes out of a database may begin anywhere; numbers of four bytes may not. */
const numbersIn = (bytes: Uint8Array) =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
    : new Uint32Array(bytes.slice().buffer)

export function writeList(index: DatabaseSync, match: Match, { posting, stamp }: Listed) {
  const { count, ids, bits } = posting
  const { buffer, byteOffset, byteLength } = ids ?? bits
  statement(
    index,
    `insert into lists (match, stamp, count, is_bits, cases) values (?, ?, ?, ?, ?)
     on conflict (match) do update
       set stamp = excluded.stamp, count = excluded.count, is_bits = excluded.is_bits, cases = excluded.cases`,
  ).run(written(match), stamp, count, bits ? 1 : 0, new Uint8Array(buffer, byteOffset, byteLength))
}

/** Says that a list is true up to another change. */
export function stampList(index: DatabaseSync, match: Match, stamp: number) {
  statement(index, 'update lists set stamp = ? where match = ?').run(stamp, written(match))
}

export function dropListsBefore(index: DatabaseSync, stamp: number) {
  statement(index, 'delete from lists where stamp < ?').run(stamp)
}

/** The cases as a list that takes least. */
export const packed = (ids: Uint32Array, highest: number): Posting =>
  ids.length * 32 < highest
    ? { count: ids.length, ids: ids.slice() }
    : { count: ids.length, bits: bitsOf(ids, highest) }
