import { blockLength } from './packedBlock.ts'
import { BlockCursor, type Decoded, type EncodedList } from './postingList.ts'

/** Ids of a list that were wanted: their positions in `wanted`, frequencies, and the ordinal numbers of their first positions. */
type Hits = { indices: Uint32Array; frequencies: Uint32Array; ordinals: Uint32Array; count: number }

const none = new Uint32Array(0)
const hits: Hits = { indices: none, frequencies: none, ordinals: none, count: 0 }

/**
 * Which of the ids `wanted`, which ascend, a list has. Blocks without any of the ids are skipped. The result is valid until
 * the next call.
 */
export function findAmong(list: EncodedList, wanted: Uint32Array): Hits {
  const cursor = new BlockCursor(list)
  startHits(wanted.length)
  if (!list.hasPositions) blockFrequencies.fill(0)
  for (let next = 0; next < wanted.length && cursor.advance(wanted[next] ?? 0);) {
    cursor.read(blockIds, 0, list.hasPositions ? blockFrequencies : undefined)
    next = findInBlock(wanted, next, cursor)
  }
  return hits
}

/** The same in a list that was decoded. */
export function findInDecoded({ ids, starts }: Decoded, wanted: Uint32Array): Hits {
  startHits(wanted.length)
  let [at, count] = [0, 0]
  for (let next = 0; next < wanted.length && at < ids.length; next += 1) {
    const id = wanted[next] ?? 0
    if ((ids[at] ?? id) < id) at = lowerBound(ids, id, at + 1)
    if (ids[at] !== id) continue
    const ordinal = starts[at] ?? 0
    hits.indices[count] = next
    hits.ordinals[count] = ordinal
    hits.frequencies[count] = (starts[at + 1] ?? 0) - ordinal
    count += 1
  }
  hits.count = count
  return hits
}

/**
 * The position of the first id from `from` on that is not below `id`: near `from`, or found by steps that double. The binary
 * search is written out, because it takes half the time of `firstIndexWhere` here.
 */
export function lowerBound(ids: Uint32Array, id: number, from: number): number {
  let [low, step] = [from, 1]
  for (; (ids[low + step - 1] ?? id) < id; step *= 2) low += step
  let high = Math.min(low + step - 1, ids.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

function startHits(size: number) {
  hits.count = 0
  if (hits.indices.length >= size) return
  hits.indices = new Uint32Array(2 * size)
  hits.frequencies = new Uint32Array(2 * size)
  hits.ordinals = new Uint32Array(2 * size)
}

const blockIds = new Uint32Array(blockLength)
const blockFrequencies = new Uint32Array(blockLength)

/** Adds the hits of a block; returns the position of the first id in `wanted` after the block. */
function findInBlock(wanted: Uint32Array, from: number, { size, last, ordinal }: BlockCursor): number {
  const { indices, frequencies, ordinals } = hits
  let [next, at, position] = [from, 0, ordinal]
  let { count } = hits
  for (; next < wanted.length && (wanted[next] ?? 0) <= last; next += 1) {
    const id = wanted[next] ?? 0
    for (; at < size && (blockIds[at] ?? id) < id; at += 1) position += blockFrequencies[at] ?? 0
    if (at >= size || blockIds[at] !== id) continue
    indices[count] = next
    frequencies[count] = blockFrequencies[at] ?? 0
    ordinals[count] = position
    count += 1
  }
  hits.count = count
  return next
}
