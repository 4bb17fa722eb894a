import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { BucketEnv } from '#server/config/env.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { batchesOf } from '#shared/batches.ts'
import { limits } from '#shared/limits.ts'
import { type Bucket, openBucket } from './bucket.ts'
import type { ByteSource } from './byteSource.ts'
import {
  ChangedFile,
  type FileStore,
  MissingPart,
  type ReceivedFile,
  segmentsOf,
  type StoreScanner,
  streamOf,
  verifiedBytes,
  type Written,
  writeUpTo,
} from './fileStore.ts'
import { hashOf, IncomingObject } from './incomingObject.ts'

type StoreOptions = { scanner?: StoreScanner; onFailure?: ((reason: string) => void) | undefined }

const { deletion_ms } = limits.file.bucket
const { block_bytes, remembered } = limits.file.bucket_sizes

/** Where objects are that are no stored files. Incoming ones are copied to their place, and deleted. */
const folders = { incoming: 'incoming/', parts: 'parts/', quarantine: 'quarantine/' }

const keyOf = (sha256: Buffer) => segmentsOf(sha256).join('/')
const quarantineKeyOf = (sha256: Buffer) => folders.quarantine + sha256.toString('hex')
const partKeysOf = (upload: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folders.parts}${upload}/${index}`)

/**
 * A file store in an S3-compatible bucket, in `ab/cd/abcd…`. Nothing of it is on this machine: another process continues an
 * upload in parts. Of a file, at most a part of a multipart upload is in memory.
 */
export function openBucketStore(
  env: BucketEnv,
  { scanner, onFailure = () => undefined }: StoreOptions = {},
): FileStore {
  const bucket = openBucket(env, onFailure)
  const readRange = createRangeReader(bucket)
  return {
    async add(bytes) {
      const sha256 = hashOf(bytes)
      await bucket.put(keyOf(sha256), bytes, sha256.toString('base64'))
      return sha256
    },

    async receive(incoming, max_bytes) {
      const key = folders.incoming + randomUUID()
      const written = await writeIncoming(bucket, key, incoming, max_bytes)
      return written === 'too-large' ? written : receivedFile(bucket, key, written, scanner)
    },

    scan: async (bytes) => scanner?.scan(Readable.from([bytes])),
    read: (sha256, part) => (part ? readRange(sha256, part) : readWhole(bucket, sha256)),
    async sizeOf(sha256) {
      const found = await bucket.head(keyOf(sha256))
      if (!found) await bucket.ping()
      return found?.size
    },
    ...uploadParts(bucket),
    ...stored(bucket),
    removeQuarantined: async (before) => void (await deleteOlder(bucket, folders.quarantine, before)),
    ...owned(bucket),
    ping: bucket.ping,
  }
}

const ownerKey = 'library'

const owned = (bucket: Bucket): Pick<FileStore, 'owner' | 'setOwner'> => ({
  async owner() {
    const found = await bucket.get(ownerKey)
    return found && String(await joined(found.bytes))
  },
  async setOwner(library) {
    const bytes = Buffer.from(library)
    await bucket.put(ownerKey, bytes, hashOf(bytes).toString('base64'))
  },
})

const uploadParts = (bucket: Bucket): Pick<FileStore, 'readParts' | 'removeUpload' | 'removeParts'> => ({
  readParts: (upload, count) => Readable.from(bytesOf(bucket, partKeysOf(upload, count)), { objectMode: false }),
  removeUpload: (upload, count) => bucket.deleteAll(partKeysOf(upload, count)),

  async removeParts(before, unfinished = new Set()) {
    const isEnded = (key: string) => !unfinished.has(key.slice(folders.parts.length).split('/')[0] ?? '')
    let count = await deleteOlder(bucket, folders.parts, before, isEnded)
    count += await deleteOlder(bucket, folders.incoming, before)
    for await (const page of bucket.listMultiparts(folders.incoming))
      for (const { key, id } of page.filter(({ modified }) => modified < before)) {
        await bucket.abortMultipart(key, id)
        count += 1
      }
    return count
  },
})

async function* bytesOf(bucket: Bucket, keys: readonly string[]) {
  for (const key of keys) {
    const part = await bucket.get(key)
    if (!part) throw new MissingPart(key)
    yield* part.bytes
  }
}

async function deleteOlder(
  bucket: Bucket,
  folder: string,
  before: number,
  isDeleted: (key: string) => boolean = () => true,
): Promise<number> {
  let count = 0
  for await (const page of bucket.list(folder)) {
    const old = page.filter(({ key, modified }) => modified < before && isDeleted(key))
    await bucket.deleteAll(old.map(({ key }) => key))
    count += old.length
  }
  return count
}

const stored = (bucket: Bucket): Pick<FileStore, 'storedBefore' | 'remove'> => ({
  async *storedBefore(before, batchSize) {
    for await (const page of bucket.list('')) {
      const old = page.filter(({ key, modified }) => modified < before && /^..\/..\/[0-9a-f]{64}$/.test(key))
      const hashes = old.map(({ key }) => Buffer.from(key.slice(6), 'hex'))
      yield* batchesOf(hashes, batchSize)
    }
  },

  /** A failure, which was reported, keeps the file until the next sweep: the lock of this one must outlast its deletions. */
  async remove(sha256, before) {
    try {
      const head = await bucket.head(keyOf(sha256), deletion_ms)
      if (!head || head.modified >= before) return false
      await bucket.delete(keyOf(sha256), deletion_ms)
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  },
})

async function readWhole(bucket: Bucket, sha256: Buffer) {
  const found = await bucket.get(keyOf(sha256))
  return found && streamOf(verifiedBytes(found.bytes, sha256), found.body)
}

/**
 * The hash of a range is not known. An object that the bucket does not state the right hash of is read whole before its first
 * range, and afterwards recognized by its etag.
 */
function createRangeReader(bucket: Bucket) {
  const etags = new LRUCache<string, string>({ max: remembered })
  return async (sha256: Buffer, range: { start: number; end: number }): Promise<Readable | undefined> => {
    const key = keyOf(sha256)
    const head = await bucket.head(key)
    if (!head) return undefined
    const { etag = '' } = head
    if (head.sha256 !== sha256.toString('base64') && etags.get(key) !== etag) {
      const whole = await readWhole(bucket, sha256)
      for await (const _ of whole ?? []);
      etags.set(key, etag)
    }
    const found = await bucket.get(key, { ...range, etag })
    return found && streamOf(found.bytes, found.body)
  }
}

function receivedFile(bucket: Bucket, key: string, { sha256, size }: Written, scanner: StoreScanner): ReceivedFile {
  return {
    sha256,
    size,
    check: (check) => check(blockSource(bucket, key, size)),
    scan: async () => {
      const signature = scanner && (await scanner.scan((await getIncoming(bucket, key)).bytes))
      if (signature !== undefined) await copyTo(bucket, key, quarantineKeyOf(sha256), sha256)
      return signature
    },
    commit: () => copyTo(bucket, key, keyOf(sha256), sha256),
    commitAsPart: (upload, index) => copyTo(bucket, key, `${folders.parts}${upload}/${index}`, sha256),
    discard: () => bucket.deleteAll([key]),
  }
}

async function getIncoming(bucket: Bucket, key: string, range?: { start: number; end: number }) {
  const found = await bucket.get(key, range)
  if (!found) throw new Error(`the received object ${key} is missing`)
  return found
}

/** An existing file has the same hash, so it may be overwritten: it is then young for the sweep. */
async function copyTo(bucket: Bucket, from: string, to: string, sha256: Buffer) {
  const copy = await bucket.copy(from, to)
  if (!copy) throw new Error(`the received object ${from} is missing`)
  if (copy.sha256 === undefined || copy.sha256 === sha256.toString('base64')) return
  await bucket.deleteAll([to])
  throw new ChangedFile(sha256)
}

async function joined(bytes: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads ahead: a check that goes on where it was reads the bucket once for many steps. */
function blockSource(bucket: Bucket, key: string, size: number): ByteSource {
  let block = { start: 0, bytes: Buffer.alloc(0) }
  const has = (start: number, end: number) => start >= block.start && end <= block.start + block.bytes.length
  return {
    size,
    async read(start, length) {
      const end = Math.min(start + length, size)
      if (end <= start) return Buffer.alloc(0)
      if (!has(start, end)) {
        const last = Math.min(start + Math.max(length, block_bytes), size) - 1
        const { bytes } = await getIncoming(bucket, key, { start, end: last })
        block = { start, bytes: await joined(bytes) }
      }
      return block.bytes.subarray(start - block.start, end - block.start)
    },
  }
}

/** Nothing remains of a stream that fails or is too long; what a killed process leaves is deleted by the sweep. */
async function writeIncoming(bucket: Bucket, key: string, incoming: Readable, max_bytes: number) {
  const target = new IncomingObject(bucket, key)
  try {
    const written = await writeUpTo(incoming, max_bytes, (chunk) => target.write(chunk))
    if (written === 'too-large') await target.abort()
    else await target.end()
    return written
  } catch (error) {
    await target.abort()
    throw error
  }
}
