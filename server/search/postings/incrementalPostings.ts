import type { DatabaseSync } from 'node:sqlite'
import { type Bitset, clearBit, hasBit, setBit } from '#server/search/storage/bitset.ts'
import { type FtsQuery, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { docKeyBetween } from '#server/search/storage/ftsSelect.ts'
import { statement } from '#server/search/storage/statements.ts'

/** The cases that match, whichever takes less: their ids, or a bit for every case. */
export type PostingList = { count: number } & ({ ids: Uint32Array; bits?: never } | { bits: Bitset; ids?: never })

/** A case that was changed, and where it stands now; undefined when it is gone. */
export type ChangedCase = { id: number; docKey: number | undefined }

/** To ask of one case whether it holds a word takes as long as to read so many of a list. */
const readInstead = 256
/** To look for words in their places takes as long as to ask of so many cases, however few hold them. */
const searchInstead = 500

/** So many changes it is sooner to look at than to read a list anew. */
export const maxUpdates = (ftsQuery: FtsQuery, { count }: PostingList) =>
  Math.floor(count / readInstead) + (ftsQuery.kind === 'search' ? searchInstead : 0)

/**
 * The posting as it is after these cases changed: each of them is asked about. The same one where nothing is another. A
 * set of bits is changed in place and must have room for them.
 */
export function updatePostingList(
  from: DatabaseSync,
  ftsQuery: FtsQuery,
  { postingList, moved }: { postingList: PostingList; moved: ChangedCase[] },
): PostingList {
  const look = statement(from, `select 1 from cases where cases match ? and ${docKeyBetween}`)
  const text = toFtsSyntax(ftsQuery)
  const isHeld = ({ docKey }: ChangedCase) => docKey !== undefined && look.get(text, docKey, docKey) !== undefined
  const held = new Map(moved.map((one) => [one.id, isHeld(one)]))
  if (!isChanged(postingList, held)) return postingList
  return postingList.ids ? updateIds(postingList.ids, held) : updateBitset(postingList.bits, postingList.count, held)
}

const isChanged = ({ ids, bits }: PostingList, held: ReadonlyMap<number, boolean>) =>
  [...held].some(([id, isHeld]) => (ids ? ids.includes(id) : hasBit(bits, id)) !== isHeld)

function updateIds(old: Uint32Array, held: ReadonlyMap<number, boolean>): PostingList {
  const others = old.filter((id) => !held.has(id))
  const ids = Uint32Array.from([...others, ...[...held].flatMap(([id, isHeld]) => (isHeld ? id : []))])
  return { count: ids.length, ids }
}

function updateBitset(bits: Bitset, before: number, held: ReadonlyMap<number, boolean>): PostingList {
  let count = before
  for (const [id, isHeld] of held) {
    if (hasBit(bits, id) === isHeld) continue
    count += isHeld ? 1 : -1
    if (isHeld) setBit(bits, id)
    else clearBit(bits, id)
  }
  return { count, bits }
}
