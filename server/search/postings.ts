import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Bits, bitsOf, clearBit, hasBit, setBit } from './bits.ts'
import { changedSince, type Columns, highestId, placeOfCase } from './columns.ts'
import { fewIds, idsOfMatches } from './enumerate.ts'
import { type Match, written } from './match.ts'

/** The cases that match, whichever takes less: their ids, or a bit for every case. */
export type Posting = { count: number } & ({ ids: Uint32Array; bits?: never } | { bits: Bits; ids?: never })

/** What FTS5 finds for one word of the index, or one search, kept from question to question. */
export type Postings = {
  of: (match: Match) => Posting
  /** Whether it is at hand. */
  has: (match: Match) => boolean
  /** Whether it is at hand, or in so few cases that it soon is. */
  isShort: (match: Match) => boolean
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
  /** A list of fewer is found again sooner than it is mended. */
  short: number
  /** After more changes a list is read anew. */
  mended: number
}
export const postingSizes: PostingSizes = { most_bytes: 96 * 2 ** 20, short: 4096, mended: 64 }

type Kept = { posting: Posting; stamp: number }

/**
 * What was found stays true when cases change: whether each of them still matches is asked when the list is next
 * wanted, so that a change costs little however many lists are kept.
 */
export function keepPostings(from: DatabaseSync, columns: Columns, sizes = postingSizes): Postings {
  const kept = new Map<string, Kept>()
  const wanted = new Map<string, Match>()
  // FTS5 does not look for one row when it is asked for an equal number of JavaScript.
  const isHeld = from.prepare('select 1 from cases where cases match ? and rowid between ? and ?')
  let bytes = 0

  function drop(key: string) {
    const old = kept.get(key)
    if (old) bytes -= bytesOf(old.posting)
    kept.delete(key)
  }

  function keep(key: string, posting: Posting) {
    drop(key)
    kept.set(key, { posting, stamp: columns.stamp })
    bytes += bytesOf(posting)
    for (const oldest of kept.keys()) {
      if (bytes <= sizes.most_bytes || oldest === key) break
      drop(oldest)
    }
    return posting
  }

  function known(key: string): Posting | undefined {
    const old = kept.get(key)
    const changed = old && changedSince(columns, old.stamp)
    if (!changed) return undefined
    if (changed.length > 0 && (changed.length > sizes.mended || !canMend(old.posting, changed))) return undefined
    for (const id of changed) mend(old.posting, { id, isHeld: isHeldNow(isHeld, key, placeOfCase(columns, id)) })
    old.stamp = columns.stamp
    return old.posting
  }

  function of(match: Match) {
    const key = written(match)
    wanted.delete(key)
    return keep(key, known(key) ?? packed(idsOfMatches(from, match), highestId(columns), sizes))
  }

  /** Whoever looks whether it is short has read it. */
  function isShort(match: Match) {
    const key = written(match)
    if (known(key)) return true
    const ids = fewIds(from, match, sizes.short)
    if (ids) keep(key, packed(ids, highestId(columns), sizes))
    return ids !== undefined
  }

  return {
    of,
    want: (match) => wanted.set(written(match), match),
    readWanted: () => {
      const [next] = wanted.values()
      if (next) of(next)
      return next !== undefined
    },
    has: (match) => known(written(match)) !== undefined,
    isShort,
    size: () => bytes,
  }
}

const isHeldNow = (statement: StatementSync, key: string, place: number | undefined) =>
  place !== undefined && statement.get(key, place, place) !== undefined

const canMend = ({ bits }: Posting, changed: readonly number[]) =>
  bits !== undefined && changed.every((id) => id >>> 5 < bits.length)

function packed(ids: Uint32Array, highest: number, { short }: PostingSizes): Posting {
  // A short list is read anew sooner than it is mended.
  if (ids.length < short || ids.length * 32 < highest) return { count: ids.length, ids: ids.slice() }
  return { count: ids.length, bits: bitsOf(ids, highest) }
}

type Mended = { id: number; isHeld: boolean }

function mend(posting: Posting, { id, isHeld }: Mended) {
  const { bits } = posting
  if (!bits || hasBit(bits, id) === isHeld) return
  posting.count += isHeld ? 1 : -1
  if (isHeld) setBit(bits, id)
  else clearBit(bits, id)
}

const bytesOf = ({ ids, bits }: Posting) => (ids ?? bits).byteLength
