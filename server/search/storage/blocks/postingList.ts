import { ByteReader, ByteWriter } from './bytes.ts'
import { blockLength, packBlock, unpackBlock } from './packedBlock.ts'

/**
 * A posting list: ascending ids, and for terms that are counted the frequency of each. Ids are stored as gaps: full blocks of 128, bit-packed,
 * with their frequencies beside them, then the rest as varints. Before the blocks is a skip table with the last id, the
 * length in bytes, and the highest frequency of each.
 */
export type EncodedList = { count: number; hasFrequencies: boolean; bytes: Uint8Array }

/** Ids with frequencies, of which `count` are set. */
export type Postings = { ids: Uint32Array; frequencies: Uint32Array; count: number }

const gaps = new Uint32Array(blockLength)

/** Appends a list; returns whether it has frequencies: a list of zeros has none. */
export function encodeList(out: ByteWriter, { ids, frequencies, count }: Postings): boolean {
  const hasFrequencies = frequencies.subarray(0, count).some((frequency) => frequency > 0)
  const skips = new ByteWriter()
  const blocks = new ByteWriter()
  let previous = -1
  let at = 0
  for (; count - at >= blockLength; at += blockLength) {
    const before = previous
    const start = blocks.length
    previous = writeGaps(ids, at, previous)
    packBlock(blocks, gaps)
    if (hasFrequencies) packBlock(blocks, frequencies, at)
    skips.number(previous - before)
    skips.number(blocks.length - start)
    if (hasFrequencies)
      skips.number(frequencies.subarray(at, at + blockLength).reduce((one, other) => Math.max(one, other)))
  }
  if (at > 0) {
    out.number(skips.length)
    out.append(skips.written())
    out.append(blocks.written())
  }
  for (; at < count; at += 1) {
    const id = ids[at] ?? 0
    out.number(id - previous - 1)
    if (hasFrequencies) out.number(frequencies[at] ?? 0)
    previous = id
  }
  return hasFrequencies
}

function writeGaps(ids: Uint32Array, at: number, before: number): number {
  let previous = before
  for (let index = 0; index < blockLength; index += 1) {
    const id = ids[at + index] ?? 0
    gaps[index] = id - previous - 1
    previous = id
  }
  return previous
}

/** The number of ids in full blocks. */
const inBlocks = (count: number) => count - (count % blockLength)

/** Readers of the blocks of a list and of its skip table. */
function openBlocks({ bytes, count }: EncodedList) {
  const [reader, skips] = [new ByteReader(bytes), new ByteReader(bytes)]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (count < blockLength) return { reader, skips, view }
  reader.take(reader.number())
  skips.number()
  return { reader, skips, view }
}

/** Appends the postings of a list to `into`, which has capacity for them; without frequencies these stay as they are. */
export function decodeList(list: EncodedList, into: Postings, withFrequencies: boolean) {
  const { count, hasFrequencies } = list
  const { ids, frequencies, count: start } = into
  const { reader, skips, view } = openBlocks(list)
  let previous = -1
  const full = inBlocks(count)
  for (let at = start; at < start + full; at += blockLength) {
    skips.number()
    const end = reader.at + skips.number()
    if (hasFrequencies) skips.number()
    unpackBlock(reader, view, gaps)
    previous = addGaps(ids, at, previous)
    if (withFrequencies && hasFrequencies) unpackBlock(reader, view, frequencies, at)
    else if (withFrequencies) frequencies.fill(0, at, at + blockLength)
    reader.at = end
  }
  for (let at = start + full; at < start + count; at += 1) {
    previous += reader.number() + 1
    ids[at] = previous
    const frequency = hasFrequencies ? reader.number() : 0
    if (withFrequencies) frequencies[at] = frequency
  }
  into.count = start + count
}

/** Turns the gaps into ids from `at` on; returns the last. */
function addGaps(ids: Uint32Array, at: number, before: number): number {
  let previous = before
  for (let index = 0; index < blockLength; index += 1) {
    previous += (gaps[index] ?? 0) + 1
    ids[at + index] = previous
  }
  return previous
}

/** The ids of a list that are also in `wanted`, which ascends; blocks without any of them are skipped. */
export function idsAmong(list: EncodedList, wanted: Uint32Array): number[] {
  const found: number[] = []
  const { count, hasFrequencies } = list
  const { reader, skips, view } = openBlocks(list)
  let next = 0
  let previous = -1
  const findIn = (ids: Uint32Array, size: number) => {
    for (let at = 0; at < size && next < wanted.length; at += 1) {
      const id = ids[at] ?? 0
      while (next < wanted.length && (wanted[next] ?? 0) < id) next += 1
      if (wanted[next] === id) found.push(id)
    }
  }
  for (let left = inBlocks(count); left > 0 && next < wanted.length; left -= blockLength) {
    const last = previous + skips.number()
    const end = reader.at + skips.number()
    if (hasFrequencies) skips.number()
    while (next < wanted.length && (wanted[next] ?? 0) <= previous) next += 1
    if ((wanted[next] ?? Infinity) <= last) {
      unpackBlock(reader, view, gaps)
      addGaps(blockIds, 0, previous)
      findIn(blockIds, blockLength)
    }
    previous = last
    reader.at = end
  }
  if (next >= wanted.length) return found
  findIn(...readRest(list, reader, previous))
  return found
}

const blockIds = new Uint32Array(blockLength)

/** The ids after the full blocks. */
function readRest({ count, hasFrequencies }: EncodedList, reader: ByteReader, before: number): [Uint32Array, number] {
  let previous = before
  const rest = count % blockLength
  for (let at = 0; at < rest; at += 1) {
    previous += reader.number() + 1
    if (hasFrequencies) reader.number()
    blockIds[at] = previous
  }
  return [blockIds, rest]
}

/** Room for at least `size` postings in `postings`, which is emptied. */
export function makeRoom(postings: Postings, size: number) {
  postings.count = 0
  if (postings.ids.length >= size) return
  postings.ids = new Uint32Array(2 * size)
  postings.frequencies = new Uint32Array(2 * size)
}

export const noPostings = (): Postings => ({ ids: new Uint32Array(0), frequencies: new Uint32Array(0), count: 0 })
