import type { Bitset } from '#server/search/storage/bitset.ts'
import { type ByteReader, type ByteWriter, DamagedBlockError } from './bytes.ts'
import { blockLength } from './packedBlock.ts'

/*
 * A block of ids of a frequent term as a bitset: a header, the number of elements, and the elements of 32 bits, lowest byte first. The
 * first element is that of the id after `before`, the last id of the block before.
 */

/** A packed block begins with its number of bits, at most 32. */
const header = 64
const headerLength = 2
/** A term that is rarer than in one case of 16 has gaps. */
const maxElements = 64
/** It is added to a result 32 ids at a time, and may therefore be larger than the packed gaps by this factor. */
const largest = 1.5

const elements = new Uint32Array(maxElements)

/** Appends a full block of ids as a bitset, unless that is much larger than `packedLength`, the bytes of its gaps; returns whether it did. */
export function packBitset(out: ByteWriter, ids: Uint32Array, before: number, packedLength: number): boolean {
  const first = (before + 1) >>> 5
  const count = ((ids[blockLength - 1] ?? 0) >>> 5) - first + 1
  if (count > maxElements || headerLength + 4 * count > largest * packedLength) return false
  elements.fill(0, 0, count)
  for (let index = 0; index < blockLength; index += 1) {
    const id = ids[index] ?? 0
    const element = (id >>> 5) - first
    elements[element] = (elements[element] ?? 0) | (1 << (id & 31))
  }
  out.byte(header)
  out.byte(count)
  for (let element = 0; element < count; element += 1)
    for (let shift = 0; shift < 32; shift += 8) out.byte(((elements[element] ?? 0) >>> shift) & 255)
  return true
}

/** Whether the block at the position of the reader is a bitset. */
export const isBitset = ({ bytes, at }: ByteReader) => bytes[at] === header

/** Opens a block: where its elements begin. */
function openBlock(from: ByteReader): { view: DataView; start: number; count: number } {
  from.byte()
  const count = from.byte()
  const start = from.at
  from.take(4 * count)
  return { view: from.view(), start, count }
}

/** Writes the ids of a block to `ids` from `at` on. */
export function unpackBitset(from: ByteReader, before: number, ids: Uint32Array, at: number) {
  const { view, start, count } = openBlock(from)
  let size = 0
  for (let element = 0, id = (before + 1) & ~31; element < count; element += 1, id += 32)
    for (let rest = view.getUint32(start + 4 * element, true); rest !== 0 && size < blockLength; rest &= rest - 1) {
      ids[at + size] = id + 31 - Math.clz32(rest & -rest)
      size += 1
    }
  if (size < blockLength) throw new DamagedBlockError('a bitset of a posting list has too few ids')
}

/** Adds the ids of a block to `bits`, without the `dead` ones. */
export function addBitset(from: ByteReader, before: number, bits: Bitset, dead: Bitset) {
  const { view, start, count } = openBlock(from)
  const first = (before + 1) >>> 5
  for (let element = 0; element < count; element += 1) {
    const to = first + element
    bits[to] = (bits[to] ?? 0) | (view.getUint32(start + 4 * element, true) & ~(dead[to] ?? 0))
  }
}
