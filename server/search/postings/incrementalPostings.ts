import type { DatabaseSync } from 'node:sqlite'
import { type Bitset, clearBit, hasBit, setBit } from '#server/search/storage/bitset.ts'
import type { FtsQuery } from '#server/search/storage/ftsQuery.ts'
import { caseCheck } from '#server/search/storage/ftsSelect.ts'

/** A posting list: the cases that match, as ids or as a bitset, whichever is smaller. */
export type PostingList = { count: number } & ({ ids: Uint32Array; bits?: never } | { bits: Bitset; ids?: never })

/** Checking one case for a term takes as long as reading this many entries of a posting list. */
const entriesPerCheck = 256
/** A phrase or proximity search takes as long as checking this many cases, however few match. */
const checksPerSearch = 500

/** Up to this many changes, an incremental update is faster than reading the posting list again. */
export const maxUpdates = (ftsQuery: FtsQuery, { count }: PostingList) =>
  Math.floor(count / entriesPerCheck) + (ftsQuery.kind === 'word' ? 0 : checksPerSearch)

/**
 * Incremental update of a posting list: checks each changed case. Returns the same object if nothing changed. A bitset is
 * changed in place and must have the capacity for the ids.
 */
export function updatePostingList(
  from: DatabaseSync,
  ftsQuery: FtsQuery,
  { postingList, changed }: { postingList: PostingList; changed: readonly number[] },
): PostingList {
  const isMatch = caseCheck(from, ftsQuery)
  const matching = new Map(changed.map((id) => [id, isMatch(id)]))
  if (!isChanged(postingList, matching)) return postingList
  return postingList.ids
    ? updateIds(postingList.ids, matching)
    : updateBitset(postingList.bits, postingList.count, matching)
}

const isChanged = ({ ids, bits }: PostingList, matching: ReadonlyMap<number, boolean>) =>
  [...matching].some(([id, matches]) => (ids ? ids.includes(id) : hasBit(bits, id)) !== matches)

function updateIds(old: Uint32Array, matching: ReadonlyMap<number, boolean>): PostingList {
  const others = old.filter((id) => !matching.has(id))
  const ids = Uint32Array.from([...others, ...[...matching].flatMap(([id, matches]) => (matches ? id : []))])
  return { count: ids.length, ids }
}

function updateBitset(bits: Bitset, before: number, matching: ReadonlyMap<number, boolean>): PostingList {
  let count = before
  for (const [id, matches] of matching) {
    if (hasBit(bits, id) === matches) continue
    count += matches ? 1 : -1
    if (matches) setBit(bits, id)
    else clearBit(bits, id)
  }
  return { count, bits }
}
