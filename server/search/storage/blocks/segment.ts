import type { DatabaseSync } from 'node:sqlite'
import { statement } from '#server/search/storage/connection.ts'
import {
  allLoaded,
  ByteReader,
  ByteWriter,
  checksumLength,
  DamagedBlockError,
  type LazyBytes,
  seal,
  unseal,
} from './bytes.ts'
import { encodePositions } from './positions.ts'
import { type EncodedList, encodeList, type Postings } from './postingList.ts'

/*
 * An immutable segment: the posting lists of its terms one after the other in a stream, cut into pages, and a dictionary of
 * the terms in the order of their UTF-8 bytes, front-coded in blocks. The first term of each block is the key of its row.
 */

/** The bytes of the stream in one row of `pages`: with checksum and record header they fill a page of SQLite. */
const pageLength = 4057 - checksumLength
/** The row ids of the pages of a segment begin at its number times this. */
const maxPages = 2 ** 24
/** The terms of a block of the dictionary. */
const termsInBlock = 32

/** A term of the dictionary, and where its list is in the stream. */
export type TermEntry = {
  term: Buffer
  count: number
  /** Where the ids begin, and the lengths of them and of the positions that follow; 0 for a term without positions. */
  at: number
  length: number
  positionsLength: number
}

/** Writes the terms of a segment, in ascending order of their bytes. `add` may be called in several transactions. */
export class SegmentWriter {
  readonly #index: DatabaseSync
  readonly #segment: number
  readonly #stream = new ByteWriter()
  readonly #block = new ByteWriter()
  #pages = 0
  /** The terms of the block that is not written yet, and the first and the last of them. */
  #terms = 0
  #first = ''
  #previous: Buffer | undefined

  constructor(index: DatabaseSync, segment: number) {
    this.#index = index
    this.#segment = segment
  }

  add(term: Buffer, postings: Postings) {
    if (postings.count === 0) return
    if (this.#terms === 0) {
      this.#first = term.toString()
      this.#previous = undefined
      this.#block.number(this.#pages * pageLength + this.#stream.length)
    }
    const start = this.#stream.length
    const hasPositions = encodeList(this.#stream, postings)
    const end = this.#stream.length
    if (hasPositions) encodePositions(this.#stream, postings)
    writeTerm(this.#block, term, this.#previous)
    this.#block.number(2 * postings.count + Number(hasPositions))
    this.#block.number(end - start)
    if (hasPositions) this.#block.number(this.#stream.length - end)
    this.#previous = term
    this.#terms += 1
    if (this.#terms === termsInBlock) this.#writeBlock()
    this.#writePages(pageLength)
  }

  finish() {
    if (this.#terms > 0) this.#writeBlock()
    this.#writePages(1)
  }

  #writeBlock() {
    const insert = statement(this.#index, 'insert into dictionary (segment, first, data) values (?, ?, ?)')
    insert.run(this.#segment, this.#first, seal(this.#block.written()))
    this.#terms = this.#block.length = 0
  }

  /** Writes the pages that have at least `least` bytes. */
  #writePages(least: number) {
    const insert = statement(this.#index, 'insert into pages (id, data) values (?, ?)')
    const stream = this.#stream
    let at = 0
    for (; stream.length - at >= least; at += pageLength) {
      insert.run(this.#segment * maxPages + this.#pages, seal(stream.written().subarray(at, at + pageLength)))
      this.#pages += 1
    }
    stream.bytes.copyWithin(0, at, stream.length)
    stream.length = Math.max(0, stream.length - at)
  }
}

function writeTerm(block: ByteWriter, term: Buffer, previous: Buffer | undefined) {
  let shared = 0
  while (previous && shared < previous.length && previous[shared] === term[shared]) shared += 1
  block.number(shared)
  block.number(term.length - shared)
  block.append(term.subarray(shared))
}

/** The terms of a block, in order. */
function* readBlock(sealed: unknown): Generator<TermEntry> {
  const reader = new ByteReader(unseal(sealed))
  let at = reader.number()
  let previous = Buffer.alloc(0)
  while (reader.at < reader.bytes.length) {
    const shared = reader.number()
    const rest = reader.take(reader.number())
    const term = Buffer.concat([previous.subarray(0, shared), rest])
    const entry = readEntry(reader, term, at)
    yield entry
    at += entry.length + entry.positionsLength
    previous = term
  }
}

const blockBefore = 'select data from dictionary where segment = ? and first <= ? order by first desc limit 1'
const blocksFrom = 'select first, data from dictionary where segment = ? and first > ? order by first limit ?'

/** The entry of a term. */
export function findTerm(database: DatabaseSync, segment: number, term: string): TermEntry | undefined {
  const row = statement(database, blockBefore).get(segment, term)
  if (!row) return undefined
  return findInBlock(unseal(row['data']), Buffer.from(term))
}

/** Looks a term up without building the others: `same` bytes of it are those of the term before, which is lower. */
function findInBlock(block: Uint8Array, term: Buffer): TermEntry | undefined {
  const reader = new ByteReader(block)
  let at = reader.number()
  let same = 0
  while (reader.at < block.length) {
    const shared = reader.number()
    const rest = reader.take(reader.number())
    if (shared < same) return undefined
    let equal = 0
    if (shared === same) {
      while (equal < rest.length && rest[equal] === term[same + equal]) equal += 1
      same += equal
      if (equal < rest.length && (rest[equal] ?? 0) > (term[same] ?? -1)) return undefined
    }
    const entry = readEntry(reader, term, at)
    if (shared + equal === same && equal === rest.length && same === term.length) return entry
    at += entry.length + entry.positionsLength
  }
  return undefined
}

function readEntry(reader: ByteReader, term: Buffer, at: number): TermEntry {
  const number = reader.number()
  const length = reader.number()
  const positionsLength = number % 2 === 1 ? reader.number() : 0
  return { term, count: Math.floor(number / 2), at, length, positionsLength }
}

/** The terms of a segment from the block on that may contain `first`, in order. */
export function* termsFrom(database: DatabaseSync, segment: number, first: string): Generator<TermEntry> {
  const before = statement(database, blockBefore).get(segment, first)
  if (before) yield* readBlock(before['data'])
  for (let last = first; ;) {
    const rows = statement(database, blocksFrom).all(segment, last, blocksAtOnce)
    for (const row of rows) yield* readBlock(row['data'])
    if (rows.length < blocksAtOnce) return
    last = String(rows.at(-1)?.['first'])
  }
}

const blocksAtOnce = 16

/** The terms of a segment with a prefix. */
export function* termsWithPrefix(database: DatabaseSync, segment: number, prefix: string): Generator<TermEntry> {
  const wanted = Buffer.from(prefix)
  for (const entry of termsFrom(database, segment, prefix)) {
    const order = entry.term.subarray(0, wanted.length).compare(wanted)
    if (order > 0) return
    if (order === 0) yield entry
  }
}

/** The list of a term, whose pages are read as they are needed. */
export function readList(database: DatabaseSync, segment: number, entry: TermEntry): EncodedList {
  const { at, length, count, positionsLength } = entry
  return {
    count,
    hasPositions: positionsLength > 0,
    ids: openStream(database, segment, at, length),
    openPositions: () => openStream(database, segment, at + length, positionsLength),
  }
}

function openStream(database: DatabaseSync, segment: number, at: number, length: number): LazyBytes {
  const first = Math.floor(at / pageLength)
  const id = segment * maxPages + first
  const start = at - first * pageLength
  const last = Math.floor((start + length - 1) / pageLength)
  const [only = none] = last === 0 ? readPages(database, id, 1) : []
  if (last === 0) return allLoaded(checkLength(only, start + length).subarray(start, start + length))
  // A damaged length must not allocate memory.
  if (!statement(database, 'select 1 from pages where id = ?').get(id + last)) throw missingPage()
  const all = new Uint8Array((last + 1) * pageLength)
  const isRead = new Uint8Array(last + 1)
  const read = (page: number, count: number) => {
    for (const [index, bytes] of readPages(database, id + page, count).entries()) {
      checkLength(bytes, page + index < last ? pageLength : start + length - last * pageLength)
      all.set(bytes.subarray(0, pageLength), (page + index) * pageLength)
      isRead[page + index] = 1
    }
  }
  return {
    bytes: all.subarray(start, start + length),
    load: (low, high) => {
      const end = Math.min(last, Math.floor((start + high - 1) / pageLength))
      for (let page = Math.floor((start + low) / pageLength); page <= end; page += 1)
        if (isRead[page] === 0) read(page, pagesToRead(isRead, page))
    },
  }
}

/**
 * A list that is read page by page is read ahead, by as many pages as were read without a gap, up to this many: a statement for
 * each page takes two and a half times as long.
 */
const readAhead = 16

/** How many pages are read from `page` on. */
function pagesToRead(isRead: Uint8Array, page: number): number {
  let [before, after] = [page, page + 1]
  while (isRead[before - 1] === 1 && page - before < readAhead) before -= 1
  while (isRead[after] === 0 && after - page < page - before) after += 1
  return after - page
}

function checkLength(bytes: Uint8Array, least: number): Uint8Array {
  if (bytes.length < least) throw missingPage()
  return bytes
}

const missingPage = () => new DamagedBlockError('a page of posting blocks is missing')

/** The pages that were read last: the lists of rare terms share pages, and a merge reads one after the other. */
const pagesOf = new WeakMap<DatabaseSync, Map<number, Uint8Array>>()
const maxCached = 1024

function readPages(database: DatabaseSync, first: number, count: number): Uint8Array[] {
  const cached = pagesOf.get(database) ?? new Map<number, Uint8Array>()
  pagesOf.set(database, cached)
  const ids = Array.from({ length: count }, (_, at) => first + at)
  if (!ids.every((id) => cached.has(id))) {
    if (cached.size + count > maxCached) cached.clear()
    const rows = statement(database, pagesBetween).all(first, first + count - 1)
    for (const { id, data } of rows) cached.set(Number(id), unseal(data))
  }
  return ids.map((id) => cached.get(id) ?? none)
}

const pagesBetween = 'select id, data from pages where id between ? and ?'
const none = new Uint8Array(0)

/** After a transaction was rolled back: another segment may get the number of one that was not written. */
export const forgetPages = (database: DatabaseSync) => pagesOf.delete(database)

/** Deletes at most `limit` rows of segments that `segments` does not have; returns how many there were. */
export function deleteRemains(index: DatabaseSync, limit: number): number {
  const next = (sql: string, after: number) => {
    const value = statement(index, sql).get(after)?.['segment']
    return value === null || value === undefined ? undefined : Number(value)
  }
  const known = new Set(
    statement(index, 'select number from segments')
      .all()
      .map(({ number }) => Number(number)),
  )
  let left = limit
  for (
    let one = next(nextInPages, -1);
    one !== undefined && left > 0;
    one = next(nextInPages, (one + 1) * maxPages - 1)
  )
    if (!known.has(one)) left -= remove(index, deletePages, [one * maxPages, (one + 1) * maxPages, left])
  for (let one = next(nextInDictionary, -1); one !== undefined && left > 0; one = next(nextInDictionary, one))
    if (!known.has(one)) left -= remove(index, deleteBlocks, [one, one, left])
  return limit - left
}

const nextInPages = `select id / ${maxPages} as segment from pages where id > ? order by id limit 1`
const nextInDictionary = 'select min(segment) as segment from dictionary where segment > ?'
const deletePages = `delete from pages where id in (select id from pages where id >= ? and id < ? order by id limit ?)`
const deleteBlocks = `
  delete from dictionary where segment = ? and first in (select first from dictionary where segment = ? limit ?)`

const remove = (index: DatabaseSync, sql: string, values: number[]) =>
  Number(statement(index, sql).run(...values).changes)
