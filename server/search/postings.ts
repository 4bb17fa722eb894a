import type { DatabaseSync } from 'node:sqlite'
import { changedSince, type Columns, highestId, placeOfCase } from './columns.ts'
import { fewIds, idsOfMatches } from './enumerate.ts'
import { type Listed, packed, readList } from './lists.ts'
import { type Match, written } from './match.ts'
import { mend, mostMended, type Posting } from './mending.ts'

/** What FTS5 finds for one word of the index, or one search, kept from question to question. */
export type Postings = {
  of: (match: Match) => Posting
  /** Whether it is at hand. */
  has: (match: Match) => boolean
  /** Whether it is at hand, or in so few cases that it soon is. */
  isShort: (match: Match) => boolean
  /** Keeps what was found otherwise. */
  keep: (match: Match, posting: Posting) => Posting
  /** Asks that it be read when nobody waits. */
  want: (match: Match) => void
  /** Reads one that is wanted; false when there is none. */
  readWanted: () => boolean
  /** The bytes that are kept. */
  size: () => number
}

export type PostingSizes = {
  /** So many bytes are kept by each thread that answers, of what was asked for last. */
  most_bytes: number
  /** A list of so many cases is found soon enough. */
  short: number
}
const postingSizes: PostingSizes = { most_bytes: 96 * 2 ** 20, short: 4096 }

/**
 * What was found stays true when cases change: whether each of them still matches is asked when the list is next
 * wanted, so that a change costs little however many lists are kept. What is not in memory may be among the lists of the
 * index (`lists.ts`); only then FTS5 is asked.
 */
export function keepPostings(from: DatabaseSync, columns: Columns, sizes = postingSizes): Postings {
  const shelf: Shelf = { from, columns, most_bytes: sizes.most_bytes, kept: new Map(), bytes: 0 }
  const wanted = new Map<string, Match>()

  function of(match: Match) {
    wanted.delete(written(match))
    return keep(shelf, match, known(shelf, match) ?? packed(idsOfMatches(from, match), highestId(columns)))
  }

  return {
    of,
    keep: (match, posting) => keep(shelf, match, posting),
    want: (match) => wanted.set(written(match), match),
    readWanted: () => {
      const [next] = wanted.values()
      if (next) of(next)
      return next !== undefined
    },
    has: (match) => known(shelf, match) !== undefined,
    isShort: (match) => isShort(shelf, match, sizes.short),
    size: () => shelf.bytes,
  }
}

/** The lists that are in memory, the one asked for last at the end, and what they are read from. */
type Shelf = {
  from: DatabaseSync
  columns: Columns
  most_bytes: number
  kept: Map<string, Listed>
  bytes: number
}

function keep(shelf: Shelf, match: Match, posting: Posting) {
  const key = written(match)
  drop(shelf, key)
  shelf.kept.set(key, { posting, stamp: shelf.columns.stamp })
  shelf.bytes += bytesOf(key, posting)
  for (const oldest of shelf.kept.keys()) {
    if (shelf.bytes <= shelf.most_bytes || oldest === key) break
    drop(shelf, oldest)
  }
  return posting
}

function drop(shelf: Shelf, key: string) {
  const old = shelf.kept.get(key)
  if (old) shelf.bytes -= bytesOf(key, old.posting)
  shelf.kept.delete(key)
}

/** As it is now. */
function known(shelf: Shelf, match: Match): Posting | undefined {
  const { from, columns, kept } = shelf
  const inMemory = kept.get(written(match))
  if (inMemory?.stamp === columns.stamp) return inMemory.posting
  return (
    (inMemory && asItIsNow(shelf, match, inMemory)) ??
    asItIsNow(shelf, match, readList(from, match, highestId(columns)))
  )
}

function asItIsNow(shelf: Shelf, match: Match, old: Listed | undefined): Posting | undefined {
  const { from, columns } = shelf
  const changed = old && changedSince(columns, old.stamp)
  if (!changed || changed.length > mostMended(match, old.posting) || !hasRoom(old.posting, changed)) return undefined
  const moved = changed.map((id) => ({ id, place: placeOfCase(columns, id) }))
  return keep(shelf, match, mend(from, match, { posting: old.posting, moved }))
}

/** Whoever looks whether it is short has read it. */
function isShort(shelf: Shelf, match: Match, short: number) {
  if (known(shelf, match)) return true
  const ids = fewIds(shelf.from, match, short)
  if (ids) keep(shelf, match, packed(ids, highestId(shelf.columns)))
  return ids !== undefined
}

const hasRoom = ({ bits }: Posting, changed: readonly number[]) =>
  bits === undefined || changed.every((id) => id >>> 5 < bits.length)

/** What is kept around a list, about. */
const overhead = 200

const bytesOf = (key: string, { ids, bits }: Posting) => (ids ?? bits).byteLength + 2 * key.length + overhead
