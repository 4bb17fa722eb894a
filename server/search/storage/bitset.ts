/*
 * Loops count an index here and where a search goes through the ids of a frequent term: `for … of` over a typed array takes
 * three times as long.
 */

/** Bitset: a set of ids, one bit each, 32 in an element. Two bitsets may differ in length; ids beyond the end are not in the set. */
export type Bitset = Uint32Array

export const emptyBitset = (maxId: number): Bitset => new Uint32Array((maxId >>> 5) + 1)

export const hasBit = (bits: Bitset, id: number) => (((bits[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1

export function setBit(bits: Bitset, id: number) {
  bits[id >>> 5] = (bits[id >>> 5] ?? 0) | (1 << (id & 31))
}

export function clearBit(bits: Bitset, id: number) {
  bits[id >>> 5] = (bits[id >>> 5] ?? 0) & ~(1 << (id & 31))
}

export function bitsetOf(ids: Uint32Array, maxId: number): Bitset {
  const bits = emptyBitset(maxId)
  setBits(bits, ids)
  return bits
}

export function setBits(bits: Bitset, ids: Uint32Array) {
  for (let at = 0; at < ids.length; at += 1) setBit(bits, ids[at] ?? 0)
}

export function clearBits(bits: Bitset, ids: Uint32Array) {
  for (let at = 0; at < ids.length; at += 1) clearBit(bits, ids[at] ?? 0)
}

/** Intersection, in place: keeps in `bits` what is in `other` too. */
export function intersect(bits: Bitset, other: Bitset) {
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0)
}

/** Union, in place: adds what is in `other`, which is not longer. */
export function union(bits: Bitset, other: Bitset) {
  for (let at = 0; at < other.length; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0)
}

/** Difference, in place: removes what is in `other`. */
export function subtract(bits: Bitset, other: Bitset) {
  const length = Math.min(bits.length, other.length)
  for (let at = 0; at < length; at += 1) bits[at] = (bits[at] ?? 0) & ~(other[at] ?? 0)
}

export function countBits(bits: Bitset): number {
  let count = 0
  for (let at = 0; at < bits.length; at += 1) {
    const word = bits[at] ?? 0
    let rest = word - ((word >>> 1) & 0x55555555)
    rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
    count += Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** The ids in the set, ascending; `count`: their number. */
export function idsOfBitset(bits: Bitset, count: number): Uint32Array {
  const ids = new Uint32Array(count)
  let size = 0
  for (let at = 0; at < bits.length; at += 1)
    for (let rest = bits[at] ?? 0; rest !== 0; rest &= rest - 1) {
      ids[size] = (at << 5) + 31 - Math.clz32(rest & -rest)
      size += 1
    }
  return ids
}
