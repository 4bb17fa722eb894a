import { blockLength, unpackBlock } from './packedBlock.ts'
import { type Decoded, type EncodedList, inBlocks, openBlocks, unpackIds } from './postingList.ts'

/** Ids of a list that were wanted: their positions in `wanted`, frequencies, and the ordinal numbers of their first places. */
type Hits = { positions: Uint32Array; frequencies: Uint32Array; ordinals: Uint32Array; count: number }

const hits: Hits = {
  positions: new Uint32Array(0),
  frequencies: new Uint32Array(0),
  ordinals: new Uint32Array(0),
  count: 0,
}

/**
 * Which of the ids `wanted`, which ascend, a list has. Blocks without any of the ids are skipped. The result is valid until
 * the next call.
 */
export function findAmong(list: EncodedList, wanted: Uint32Array): Hits {
  const { count, hasPlaces } = list
  const { reader, skips, view } = openBlocks(list)
  startHits(wanted.length)
  let [previous, ordinal, next] = [-1, 0, 0]
  for (let left = inBlocks(count); left > 0 && next < wanted.length; left -= blockLength) {
    const last = previous + skips.number()
    const end = reader.at + skips.number()
    const sum = hasPlaces ? skips.number() : 0
    if ((wanted[next] ?? 0) <= last) {
      unpackIds(reader, view, { ids: blockIds, at: 0, previous })
      if (hasPlaces) unpackBlock(reader, view, blockFrequencies)
      else blockFrequencies.fill(0)
      next = findInBlock(wanted, next, { size: blockLength, ordinal })
    }
    previous = last
    ordinal += sum
    reader.at = end
  }
  if (next >= wanted.length) return hits
  const size = count % blockLength
  for (let at = 0; at < size; at += 1) {
    previous += reader.number() + 1
    blockIds[at] = previous
    blockFrequencies[at] = hasPlaces ? reader.number() : 0
  }
  findInBlock(wanted, next, { size, ordinal })
  return hits
}

/** The same in a list that was decoded. */
export function findInDecoded({ ids, starts }: Decoded, wanted: Uint32Array): Hits {
  startHits(wanted.length)
  const isFew = 16 * wanted.length < ids.length
  let [at, count] = [0, 0]
  for (let next = 0; next < wanted.length && at < ids.length; next += 1) {
    const id = wanted[next] ?? 0
    if (isFew) at = lowerBound(ids, id, at)
    else while (at < ids.length && (ids[at] ?? 0) < id) at += 1
    if (ids[at] !== id) continue
    const ordinal = starts[at] ?? 0
    hits.positions[count] = next
    hits.ordinals[count] = ordinal
    hits.frequencies[count] = (starts[at + 1] ?? 0) - ordinal
    count += 1
  }
  hits.count = count
  return hits
}

/** The position of the first id from `from` on that is not below `id`. */
function lowerBound(ids: Uint32Array, id: number, from: number): number {
  let [low, high] = [from, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

function startHits(size: number) {
  hits.count = 0
  if (hits.positions.length >= size) return
  hits.positions = new Uint32Array(2 * size)
  hits.frequencies = new Uint32Array(2 * size)
  hits.ordinals = new Uint32Array(2 * size)
}

const blockIds = new Uint32Array(blockLength)
const blockFrequencies = new Uint32Array(blockLength)

/** Adds the hits of a block; returns the position of the first id in `wanted` after the block. */
function findInBlock(wanted: Uint32Array, from: number, { size, ordinal }: { size: number; ordinal: number }): number {
  const { positions, frequencies, ordinals } = hits
  let next = from
  let place = ordinal
  let { count } = hits
  for (let at = 0; at < size; at += 1) {
    const id = blockIds[at] ?? 0
    const frequency = blockFrequencies[at] ?? 0
    while (next < wanted.length && (wanted[next] ?? 0) < id) next += 1
    if (next < wanted.length && wanted[next] === id) {
      positions[count] = next
      frequencies[count] = frequency
      ordinals[count] = place
      count += 1
      next += 1
    }
    place += frequency
  }
  hits.count = count
  return next
}
