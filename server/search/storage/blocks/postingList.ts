import { type Bitset, hasBit, setBit } from '#server/search/storage/bitset.ts'
import { addBitset, isBitset, packBitset, unpackBitset } from './bitsetBlock.ts'
import { ByteReader, ByteWriter, type LazyBytes } from './bytes.ts'
import { blockLength, packBlock, unpackBlock } from './packedBlock.ts'
import { PositionReader } from './positions.ts'

/**
 * Postings: ascending ids, how often the term occurs in each case, and its positions there, of all cases one after the other.
 * The arrays may be longer than the counts.
 */
export type Postings = {
  ids: Uint32Array
  frequencies: Uint32Array
  count: number
  positions: Uint32Array
  positionCount: number
}

/**
 * An encoded posting list. Full blocks of 128 ids are bit-packed gaps, or bitsets where the term is frequent, each with its
 * frequencies if the term has positions; the rest are gaps as varints. Before the blocks is a skip table with the last id, the length in bytes, and the sum
 * of frequencies of each. `openPositions`: the bytes of the positions, by `encodePositions`.
 */
export type EncodedList = { count: number; hasPositions: boolean; ids: LazyBytes; openPositions: () => LazyBytes }

const gaps = new Uint32Array(blockLength)

/** Appends ids and frequencies; returns whether the term has positions. */
export function encodeList(
  out: ByteWriter,
  { ids, frequencies, count, positionCount }: Omit<Postings, 'positions'>,
): boolean {
  const hasPositions = positionCount > 0
  skips.length = blocks.length = 0
  let previous = -1
  let at = 0
  for (; count - at >= blockLength; at += blockLength) {
    const [before, start] = [previous, blocks.length]
    previous = packIds(blocks, ids.subarray(at, at + blockLength), previous)
    if (hasPositions) packBlock(blocks, frequencies, at)
    skips.number(previous - before)
    skips.number(blocks.length - start)
    if (hasPositions) skips.number(frequencies.subarray(at, at + blockLength).reduce((sum, one) => sum + one, 0))
  }
  if (at > 0) {
    out.number(skips.length)
    out.append(skips.written())
    out.append(blocks.written())
  }
  for (; at < count; at += 1) {
    const id = ids[at] ?? 0
    out.number(id - previous - 1)
    if (hasPositions) out.number(frequencies[at] ?? 0)
    previous = id
  }
  return hasPositions
}

const skips = new ByteWriter()
const blocks = new ByteWriter()

/** Packs a block of ids; returns the last. */
function packIds(out: ByteWriter, ids: Uint32Array, before: number): number {
  const start = out.length
  let previous = before
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? 0
    gaps[index] = id - previous - 1
    previous = id
  }
  packBlock(out, gaps)
  const packedLength = out.length - start
  out.length = start
  if (!packBitset(out, ids, before, packedLength)) packBlock(out, gaps)
  return previous
}

const maxVarint = 8

/** Goes through the blocks of a list, of which the last may have fewer ids. */
export class BlockCursor {
  readonly #list: EncodedList
  readonly #reader: ByteReader
  readonly #skips: ByteReader
  /** The ids after the current block, and where the next begins. */
  #left: number
  #end: number
  #previous = -1
  #sum = 0
  /** The ids of the current block: how many, and the last of them, Infinity if they are fewer than a block has. */
  size = 0
  last = -1
  /** The positions before the current block. */
  ordinal = 0

  constructor(list: EncodedList) {
    const { bytes, load } = list.ids
    this.#list = list
    this.#reader = new ByteReader(bytes)
    this.#skips = list.count < blockLength ? this.#reader : new ByteReader(bytes)
    this.#left = list.count
    load(0, Math.min(bytes.length, maxVarint))
    if (list.count >= blockLength) {
      this.#reader.take(this.#reader.number())
      this.#skips.number()
      load(0, this.#reader.at)
    }
    this.#end = this.#reader.at
  }

  /** Goes to the next block that may have an id from `least` on; false after the last. */
  advance(least: number): boolean {
    const { hasPositions } = this.#list
    while (this.#left > 0) {
      this.#reader.at = this.#end
      this.#previous = this.last
      this.ordinal += this.#sum
      this.size = Math.min(this.#left, blockLength)
      this.#left -= this.size
      if (this.size < blockLength) {
        this.#end = this.#list.ids.bytes.length
        this.last = Infinity
        return true
      }
      this.last += this.#skips.number()
      this.#end += this.#skips.number()
      this.#sum = hasPositions ? this.#skips.number() : 0
      if (this.last >= least) return true
    }
    return false
  }

  /** Adds the ids of the block to `bits` without the `dead` ones, if it is a bitset; returns whether it is. */
  addBitset(bits: Bitset, dead: Bitset): boolean {
    if (this.size < blockLength) return false
    this.#list.ids.load(this.#reader.at, this.#end)
    if (!isBitset(this.#reader)) return false
    addBitset(this.#reader, this.#previous, bits, dead)
    return true
  }

  /** Writes the ids of the block to `ids` from `at` on, and to `frequencies` from `from` on how many positions each has. */
  read(ids: Uint32Array, at: number, frequencies?: Uint32Array, from = 0) {
    this.#list.ids.load(this.#reader.at, this.#end)
    let previous = this.#previous
    if (this.size < blockLength) {
      for (let index = 0; index < this.size; index += 1) {
        previous += this.#reader.number() + 1
        ids[at + index] = previous
        const frequency = this.#list.hasPositions ? this.#reader.number() : 0
        if (frequencies) frequencies[from + index] = frequency
      }
      return
    }
    if (isBitset(this.#reader)) unpackBitset(this.#reader, previous, ids, at)
    else {
      unpackBlock(this.#reader, gaps)
      for (let index = 0; index < blockLength; index += 1) {
        previous += (gaps[index] ?? 0) + 1
        ids[at + index] = previous
      }
    }
    if (frequencies) unpackBlock(this.#reader, frequencies, from)
  }
}

const blockIds = new Uint32Array(blockLength)

/** Adds the ids of a list to `bits`, without the `dead` ones. */
export function addList(list: EncodedList, bits: Bitset, dead: Bitset) {
  const cursor = new BlockCursor(list)
  while (cursor.advance(0)) {
    if (cursor.addBitset(bits, dead)) continue
    cursor.read(blockIds, 0)
    addIds(blockIds, cursor.size, bits, dead)
  }
}

/** Collects the ids of an element of the bitset before it is written: a frequent term has many. */
export function addIds(ids: Uint32Array, count: number, bits: Bitset, dead: Bitset) {
  let [element, collected] = [0, 0]
  for (let at = 0; at < count; at += 1) {
    const id = ids[at] ?? 0
    if (id >>> 5 !== element) {
      bits[element] = (bits[element] ?? 0) | (collected & ~(dead[element] ?? 0))
      element = id >>> 5
      collected = 0
    }
    collected |= 1 << (id & 31)
  }
  bits[element] = (bits[element] ?? 0) | (collected & ~(dead[element] ?? 0))
}

const blockFrequencies = new Uint32Array(blockLength)

type Wanted = { candidates: Bitset; /** The lowest frequency by id. */ least: Uint32Array; dead: Bitset }

/** Adds the candidates to `bits` in which the term is frequent enough, without the `dead` ones. */
export function addFrequent(list: EncodedList, { candidates, least, dead }: Wanted, bits: Bitset) {
  // A term without positions has no frequencies.
  if (!list.hasPositions) return
  const cursor = new BlockCursor(list)
  while (cursor.advance(0)) {
    cursor.read(blockIds, 0, blockFrequencies)
    for (let at = 0; at < cursor.size; at += 1) {
      const id = blockIds[at] ?? 0
      // Few are.
      if ((blockFrequencies[at] ?? 0) < (least[id] ?? Infinity)) continue
      if (hasBit(candidates, id) && !hasBit(dead, id)) setBit(bits, id)
    }
  }
}

/** Ascending ids, and where the positions of each begin: those of `ids[i]` are from `starts[i]` to `starts[i + 1]`. */
export type Decoded = { ids: Uint32Array; starts: Uint32Array }

/**
 * The ids of a list from `low` to `high`, and those before and after them in their blocks. `first`: the ordinal number of the
 * first of their positions, from which `starts` counts; without positions `starts` is empty.
 */
export function decodeBetween(list: EncodedList, low: number, high: number): Decoded & { first: number } {
  const { count, hasPositions } = list
  const cursor = new BlockCursor(list)
  // A damaged count must not allocate memory.
  const capacity = Math.min(count, blockLength * list.ids.bytes.length, high - low + 1 + 2 * blockLength)
  const [ids, starts] = [new Uint32Array(capacity), new Uint32Array(hasPositions ? capacity + 1 : 0)]
  let [size, first] = [0, 0]
  while (cursor.last < high && cursor.advance(low)) {
    if (size === 0) first = cursor.ordinal
    cursor.read(ids, size, hasPositions ? blockFrequencies : undefined)
    if (hasPositions) addFrequencies(starts, size, cursor.size)
    size += cursor.size
  }
  return { ids: ids.subarray(0, size), starts: starts.subarray(0, size + 1), first }
}

function addFrequencies(starts: Uint32Array, from: number, count: number) {
  let start = starts[from] ?? 0
  for (let at = 0; at < count; at += 1) {
    start += blockFrequencies[at] ?? 0
    starts[from + at + 1] = start
  }
}

/** Appends a list to `into`, which has capacity for its ids. */
export function appendList(list: EncodedList, into: Postings) {
  const { ids, frequencies, count: start } = into
  const cursor = new BlockCursor(list)
  for (; cursor.advance(0); into.count += cursor.size)
    cursor.read(ids, into.count, list.hasPositions ? frequencies : undefined, into.count)
  if (list.hasPositions) appendPositions(new PositionReader(list.openPositions()), into, start)
  else frequencies.fill(0, start, into.count)
}

/** Appends the positions of the cases from `start` on. */
function appendPositions(reader: PositionReader, into: Postings, start: number) {
  if (into.positionCount + reader.total > into.positions.length) {
    const larger = new Uint32Array(2 * (into.positionCount + reader.total))
    larger.set(into.positions.subarray(0, into.positionCount))
    into.positions = larger
  }
  const { frequencies, count, positions } = into
  reader.copy(0, reader.total, positions, into.positionCount)
  into.positionCount += reader.total
  for (let at = start, next = into.positionCount - reader.total; at < count; at += 1) {
    const end = Math.min(next + (frequencies[at] ?? 0), into.positionCount)
    for (let position = -1; next < end; next += 1) {
      position += (positions[next] ?? 0) + 1
      positions[next] = position
    }
  }
}

/** Capacity for at least `size` postings in `postings`, which is emptied. */
export function reserve(postings: Postings, size: number) {
  postings.count = postings.positionCount = 0
  if (postings.ids.length >= size) return
  postings.ids = new Uint32Array(2 * size)
  postings.frequencies = new Uint32Array(2 * size)
}

export const noPostings = (): Postings => ({
  ids: new Uint32Array(0),
  frequencies: new Uint32Array(0),
  count: 0,
  positions: new Uint32Array(0),
  positionCount: 0,
})
