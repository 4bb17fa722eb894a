import { type ByteReader, type ByteWriter, DamagedBlockError } from './bytes.ts'

/** The numbers of one block. */
export const blockLength = 128

const lanes = 4
const rounds = blockLength / lanes

/**
 * Writes `blockLength` numbers below 2 ** 32 from `at` on, by PFOR: in as many bits as most of them need, and the higher bits
 * of the others as exceptions. Layout: bits, number of exceptions, packed numbers, then position and higher bits of each
 * exception. Number `i` is in lane `i % 4`; the 32-bit words of the four lanes alternate, so that four numbers are
 * unpacked by the same shift.
 */
export function packBlock(out: ByteWriter, numbers: Uint32Array, at = 0) {
  const { bits, exceptions } = bestWidth(numbers, at)
  out.byte(bits)
  out.byte(exceptions)
  packNumbers(out, numbers, at, bits)
  if (exceptions === 0) return
  for (let index = 0; index < blockLength; index += 1) {
    const value = numbers[at + index] ?? 0
    if (widthOf(value) <= bits) continue
    out.byte(index)
    out.number(Math.floor(value / 2 ** bits))
  }
}

const widthOf = (value: number) => 32 - Math.clz32(value)

const widths = new Uint8Array(33)
/** The approximate bytes of an exception. */
const exceptionCost = 2.2

/** The width with the fewest bytes. */
function bestWidth(numbers: Uint32Array, at: number) {
  widths.fill(0)
  let widest = 0
  for (let index = 0; index < blockLength; index += 1) {
    const width = widthOf(numbers[at + index] ?? 0)
    widths[width] = (widths[width] ?? 0) + 1
    if (width > widest) widest = width
  }
  let best = { bits: widest, exceptions: 0, cost: widest * 16 }
  for (let bits = widest - 1, exceptions = 0; bits >= 0; bits -= 1) {
    exceptions += widths[bits + 1] ?? 0
    const cost = bits * 16 + exceptions * exceptionCost
    if (cost < best.cost) best = { bits, exceptions, cost }
  }
  return best
}

const words = new Uint32Array(lanes * 32)

function packNumbers(out: ByteWriter, numbers: Uint32Array, at: number, bits: number) {
  if (bits === 0) return
  words.fill(0, 0, lanes * bits)
  const mask = maskOf(bits)
  for (let index = 0; index < blockLength; index += 1) {
    const bit = (index >> 2) * bits
    const word = (bit >> 5) * lanes + (index & 3)
    const shift = bit & 31
    const value = (numbers[at + index] ?? 0) & mask
    words[word] = (words[word] ?? 0) | (value << shift)
    if (shift + bits > 32) words[word + lanes] = (words[word + lanes] ?? 0) | (value >>> (32 - shift))
  }
  out.reserve(16 * bits)
  const view = new DataView(out.bytes.buffer, out.length)
  for (let word = 0; word < lanes * bits; word += 1) view.setUint32(4 * word, words[word] ?? 0, true)
  out.length += 16 * bits
}

const maskOf = (bits: number) => (bits === 32 ? -1 : (1 << bits) - 1)

/** Reads a block into `into` from `at` on. */
export function unpackBlock(from: ByteReader, into: Uint32Array, at = 0) {
  const bits = from.byte()
  const exceptions = from.byte()
  if (bits > 32 || exceptions > blockLength) throw new DamagedBlockError('the header of a posting block is damaged')
  const start = from.at
  from.take(16 * bits)
  if (bits === 0) into.fill(0, at, at + blockLength)
  else unpackNumbers(from.view(), { start, bits }, into, at)
  for (let left = exceptions; left > 0; left -= 1) {
    const index = at + (from.byte() & (blockLength - 1))
    into[index] = (into[index] ?? 0) + from.number() * 2 ** bits
  }
}

function unpackNumbers(
  view: DataView,
  { start, bits }: { start: number; bits: number },
  into: Uint32Array,
  at: number,
) {
  const mask = maskOf(bits)
  let word = start
  let shift = 0
  for (let round = 0; round < rounds; round += 1) {
    let one = view.getInt32(word, true) >>> shift
    let two = view.getInt32(word + 4, true) >>> shift
    let three = view.getInt32(word + 8, true) >>> shift
    let four = view.getInt32(word + 12, true) >>> shift
    shift += bits
    if (shift >= 32) {
      shift -= 32
      word += 16
      if (shift > 0) {
        const left = bits - shift
        one |= view.getInt32(word, true) << left
        two |= view.getInt32(word + 4, true) << left
        three |= view.getInt32(word + 8, true) << left
        four |= view.getInt32(word + 12, true) << left
      }
    }
    const first = at + round * lanes
    into[first] = one & mask
    into[first + 1] = two & mask
    into[first + 2] = three & mask
    into[first + 3] = four & mask
  }
}
