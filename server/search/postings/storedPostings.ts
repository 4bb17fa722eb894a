import type { DatabaseSync } from 'node:sqlite'
import { bitsetOf } from '#server/search/storage/bitset.ts'
import { type FtsQuery, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { statement } from '#server/search/storage/statements.ts'
import type { PostingList } from './incrementalPostings.ts'

/** A posting list, and the stamp of the last change that it includes. */
export type StampedPostingList = { postingList: PostingList; stamp: number }

export function storedStamp(from: DatabaseSync, ftsQuery: FtsQuery): number | undefined {
  const row = statement(from, 'select stamp from stored_postings where fts_query = ?').get(toFtsSyntax(ftsQuery))
  return row && Number(row['stamp'])
}

/** A bitset has capacity for every id up to `highest`. */
export function readStoredPostings(
  from: DatabaseSync,
  ftsQuery: FtsQuery,
  highest: number,
): StampedPostingList | undefined {
  const row = statement(from, 'select stamp, count, is_bitset, ids from stored_postings where fts_query = ?').get(
    toFtsSyntax(ftsQuery),
  )
  if (!row || !(row['ids'] instanceof Uint8Array)) return undefined
  const numbers = numbersIn(row['ids'])
  const [stamp, count] = [Number(row['stamp']), Number(row['count'])]
  if (!row['is_bitset']) return { stamp, postingList: { count, ids: numbers } }
  const bits = new Uint32Array(Math.max(numbers.length, (highest >>> 5) + 1))
  bits.set(numbers)
  return { stamp, postingList: { count, bits } }
}

/** Bytes read from a database may have any offset; a Uint32Array needs a multiple of four. */
const numbersIn = (bytes: Uint8Array) =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
    : new Uint32Array(bytes.slice().buffer)

export function writeStoredPostings(
  index: DatabaseSync,
  ftsQuery: FtsQuery,
  { postingList, stamp }: StampedPostingList,
) {
  const { count, ids, bits } = postingList
  const { buffer, byteOffset, byteLength } = ids ?? bits
  statement(
    index,
    `insert into stored_postings (fts_query, stamp, count, is_bitset, ids) values (?, ?, ?, ?, ?)
     on conflict (fts_query) do update
       set stamp = excluded.stamp, count = excluded.count, is_bitset = excluded.is_bitset, ids = excluded.ids`,
  ).run(toFtsSyntax(ftsQuery), stamp, count, bits ? 1 : 0, new Uint8Array(buffer, byteOffset, byteLength))
}

/** Sets the stamp of a posting list that is unchanged. */
export function restampStoredPostings(index: DatabaseSync, ftsQuery: FtsQuery, stamp: number) {
  statement(index, 'update stored_postings set stamp = ? where fts_query = ?').run(stamp, toFtsSyntax(ftsQuery))
}

export function deleteStoredPostingsBefore(index: DatabaseSync, stamp: number) {
  statement(index, 'delete from stored_postings where stamp < ?').run(stamp)
}

/** The smaller form of a posting list: ids or a bitset. */
export const encodePostingList = (ids: Uint32Array, highest: number): PostingList =>
  ids.length * 32 < highest
    ? { count: ids.length, ids: ids.slice() }
    : { count: ids.length, bits: bitsetOf(ids, highest) }
