import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { ByteSource } from './byteSource.ts'
import type { Scanner } from './scanner.ts'

/**
 * Content-addressed storage: files by the SHA-256 of their bytes. They are never changed or duplicated. `diskStore.ts` has
 * them in a folder, `bucketStore.ts` in an S3-compatible bucket. While the store is away, calls throw `files-unavailable`.
 */
export type FileStore = {
  /** Stores the bytes and returns their hash. */
  add: (bytes: Uint8Array) => Promise<Buffer>
  /** Writes a stream of at most `max_bytes` outside of the stored files. Removes it on failure. */
  receive: (incoming: Readable, max_bytes: number) => Promise<ReceivedFile | 'too-large'>
  /** The name of what a virus scanner finds in bytes that are not stored; undefined also without a scanner. */
  scan: (bytes: Uint8Array) => Promise<string | undefined>
  /**
   * A stream of the bytes or a range of them, both ends included; undefined when the file is missing. A stream of all bytes
   * fails with `ChangedFile` before its end when they have another hash.
   */
  read: (sha256: Buffer, part?: { start: number; end: number }) => Promise<Readable | undefined>
  /** The size in bytes; undefined when the file is missing. */
  sizeOf: (sha256: Buffer) => Promise<number | undefined>
  /** The bytes of the parts of an upload, in order. The stream fails with `MissingPart` when one is missing. */
  readParts: (upload: string, count: number) => Readable
  removeUpload: (upload: string, count: number) => Promise<void>
  /**
   * Deletes parts, and what interrupted calls of `receive` left, from before a time (in ms), except the parts of `unfinished`
   * uploads. Returns their number.
   */
  removeParts: (before: number, unfinished?: ReadonlySet<string>) => Promise<number>
  /** Deletes files that came into quarantine before a time (in ms). Nothing is served from there. */
  removeQuarantined: (before: number) => Promise<void>
  /** The hashes of files that were stored before a time (in ms), in batches. */
  storedBefore: (before: number, batchSize: number) => AsyncGenerator<Buffer[]>
  /** Deletes a file, unless it was stored again after `before` (in ms). Returns whether it did. */
  remove: (sha256: Buffer, before: number) => Promise<boolean>
  /** The id of the library that the files are of, where libraries could share a store; undefined before it is set. */
  owner: () => Promise<string | undefined>
  setOwner: (library: string) => Promise<void>
  /** Throws when files can neither be stored nor read. */
  ping: () => Promise<void>
}

/** A complete upload that is not stored as a file yet. */
export type ReceivedFile = {
  sha256: Buffer
  /** In bytes. */
  size: number
  /** Runs a check that reads parts of the file. */
  check: <Result>(check: (source: ByteSource) => Promise<Result>) => Promise<Result>
  /**
   * The name of what a virus scanner finds in it, after which it is in quarantine; undefined also without a scanner. Throws
   * `scanner-unavailable`.
   */
  scan: () => Promise<string | undefined>
  commit: () => Promise<void>
  /** Stores it as a part of an upload: the parts count from 0. */
  commitAsPart: (upload: string, index: number) => Promise<void>
  discard: () => Promise<void>
}

export type StoreScanner = Pick<Scanner, 'scan'> | undefined

/** Stored bytes that have another hash than the one that names them. */
export class ChangedFile extends Error {
  constructor(sha256: Buffer) {
    super(`the stored file ${sha256.toString('hex')} was changed`)
  }
}

export class MissingPart extends Error {}

/** For deletions after the outcome of a call: the store has reported its failure, and the sweep deletes what is left. */
export function leaveToSweep(error: unknown) {
  if (!(error instanceof ApiError)) throw error
}

/** The segments `ab`, `cd` and `abcd…` of a file in its store. */
export function segmentsOf(sha256: Buffer): [string, string, string] {
  const name = sha256.toString('hex')
  return [name.slice(0, 2), name.slice(2, 4), name]
}

/** A stream over bytes that are read from a source, which is destroyed with it. */
export function streamOf(bytes: AsyncIterable<Uint8Array>, source: Readable): Readable {
  const stream = Readable.from(bytes, { objectMode: false })
  stream.once('close', () => source.destroy())
  return stream
}

/** The bytes, the last of which come only when all have the hash: a changed file never arrives whole. */
export async function* verifiedBytes(bytes: AsyncIterable<Uint8Array>, sha256: Buffer) {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  for await (const chunk of bytes) {
    hash.update(chunk)
    if (last) yield last
    last = chunk
  }
  if (!hash.digest().equals(sha256)) throw new ChangedFile(sha256)
  if (last) yield last
}

export type Written = Pick<ReceivedFile, 'sha256' | 'size'>

/** Passes the bytes of a request to `write`, until they are more than `max_bytes`. The request stays open for a response. */
export async function writeUpTo(
  incoming: Readable,
  max_bytes: number,
  write: (chunk: Buffer) => Promise<unknown>,
): Promise<Written | 'too-large'> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max_bytes) return 'too-large'
    hash.update(chunk)
    await write(chunk)
  }
  return { sha256: hash.digest(), size }
}
