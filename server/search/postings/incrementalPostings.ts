import type { DatabaseSync } from 'node:sqlite'
import { type Bits, clearBit, hasBit, setBit } from './bits.ts'
import { betweenPlaces } from './enumerate.ts'
import { type Match, written } from './match.ts'
import { statement } from './statements.ts'

/** The cases that match, whichever takes less: their ids, or a bit for every case. */
export type Posting = { count: number } & ({ ids: Uint32Array; bits?: never } | { bits: Bits; ids?: never })

/** A case that was changed, and where it stands now; undefined when it is gone. */
export type Moved = { id: number; place: number | undefined }

/** To ask of one case whether it holds a word takes as long as to read so many of a list. */
const readInstead = 256
/** To look for words in their places takes as long as to ask of so many cases, however few hold them. */
const searchInstead = 500

/** So many changes it is sooner to look at than to read a list anew. */
export const mostMended = (match: Match, { count }: Posting) =>
  Math.floor(count / readInstead) + (match.kind === 'search' ? searchInstead : 0)

/**
 * The posting as it is after these cases changed: each of them is asked about. The same one where nothing is another. A
 * set of bits is changed in place and must have room for them.
 */
export function mend(
  from: DatabaseSync,
  match: Match,
  { posting, moved }: { posting: Posting; moved: Moved[] },
): Posting {
  const look = statement(from, `select 1 from cases where cases match ? and ${betweenPlaces}`)
  const text = written(match)
  const isHeld = ({ place }: Moved) => place !== undefined && look.get(text, place, place) !== undefined
  const held = new Map(moved.map((one) => [one.id, isHeld(one)]))
  if (!isChanged(posting, held)) return posting
  return posting.ids ? mendIds(posting.ids, held) : mendBits(posting.bits, posting.count, held)
}

const isChanged = ({ ids, bits }: Posting, held: ReadonlyMap<number, boolean>) =>
  [...held].some(([id, isHeld]) => (ids ? ids.includes(id) : hasBit(bits, id)) !== isHeld)

function mendIds(old: Uint32Array, held: ReadonlyMap<number, boolean>): Posting {
  const others = old.filter((id) => !held.has(id))
  const ids = Uint32Array.from([...others, ...[...held].flatMap(([id, isHeld]) => (isHeld ? id : []))])
  return { count: ids.length, ids }
}

function mendBits(bits: Bits, before: number, held: ReadonlyMap<number, boolean>): Posting {
  let count = before
  for (const [id, isHeld] of held) {
    if (hasBit(bits, id) === isHeld) continue
    count += isHeld ? 1 : -1
    if (isHeld) setBit(bits, id)
    else clearBit(bits, id)
  }
  return { count, bits }
}
