import type { DatabaseSync } from 'node:sqlite'
import { type Bits, clearBit, hasBit, setBit } from './bits.ts'
import { betweenPlaces } from './enumerate.ts'
import { type Match, written } from './match.ts'
import { statement } from './statements.ts'

/** The cases that match, whichever takes less: their ids, or a bit for every case. */
export type Posting = { count: number } & ({ ids: Uint32Array; bits?: never } | { bits: Bits; ids?: never })

/** A case that was changed, and where it stands now; undefined when it is gone. */
export type Moved = { id: number; place: number | undefined }

/** To ask of one case whether it matches takes as long as to read so many of a list. */
const readInstead = 256

/** Whether it is sooner to look at what changed than to read a list anew. */
export const isWorthMending = ({ count }: Posting, changes: number) => changes * readInstead <= count

/**
 * The posting as it is after these cases changed: each of them is asked about. A set of bits is changed in place and must
 * have room for them.
 */
export function mend(from: DatabaseSync, match: Match, { posting, moved }: { posting: Posting; moved: Moved[] }) {
  const look = statement(from, `select 1 from cases where cases match ? and ${betweenPlaces}`)
  const text = written(match)
  const isHeld = ({ place }: Moved) => place !== undefined && look.get(text, place, place) !== undefined
  const held = new Map(moved.map((one) => [one.id, isHeld(one)]))
  return posting.ids ? mendIds(posting.ids, held) : mendBits(posting.bits, posting.count, held)
}

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
