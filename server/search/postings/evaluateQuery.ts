import {
  union,
  type Bitset,
  bitsetOf,
  clearBit,
  countBits,
  hasBit,
  idsOfBitset,
  intersect,
  emptyBitset,
  setBit,
  subtract,
} from '#server/search/storage/bitset.ts'
import { docKeyAt } from '#server/search/storage/documentKey.ts'
import { allOf as conjunction, type FtsQuery, hasPrefix, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { caseCheck, tableOf, type RangedQuery, type DocKeyRange } from '#server/search/storage/ftsSelect.ts'
import { matchAllTerm } from '#server/search/storage/indexTerms.ts'
import { type ColumnStore, maxId } from './columnStore.ts'
import { updatePostingList, type PostingList } from './incrementalPostings.ts'
import type { IndexReader, Matches } from './indexReader.ts'

/** All cases in a range of document keys that match. Posting lists are cached, so that frequent terms cost almost nothing. */
export function findMatches(reader: IndexReader, { ftsQuery, ...range }: RangedQuery): Matches {
  const key = `${range.low} ${range.high} ${toFtsSyntax(ftsQuery)}`
  return reader.matchCache.getOrCompute(key, () => {
    const bits = evaluate(reader, ftsQuery)
    if (range.low > 0 || range.high < Number.MAX_SAFE_INTEGER) intersect(bits, bitsetOfRange(reader.columnStore, range))
    return { bits, count: countBits(bits) }
  })
}

/** Evaluates a query over posting lists. The caller owns the returned bitset and may change it. */
export function evaluate(reader: IndexReader, ftsQuery: FtsQuery): Bitset {
  if (ftsQuery.kind === 'all') return allOf(reader, ftsQuery.of)
  if (ftsQuery.kind === 'any') return anyOf(reader, ftsQuery.of)
  if (ftsQuery.kind === 'but') {
    const bits = evaluate(reader, ftsQuery.of)
    subtract(bits, evaluate(reader, ftsQuery.not))
    return bits
  }
  const { columnStore } = reader
  if (ftsQuery.kind === 'word' && ftsQuery.word === matchAllTerm) return columnStore.present.slice()
  return bitsetOfPostingList(postingOf(reader, ftsQuery), columnStore)
}

const postingOf = (reader: IndexReader, ftsQuery: FtsQuery) =>
  narrowPhrase(reader, ftsQuery) ?? reader.postings.get(ftsQuery)

/** Checking this many cases one by one is faster than an FTS5 search for a phrase of frequent words. */
const maxRowChecks = 500

/** The posting list of a search by row checks, if cached posting lists that contain it leave few cases. */
function narrowPhrase({ postings, columnStore, database }: IndexReader, ftsQuery: FtsQuery): PostingList | undefined {
  const within = ftsQuery.kind === 'phrase' ? (ftsQuery.within ?? []).filter(postings.has) : []
  if (within.length === 0 || postings.has(ftsQuery)) return undefined
  const bits = columnStore.present.slice()
  for (const one of within) intersect(bits, bitsetOfPostingList(postings.get(one), columnStore))
  const count = countBits(bits)
  if (count > maxRowChecks) return undefined
  return postings.put(
    ftsQuery,
    updatePostingList(database, ftsQuery, {
      postingList: { count: 0, ids: new Uint32Array(0) },
      changed: [...idsOfBitset(bits, count)],
    }),
  )
}

function bitsetOfPostingList({ ids, bits }: PostingList, columnStore: ColumnStore): Bitset {
  if (ids) return bitsetOf(ids, maxId(columnStore))
  const own = emptyBitset(maxId(columnStore))
  own.set(bits)
  return own
}

function anyOf(reader: IndexReader, parts: readonly FtsQuery[]): Bitset {
  const bits = emptyBitset(maxId(reader.columnStore))
  for (const part of parts) {
    const postingList = isLeaf(part) ? postingOf(reader, part) : undefined
    if (postingList?.ids) for (const id of postingList.ids) setBit(bits, id)
    else union(bits, postingList?.bits ?? evaluate(reader, part))
  }
  return bits
}

/** If the cheap parts leave at most this many cases, the long posting lists of the others are not read. */
const few = 4096

function allOf(reader: IndexReader, parts: readonly FtsQuery[]): Bitset {
  const cheap = parts.filter((part) => isCheap(reader, part))
  const rest = parts.filter((part) => !cheap.includes(part))
  const [first, ...others] = cheap.map((part) => evaluate(reader, part))
  const bits = first ?? reader.columnStore.present.slice()
  for (const other of others) intersect(bits, other)
  if (first && rest.length > 0 && countBits(bits) <= few) narrow(reader, bits, { cheap, rest })
  else for (const part of rest) intersect(bits, evaluate(reader, part))
  return bits
}

type Narrowing = { cheap: readonly FtsQuery[]; rest: readonly FtsQuery[] }

/** Intersects few cases with the rest of a query: FTS5 does it with cheap parts of the same table, or case by case. */
function narrow(reader: IndexReader, bits: Bitset, { cheap, rest }: Narrowing) {
  for (const [table, of] of Map.groupBy(rest, tableOf)) {
    const count = countBits(bits)
    const together = cheap.filter((part) => tableOf(part) === table)
    if (table && together.length > 0)
      intersect(bits, bitsetOfPostingList(reader.postings.get(conjunction([...together, ...of])), reader.columnStore))
    else if (table && count <= maxRowChecks && !of.some(hasPrefix)) {
      const isMatch = caseCheck(reader.database, conjunction(of))
      for (const id of idsOfBitset(bits, count)) if (!isMatch(id)) clearBit(bits, id)
    } else for (const part of of) intersect(bits, evaluate(reader, part))
  }
}

const isLeaf = ({ kind }: FtsQuery) => kind !== 'all' && kind !== 'any' && kind !== 'but'

/** Whether a query can be evaluated quickly: from cached or short posting lists. */
export function isCheap(reader: IndexReader, ftsQuery: FtsQuery): boolean {
  if (ftsQuery.kind === 'word') return ftsQuery.word === matchAllTerm || reader.postings.isShort(ftsQuery)
  if (ftsQuery.kind === 'but') return isCheap(reader, ftsQuery.of) && isCheap(reader, ftsQuery.not)
  if (ftsQuery.kind === 'all' || ftsQuery.kind === 'any') return ftsQuery.of.every((part) => isCheap(reader, part))
  return reader.postings.has(ftsQuery) || narrowPhrase(reader, ftsQuery) !== undefined
}

/** The cases in a range of document keys. */
function bitsetOfRange(columnStore: ColumnStore, { low, high }: DocKeyRange): Bitset {
  return bitsetOf(
    columnStore.chronological.subarray(lowerBound(columnStore, low), lowerBound(columnStore, high + 1)),
    maxId(columnStore),
  )
}

/** How many cases precede a document key. */
function lowerBound({ chronological: order, values }: ColumnStore, docKey: number): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const id = order[middle] ?? 0
    if (docKeyAt(values.day[id] ?? 0, id) < docKey) low = middle + 1
    else high = middle
  }
  return low
}

/** The newest `limit` matches, the oldest of them first. */
export function collectNewest(
  { chronological: order }: ColumnStore,
  { bits, count }: Matches,
  limit: number,
): Uint32Array {
  const newest = new Uint32Array(Math.min(limit, count))
  let left = newest.length
  for (let at = order.length - 1; at >= 0 && left > 0; at -= 1) {
    const id = order[at] ?? 0
    if (!hasBit(bits, id)) continue
    left -= 1
    newest[left] = id
  }
  return newest.subarray(left)
}

/** A page of the matches in chronological order. */
export function pageByAge(
  { chronological: order }: ColumnStore,
  { bits }: Matches,
  { newest, offset, limit }: { newest: boolean; offset: number; limit: number },
): number[] {
  const ids: number[] = []
  let skipped = 0
  for (let step = 0; step < order.length && ids.length < limit; step += 1) {
    const id = order[newest ? order.length - 1 - step : step] ?? 0
    if (!hasBit(bits, id)) continue
    if (skipped >= offset) ids.push(id)
    skipped += 1
  }
  return ids
}

export const allIds = ({ bits, count }: Matches) => idsOfBitset(bits, count)
