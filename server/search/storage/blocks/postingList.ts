import { ByteReader, ByteWriter } from './bytes.ts'
import { blockLength, packBlock, unpackBlock } from './packedBlock.ts'
import { PlaceReader } from './places.ts'

/**
 * Postings: ascending ids, how often the term stands in each case, and its places there, of all cases one after the other.
 * The arrays may be longer than the counts.
 */
export type Postings = {
  ids: Uint32Array
  frequencies: Uint32Array
  count: number
  places: Uint32Array
  placeCount: number
}

/**
 * An encoded posting list. Ids are stored as gaps: full blocks of 128, bit-packed, each with its frequencies if the
 * term has places, then the rest as varints. Before the blocks is a skip table with the last id, the length in bytes, and the sum
 * of frequencies of each. `readPlaces`: the bytes of the places, by `encodePlaces`.
 */
export type EncodedList = { count: number; hasPlaces: boolean; bytes: Uint8Array; readPlaces: () => Uint8Array }

const gaps = new Uint32Array(blockLength)

/** Appends ids and frequencies; returns whether the term has places. */
export function encodeList(
  out: ByteWriter,
  { ids, frequencies, count, placeCount }: Omit<Postings, 'places'>,
): boolean {
  const hasPlaces = placeCount > 0
  skips.length = blocks.length = 0
  let previous = -1
  let at = 0
  for (; count - at >= blockLength; at += blockLength) {
    const [before, start] = [previous, blocks.length]
    previous = packIds(blocks, ids.subarray(at, at + blockLength), previous)
    if (hasPlaces) packBlock(blocks, frequencies, at)
    skips.number(previous - before)
    skips.number(blocks.length - start)
    if (hasPlaces) skips.number(frequencies.subarray(at, at + blockLength).reduce((sum, one) => sum + one, 0))
  }
  if (at > 0) {
    out.number(skips.length)
    out.append(skips.written())
    out.append(blocks.written())
  }
  for (; at < count; at += 1) {
    const id = ids[at] ?? 0
    out.number(id - previous - 1)
    if (hasPlaces) out.number(frequencies[at] ?? 0)
    previous = id
  }
  return hasPlaces
}

const skips = new ByteWriter()
const blocks = new ByteWriter()

/** Packs ids as gaps; returns the last. */
function packIds(out: ByteWriter, ids: Uint32Array, before: number): number {
  let previous = before
  for (const [index, id] of ids.entries()) {
    gaps[index] = id - previous - 1
    previous = id
  }
  packBlock(out, gaps)
  return previous
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

/** The number of ids in full blocks. */
export const inBlocks = (count: number) => count - (count % blockLength)

/** Readers of the blocks of a list and of its skip table. */
export function openBlocks({ bytes, count }: EncodedList) {
  const [reader, skips] = [new ByteReader(bytes), new ByteReader(bytes)]
  const view = viewOf(bytes)
  if (count < blockLength) return { reader, skips, view }
  reader.take(reader.number())
  skips.number()
  return { reader, skips, view }
}

/** Appends the ids of a list to those of `into`, which has capacity for them, and if wanted frequencies and places. */
export function decodeList(list: EncodedList, into: Postings, isWhole: boolean) {
  const { count, hasPlaces } = list
  const { ids, frequencies, count: start } = into
  const { reader, skips, view } = openBlocks(list)
  let previous = -1
  const full = inBlocks(count)
  for (let at = start; at < start + full; at += blockLength) {
    skips.number()
    const end = reader.at + skips.number()
    if (hasPlaces) skips.number()
    previous = unpackIds(reader, view, { ids, at, previous })
    if (isWhole && hasPlaces) unpackBlock(reader, view, frequencies, at)
    else if (isWhole) frequencies.fill(0, at, at + blockLength)
    reader.at = end
  }
  for (let at = start + full; at < start + count; at += 1) {
    previous += reader.number() + 1
    ids[at] = previous
    const frequency = hasPlaces ? reader.number() : 0
    if (isWhole) frequencies[at] = frequency
  }
  into.count = start + count
  if (isWhole && hasPlaces) decodePlaces(list, into, start)
}

/** Appends the places of the cases from `start` on. */
function decodePlaces({ readPlaces }: EncodedList, into: Postings, start: number) {
  const { frequencies, count, placeCount } = into
  const reader = new PlaceReader(readPlaces())
  if (placeCount + reader.total > into.places.length) {
    const larger = new Uint32Array(2 * (placeCount + reader.total))
    larger.set(into.places.subarray(0, placeCount))
    into.places = larger
  }
  for (let at = start, first = 0; at < count; at += 1) {
    const frequency = frequencies[at] ?? 0
    reader.read(first, frequency, into.places, placeCount + first)
    first += frequency
  }
  into.placeCount = placeCount + reader.total
}

/** Reads a block of ids to `ids` from `at` on; returns the last. `previous`: the last id before the block. */
export function unpackIds(
  reader: ByteReader,
  view: DataView,
  { ids, at, ...before }: { ids: Uint32Array; at: number; previous: number },
): number {
  let { previous } = before
  unpackBlock(reader, view, gaps)
  for (let index = 0; index < blockLength; index += 1) {
    previous += (gaps[index] ?? 0) + 1
    ids[at + index] = previous
  }
  return previous
}

const blockFrequencies = new Uint32Array(blockLength)

/** Ascending ids, and where the places of each begin: those of `ids[i]` are from `starts[i]` to `starts[i + 1]`. */
export type Decoded = { ids: Uint32Array; starts: Uint32Array }

/**
 * The ids of a list from `low` to `high`, and those before and after them in their blocks. `first`: the ordinal number of the
 * first of their places, from which `starts` counts; without places `starts` is empty.
 */
export function decodeBetween(list: EncodedList, low: number, high: number): Decoded & { first: number } {
  const { count, hasPlaces } = list
  const { reader, skips, view } = openBlocks(list)
  const capacity = Math.min(count, high - low + 1 + 2 * blockLength)
  const [ids, starts] = [new Uint32Array(capacity), new Uint32Array(hasPlaces ? capacity + 1 : 0)]
  let [size, previous, ordinal, first] = [0, -1, 0, 0]
  for (let left = inBlocks(count); left > 0 && previous < high; left -= blockLength) {
    const last = previous + skips.number()
    const end = reader.at + skips.number()
    const sum = hasPlaces ? skips.number() : 0
    if (last >= low) {
      if (size === 0) first = ordinal
      unpackIds(reader, view, { ids, at: size, previous })
      if (hasPlaces) unpackBlock(reader, view, blockFrequencies)
      if (hasPlaces) addFrequencies(starts, size, blockLength)
      size += blockLength
    }
    previous = last
    ordinal += sum
    reader.at = end
  }
  const rest = previous < high ? count % blockLength : 0
  if (size === 0) first = ordinal
  for (let at = 0; at < rest; at += 1) {
    previous += reader.number() + 1
    ids[size + at] = previous
    if (hasPlaces) blockFrequencies[at] = reader.number()
  }
  if (hasPlaces) addFrequencies(starts, size, rest)
  size += rest
  return { ids: ids.subarray(0, size), starts: starts.subarray(0, size + 1), first }
}

function addFrequencies(starts: Uint32Array, from: number, count: number) {
  let start = starts[from] ?? 0
  for (let at = 0; at < count; at += 1) {
    start += blockFrequencies[at] ?? 0
    starts[from + at + 1] = start
  }
}

/** Capacity for at least `size` postings in `postings`, which is emptied. */
export function reserve(postings: Postings, size: number) {
  postings.count = postings.placeCount = 0
  if (postings.ids.length >= size) return
  postings.ids = new Uint32Array(2 * size)
  postings.frequencies = new Uint32Array(2 * size)
}

export const noPostings = (): Postings => ({
  ids: new Uint32Array(0),
  frequencies: new Uint32Array(0),
  count: 0,
  places: new Uint32Array(0),
  placeCount: 0,
})
