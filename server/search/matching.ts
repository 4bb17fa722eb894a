import { addAll, type Bits, bitsOf, countBits, hasBit, idsOf, keepOnly, noBits, setBit, takeOut } from './bits.ts'
import { type Columns, highestId, placeOfCase } from './columns.ts'
import type { Bounds, Range } from './enumerate.ts'
import type { Library } from './library.ts'
import { type Match, search, written } from './match.ts'
import { anyRow } from './ownWords.ts'
import { mend, type Posting } from './mending.ts'
import { placeOn } from './schema.ts'

/** The cases that match: who they are, and how many. */
export type Matches = { bits: Bits; count: number }

/** All cases that match, between two places. The lists of words are kept, so that frequent words cost next to nothing. */
export function findMatches(library: Library, { match, ...range }: Bounds): Matches {
  const key = `${range.low} ${range.high} ${written(match)}`
  return library.found.get(key, () => {
    const bits = matching(library, match)
    if (range.low > 0 || range.high < Number.MAX_SAFE_INTEGER) keepOnly(bits, within(library.columns, range))
    return { bits, count: countBits(bits) }
  })
}

/** A set of the asker's own, which it may change. */
export function matching(library: Library, match: Match): Bits {
  if (match.kind === 'all') return allOf(library, match.of)
  if (match.kind === 'any') return anyOf(library, match.of)
  if (match.kind === 'but') {
    const bits = matching(library, match.of)
    takeOut(bits, matching(library, match.not))
    return bits
  }
  const { columns } = library
  if (match.kind === 'word' && match.word === anyRow) return columns.present.slice()
  return bitsOfPosting(postingOf(library, match), columns)
}

const postingOf = (library: Library, match: Match) => amongWithin(library, match) ?? library.postings.of(match)

/** So many cases are asked one by one sooner than FTS5 finds a phrase of frequent words. */
const mostAsked = 500

/** A search that lies within others, where these are at hand and leave few cases. */
function amongWithin({ postings, columns, database }: Library, match: Match): Posting | undefined {
  const within = match.kind === 'search' ? (match.within ?? []).filter(postings.has) : []
  if (within.length === 0 || postings.has(match)) return undefined
  const bits = columns.present.slice()
  for (const one of within) keepOnly(bits, bitsOfPosting(postings.of(one), columns))
  const count = countBits(bits)
  if (count > mostAsked) return undefined
  const moved = [...idsOf(bits, count)].map((id) => ({ id, place: placeOfCase(columns, id) }))
  return postings.keep(match, mend(database, match, { posting: { count: 0, ids: new Uint32Array(0) }, moved }))
}

function bitsOfPosting({ ids, bits }: Posting, columns: Columns): Bits {
  if (ids) return bitsOf(ids, highestId(columns))
  const own = noBits(highestId(columns))
  own.set(bits)
  return own
}

function anyOf(library: Library, parts: readonly Match[]): Bits {
  const bits = noBits(highestId(library.columns))
  for (const part of parts) {
    const posting = isLeaf(part) ? postingOf(library, part) : undefined
    if (posting?.ids) for (const id of posting.ids) setBit(bits, id)
    else addAll(bits, posting?.bits ?? matching(library, part))
  }
  return bits
}

/** Where something already says that few match, FTS5 looks for those among long lists that are not at hand. */
const few = 4096

function allOf(library: Library, parts: readonly Match[]): Bits {
  const ready = parts.filter((part) => isReady(library, part))
  const [first, ...others] = ready.map((part) => matching(library, part))
  for (const other of others) if (first) keepOnly(first, other)
  if (first && ready.length === parts.length) return first
  if (first && countBits(first) <= few)
    return bitsOfPosting(library.postings.of(search(written({ kind: 'all', of: parts }))), library.columns)
  const bits = first ?? library.columns.present.slice()
  for (const part of parts) if (!ready.includes(part)) keepOnly(bits, matching(library, part))
  return bits
}

const isLeaf = (match: Match) => match.kind === 'word' || match.kind === 'search'

/** Whether it is soon known which cases match. */
export function isReady(library: Library, match: Match): boolean {
  if (match.kind === 'word') return match.word === anyRow || library.postings.isShort(match)
  if (match.kind === 'search') return library.postings.has(match) || amongWithin(library, match) !== undefined
  const parts = match.kind === 'but' ? [match.of, match.not] : match.of
  return parts.every((part) => isReady(library, part))
}

/** The cases of a range of places. */
function within(columns: Columns, { low, high }: Range): Bits {
  return bitsOf(columns.order.subarray(firstFrom(columns, low), firstFrom(columns, high + 1)), highestId(columns))
}

/** How many cases stand before a place. */
function firstFrom({ order, values }: Columns, place: number): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const id = order[middle] ?? 0
    if (placeOn(values.day[id] ?? 0, id) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** The newest `most` of the matches, the oldest of them first. */
export function newestOf({ order }: Columns, { bits, count }: Matches, most: number): Uint32Array {
  const newest = new Uint32Array(Math.min(most, count))
  let left = newest.length
  for (let at = order.length - 1; at >= 0 && left > 0; at -= 1) {
    const id = order[at] ?? 0
    if (!hasBit(bits, id)) continue
    left -= 1
    newest[left] = id
  }
  return newest.subarray(left)
}

/** A page of the matches by age. */
export function pageByAge(
  { order }: Columns,
  { bits }: Matches,
  { newest, offset, most }: { newest: boolean; offset: number; most: number },
): number[] {
  const ids: number[] = []
  let passed = 0
  for (let step = 0; step < order.length && ids.length < most; step += 1) {
    const id = order[newest ? order.length - 1 - step : step] ?? 0
    if (!hasBit(bits, id)) continue
    if (passed >= offset) ids.push(id)
    passed += 1
  }
  return ids
}

export const allIds = ({ bits, count }: Matches) => idsOf(bits, count)
