import { ByteReader, ByteWriter, DamagedBlockError, type LazyBytes } from './bytes.ts'
import { blockLength, packBlock, unpackBlock } from './packedBlock.ts'

/** Positions of cases one after the other, and how many each case has; the arrays may be longer than the counts. */
type Positions = { frequencies: Uint32Array; count: number; positions: Uint32Array; positionCount: number }

/**
 * Appends the positions: their number, then their gaps in each case, in blocks of 128 across the cases, then the rest as
 * varints. Before the blocks are their lengths.
 */
export function encodePositions(out: ByteWriter, { frequencies, count, positions, positionCount }: Positions) {
  if (numbers.length < positionCount) numbers = new Uint32Array(2 * positionCount)
  for (let at = 0, from = 0; at < count; at += 1) {
    const end = from + (frequencies[at] ?? 0)
    for (let previous = -1; from < end; from += 1) {
      const position = positions[from] ?? 0
      numbers[from] = position - previous - 1
      previous = position
    }
  }
  out.number(positionCount)
  lengths.length = blocks.length = 0
  let at = 0
  for (; positionCount - at >= blockLength; at += blockLength) {
    const start = blocks.length
    packBlock(blocks, numbers, at)
    lengths.number(blocks.length - start)
  }
  out.append(lengths.written())
  out.append(blocks.written())
  for (; at < positionCount; at += 1) out.number(numbers[at] ?? 0)
}

const lengths = new ByteWriter()
const blocks = new ByteWriter()
let numbers = new Uint32Array(0)

/** The most bytes of a number, and of the length of a block twice: a block has fewer than 2 ** 14 bytes. */
const maxHeader_bytes = 8

/** Where positions begin that are no full block: their number has one byte. */
const afterTotal = Uint32Array.of(1)
const openGaps = new Uint32Array(blockLength)

/** Reads the positions of an encoded list, as the gaps between those of a case. Only one list is read at a time. */
export class PositionReader {
  readonly #reader: ByteReader
  readonly #load: LazyBytes['load']
  /** Where each full block begins, and the rest. */
  readonly #starts: Uint32Array
  /** The number of all positions. */
  readonly total: number
  #block = -1

  constructor({ bytes, load }: LazyBytes) {
    load(0, Math.min(bytes.length, maxHeader_bytes))
    this.#load = load
    this.#reader = new ByteReader(bytes)
    this.total = this.#reader.number()
    const blocks = Math.floor(this.total / blockLength)
    if (blocks > bytes.length) throw new DamagedBlockError('a posting list has more positions than bytes')
    this.#starts = blocks === 0 ? afterTotal : new Uint32Array(blocks + 1)
    if (blocks === 0) return
    load(0, Math.min(bytes.length, maxHeader_bytes + 2 * blocks))
    for (let block = 0; block < blocks; block += 1)
      this.#starts[block + 1] = (this.#starts[block] ?? 0) + this.#reader.number()
    const first = this.#reader.at
    for (let block = 0; block < this.#starts.length; block += 1)
      this.#starts[block] = (this.#starts[block] ?? 0) + first
  }

  /** Writes `count` gaps from the ordinal number `first` on to `into` from `at` on. */
  copy(first: number, count: number, into: Uint32Array, at: number) {
    if (first + count > this.total) throw tooFew()
    for (let step = 0; step < count; step += 1) {
      const ordinal = first + step
      if (ordinal >> 7 !== this.#block) this.#open(ordinal >> 7)
      into[at + step] = openGaps[ordinal & (blockLength - 1)] ?? 0
    }
  }

  /** Reads `count` gaps from the ordinal number `first` on. */
  read(first: number, count: number): Uint32Array {
    if (first + count > this.total) throw tooFew()
    const skipped = first & (blockLength - 1)
    const gaps = new Uint32Array(skipped + count + blockLength)
    for (let at = 0; at < skipped + count; at += blockLength) this.#open((first + at) >> 7, gaps, at)
    this.#block = -1
    return gaps.subarray(skipped, skipped + count)
  }

  /** Reads the gaps of a block to `into` from `from` on. */
  #open(block: number, into = openGaps, from = 0) {
    this.#block = block
    const { length } = this.#reader.bytes
    const start = this.#starts[block] ?? length
    this.#load(start, Math.min(length, this.#starts[block + 1] ?? length))
    this.#reader.at = start
    if (block < this.#starts.length - 1) unpackBlock(this.#reader, into, from)
    else
      for (let at = 0; at < this.total - block * blockLength && at < blockLength; at += 1)
        into[from + at] = this.#reader.number()
  }
}

const tooFew = () => new DamagedBlockError('a posting list has fewer positions than frequencies')
