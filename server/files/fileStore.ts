import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { flushFolder } from '#server/config/flushFolder.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { limits } from '#shared/limits.ts'
import type { ByteSource } from './byteSource.ts'
import type { Scanner } from './scanner.ts'

export type FileStore = ReturnType<typeof openFileStore>

/**
 * Content-addressed storage: files by the SHA-256 of their bytes, in `ab/cd/abcd…`. They are never changed or duplicated.
 * What is stored leaves `reserve_bytes` of the disk free.
 */
export function openFileStore(
  folder: string,
  { reserve_bytes = limits.file.reserve_bytes, scanner }: StoreOptions = {},
) {
  const pathOf = (sha256: Buffer) => pathIn(folder, sha256)
  const withSpace = openReserve(folder, reserve_bytes)

  return {
    /** Stores the bytes, flushed to disk, and returns their hash. */
    async add(bytes: Uint8Array): Promise<Buffer> {
      const sha256 = createHash('sha256').update(bytes).digest()
      const path = pathOf(sha256)
      if (await exists(path)) await touch(path)
      else await withSpace(bytes.length, () => writeAtomically(path, newPartPath(folder), bytes))
      return sha256
    },

    /** Writes a stream to a temporary file of at most `max_bytes`. Removes it on failure. */
    async receive(incoming: Readable, max_bytes: number): Promise<ReceivedFile | 'too-large'> {
      const part = newPartPath(folder)
      const written = await withSpace(max_bytes, () => writeIncoming(part, incoming, max_bytes))
      return written === 'too-large' ? written : receivedFile(folder, part, written, scanner)
    },

    /** The name of what a virus scanner finds in bytes that are not stored; undefined also without a scanner. */
    scan: async (bytes: Uint8Array) => scanner?.scan(Readable.from([bytes])),

    ...uploadParts(folder),
    ...quarantined(folder),

    /** A stream of the bytes or a range of them, both ends included; undefined when the file is missing. */
    async read(sha256: Buffer, part?: { start: number; end: number }): Promise<Readable | undefined> {
      const path = pathOf(sha256)
      return (await exists(path)) ? createReadStream(path, part) : undefined
    },

    /** The hashes of files that were stored before a time (in ms), in batches. */
    async *storedBefore(before: number, batchSize: number): AsyncGenerator<Buffer[]> {
      for await (const hashes of hashesIn(folder))
        for (let from = 0; from < hashes.length; from += batchSize)
          yield await olderOf(hashes.slice(from, from + batchSize), pathOf, before)
    },

    /** Deletes a file, unless it was stored again after `before` (in ms). Returns whether it did. */
    async remove(sha256: Buffer, before: number): Promise<boolean> {
      const path = pathOf(sha256)
      if (!(await isOlder(path, before))) return false
      await rm(path, { force: true })
      return true
    },
  }
}

/** The parts of uploads that are not complete. */
const uploadParts = (folder: string) => ({
  /** The bytes of the parts of an upload, in order. Throws when one is missing. */
  readParts: (upload: string, count: number): Readable => Readable.from(bytesOf(partPaths(folder, upload, count))),

  async removeUpload(upload: string, count: number) {
    await Promise.all(partPaths(folder, upload, count).map((path) => rm(path, { force: true })))
  },

  /** Deletes temporary files from before a time (in ms). Returns their number. */
  async removeParts(before: number): Promise<number> {
    const pathOfPart = (name: string) => join(folder, name)
    const parts = await olderOf(await namesIn(folder, /^[0-9a-f-]{36}(\.\d+)?\.part$/), pathOfPart, before)
    await Promise.all(parts.map((name) => rm(pathOfPart(name), { force: true })))
    return parts.length
  },
})

/** The infected files: nothing is served from their folder. */
const quarantined = (folder: string) => ({
  /** Deletes files that came into quarantine before a time (in ms). */
  async removeQuarantined(before: number): Promise<void> {
    const pathOfFile = (name: string) => join(folder, quarantine, name)
    const old = await olderOf(await namesIn(join(folder, quarantine), /^[0-9a-f]{64}$/), pathOfFile, before)
    await Promise.all(old.map((name) => rm(pathOfFile(name), { force: true })))
  },
})

const quarantine = 'quarantine'

/** Returns a function that runs another one, which writes at most so many bytes. It throws `disk-full` when they would use the reserve. */
function openReserve(folder: string, reserve_bytes: number) {
  /** The bytes that are being written. */
  let expected = 0
  return async <Result>(bytes: number, write: () => Promise<Result>): Promise<Result> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize - expected - bytes < reserve_bytes) throw new ApiError('disk-full')
    expected += bytes
    try {
      return await write()
    } finally {
      expected -= bytes
    }
  }
}

type StoreOptions = { reserve_bytes?: number; scanner?: Pick<Scanner, 'scan'> | undefined }

/** A complete upload on disk, not yet moved into the store. */
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

function pathIn(folder: string, sha256: Buffer) {
  const name = sha256.toString('hex')
  return join(folder, name.slice(0, 2), name.slice(2, 4), name)
}

/** Incomplete files are written outside the folders of the store. */
const newPartPath = (folder: string) => join(folder, `${randomUUID()}.part`)

async function writeAtomically(path: string, part: string, bytes: Uint8Array) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeToDisk(part, bytes)
  await rename(part, path)
  await flushFolder(dirname(path))
}

/** The parts of an upload are written once, under the number of the part. */
const partPaths = (folder: string, upload: string, count: number) =>
  Array.from({ length: count }, (_, index) => join(folder, partName(upload, index)))

const partName = (upload: string, index: number) => `${upload}.${index}.part`

async function* bytesOf(paths: readonly string[]) {
  for (const path of paths) yield* createReadStream(path) as AsyncIterable<Buffer>
}

type Written = Pick<ReceivedFile, 'sha256' | 'size'>

const receivedFile = (
  folder: string,
  part: string,
  { sha256, size }: Written,
  scanner: StoreOptions['scanner'],
): ReceivedFile => ({
  sha256,
  size,
  check: (check) => checkRanges(part, size, check),
  scan: async () => {
    const found = await scanner?.scan(createReadStream(part))
    if (found !== undefined) await moveTo(part, join(folder, quarantine, sha256.toString('hex')))
    return found
  },
  // An existing file has the same hash, so it may be overwritten.
  commit: () => moveTo(part, pathIn(folder, sha256)),
  commitAsPart: (upload, index) => moveTo(part, join(folder, partName(upload, index))),
  discard: () => rm(part, { force: true }),
})

async function moveTo(part: string, path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rename(part, path)
  await flushFolder(dirname(path))
}

async function checkRanges<Result>(path: string, size: number, check: (source: ByteSource) => Promise<Result>) {
  const file = await open(path, 'r')
  const read = async (position: number, length: number) => {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position })
    return buffer.subarray(0, bytesRead)
  }
  try {
    return await check({ size, read })
  } finally {
    await file.close()
  }
}

async function writeIncoming(part: string, incoming: Readable, max_bytes: number) {
  const hash = createHash('sha256')
  const file = await open(part, 'wx', 0o600)
  let size = 0
  try {
    // The request stays open, so that the client of a too large file gets a response.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > max_bytes) break
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
  if (size <= max_bytes) return { sha256: hash.digest(), size }
  await rm(part, { force: true })
  return 'too-large'
}

/** The hashes of all files, one folder at a time. */
async function* hashesIn(folder: string): AsyncGenerator<Buffer[]> {
  for (const outer of await namesIn(folder, /^[0-9a-f]{2}$/))
    for (const inner of await namesIn(join(folder, outer), /^[0-9a-f]{2}$/)) {
      const names = await namesIn(join(folder, outer, inner), /^[0-9a-f]{64}$/)
      yield names.map((name) => Buffer.from(name, 'hex'))
    }
}

const namesIn = (folder: string, pattern: RegExp) =>
  readdir(folder).then((names) => names.filter((name) => pattern.test(name)), emptyIfMissing)

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function olderOf<Item>(all: readonly Item[], pathOf: (item: Item) => string, time: number): Promise<Item[]> {
  const old = await Promise.all(all.map((item) => isOlder(pathOf(item), time)))
  return all.filter((_, index) => old[index])
}

/** False for a missing file. */
const isOlder = (path: string, time: number) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs < time,
    () => false,
  )

/** Updates the modification time, so that the sweep does not delete the file before its row exists. */
const touch = (path: string) => utimes(path, new Date(), new Date())

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function writeToDisk(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
