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
export const postingSizes: PostingSizes = { most_bytes: 96 * 2 ** 20, short: 4096 }

/**
 * What was found stays true when cases change: whether each of them still matches is asked when the list is next
 * wanted, so that a change costs little however many lists are kept. What is not in memory may be among the lists of the
 * index (`lists.ts`); only then FTS5 is asked.
 */
export function keepPostings(from: DatabaseSync, columns: Columns, sizes = postingSizes): Postings {
  const kept = new Map<string, Listed>()
  const wanted = new Map<string, Match>()
  let bytes = 0

  function drop(key: string) {
    const old = kept.get(key)
    if (old) bytes -= bytesOf(key, old.posting)
    kept.delete(key)
  }

  function keep(match: Match, posting: Posting) {
    const key = written(match)
    drop(key)
    kept.set(key, { posting, stamp: columns.stamp })
    bytes += bytesOf(key, posting)
    for (const oldest of kept.keys()) {
      if (bytes <= sizes.most_bytes || oldest === key) break
      drop(oldest)
    }
    return posting
  }

  /** As it is now. */
  function known(match: Match): Posting | undefined {
    const inMemory = kept.get(written(match))
    if (inMemory?.stamp === columns.stamp) return inMemory.posting
    return (inMemory && asItIsNow(match, inMemory)) ?? asItIsNow(match, readList(from, match, highestId(columns)))
  }

  function asItIsNow(match: Match, old: Listed | undefined): Posting | undefined {
    const changed = old && changedSince(columns, old.stamp)
    if (!changed || changed.length > mostMended(match, old.posting) || !hasRoom(old.posting, changed)) return undefined
    const moved = changed.map((id) => ({ id, place: placeOfCase(columns, id) }))
    return keep(match, mend(from, match, { posting: old.posting, moved }))
  }

  function of(match: Match) {
    wanted.delete(written(match))
    return keep(match, known(match) ?? packed(idsOfMatches(from, match), highestId(columns)))
  }

  /** Whoever looks whether it is short has read it. */
  function isShort(match: Match) {
    if (known(match)) return true
    const ids = fewIds(from, match, sizes.short)
    if (ids) keep(match, packed(ids, highestId(columns)))
    return ids !== undefined
  }

  return {
    of,
    keep,
    want: (match) => wanted.set(written(match), match),
    readWanted: () => {
      const [next] = wanted.values()
      if (next) of(next)
      return next !== undefined
    },
    has: (match) => known(match) !== undefined,
    isShort,
    size: () => bytes,
  }
}

const hasRoom = ({ bits }: Posting, changed: readonly number[]) =>
  bits === undefined || changed.every((id) => id >>> 5 < bits.length)

/** What is kept around a list, about. */
const overhead = 200

const bytesOf = (key: string, { ids, bits }: Posting) => (ids ?? bits).byteLength + 2 * key.length + overhead
