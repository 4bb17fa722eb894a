import { crc32 } from 'node:zlib'

/** A damaged part of the posting blocks; it has the result code of SQLite for a damaged file (`isDamaged`). */
export class DamagedBlockError extends Error {
  readonly errcode = 11
}

/** Growing bytes. A number is a varint: seven bits in a byte, the lowest first. */
export class ByteWriter {
  bytes = new Uint8Array(1 << 12)
  length = 0

  reserve(count: number) {
    if (this.length + count <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + count))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  byte(value: number) {
    this.reserve(1)
    this.bytes[this.length] = value
    this.length += 1
  }

  /** A whole number from 0 to 2 ** 53 - 1. */
  number(value: number) {
    this.reserve(8)
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) {
      this.bytes[this.length] = (rest & 127) | 128
      this.length += 1
    }
    this.bytes[this.length] = rest
    this.length += 1
  }

  append(bytes: Uint8Array) {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** A view of what was written, until the next write. */
  written() {
    return this.bytes.subarray(0, this.length)
  }
}

/** Reads what `ByteWriter` wrote; throws `DamagedBlockError` beyond the end. */
export class ByteReader {
  readonly bytes: Uint8Array
  at: number
  #view: DataView | undefined

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  /** A view of all bytes. */
  view(): DataView {
    this.#view ??= new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength)
    return this.#view
  }

  byte(): number {
    const value = this.bytes[this.at]
    if (value === undefined) throw new DamagedBlockError('a posting block ends too early')
    this.at += 1
    return value
  }

  number(): number {
    const first = this.byte()
    if (first < 128) return first
    let value = first & 127
    for (let factor = 128; ; factor *= 128) {
      const next = this.byte()
      value += (next & 127) * factor
      if (next < 128) return value
      if (factor > maxFactor) throw new DamagedBlockError('a number of a posting block is too long')
    }
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.bytes.length) throw new DamagedBlockError('a posting block ends too early')
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }
}

const maxFactor = 2 ** 46

/** Bytes of which all are there. */
export const allLoaded = (bytes: Uint8Array): LazyBytes => ({ bytes, load: () => undefined })

/** Bytes of a file, of which only those are there that `load` was called for, from `start` to `end`. */
export type LazyBytes = { bytes: Uint8Array; load: (start: number, end: number) => void }

/** Bytes with their checksum before them. */
export function seal(bytes: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(checksumLength + bytes.length)
  new DataView(sealed.buffer).setUint32(0, crc32(bytes), true)
  sealed.set(bytes, checksumLength)
  return sealed
}

/** The bytes that were sealed; throws `DamagedBlockError` when they differ from their checksum. */
export function unseal(sealed: unknown): Uint8Array {
  if (!(sealed instanceof Uint8Array) || sealed.length < checksumLength)
    throw new DamagedBlockError('a page of posting blocks is missing')
  const bytes = sealed.subarray(checksumLength)
  if (new DataView(sealed.buffer, sealed.byteOffset).getUint32(0, true) !== crc32(bytes))
    throw new DamagedBlockError('a page of posting blocks differs from its checksum')
  return bytes
}

export const checksumLength = 4
