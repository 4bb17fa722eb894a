import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { flushFolder } from '#server/config/flushFolder.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { batchesOf } from '#shared/batches.ts'
import { limits } from '#shared/limits.ts'
import type { ByteSource } from './byteSource.ts'
import {
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

type StoreOptions = { reserve_bytes?: number | undefined; scanner?: StoreScanner }

/** A file store in a folder, in `ab/cd/abcd…`, flushed to disk. What is stored leaves `reserve_bytes` of the disk free. */
export function openDiskStore(
  folder: string,
  { reserve_bytes = limits.file.reserve_bytes, scanner }: StoreOptions = {},
): FileStore {
  const pathOf = (sha256: Buffer) => pathIn(folder, sha256)
  const withSpace = openReserve(folder, reserve_bytes)

  return {
    async add(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest()
      const path = pathOf(sha256)
      if (await exists(path)) await touch(path)
      else await withSpace(bytes.length, () => writeAtomically(path, newPartPath(folder), bytes))
      return sha256
    },

    async receive(incoming, max_bytes) {
      const part = newPartPath(folder)
      const written = await withSpace(max_bytes, () => writeIncoming(part, incoming, max_bytes))
      return written === 'too-large' ? written : receivedFile(folder, part, written, scanner)
    },

    scan: async (bytes) => scanner?.scan(Readable.from([bytes])),

    ...uploadParts(folder),
    ...quarantined(folder),

    async read(sha256, part) {
      const path = pathOf(sha256)
      if (!(await exists(path))) return undefined
      const file = createReadStream(path, part)
      return part ? file : streamOf(verifiedBytes(file as AsyncIterable<Buffer>, sha256), file)
    },

    ...stored(folder),

    // The folder is in the DATA_DIR of one library.
    owner: () => Promise.resolve(undefined),
    setOwner: () => Promise.resolve(),

    async ping() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.R_OK | constants.W_OK)
    },
  }
}

const stored = (folder: string): Pick<FileStore, 'sizeOf' | 'storedBefore' | 'remove'> => ({
  sizeOf: (sha256) => sizeAt(pathIn(folder, sha256)),

  async *storedBefore(before, batchSize) {
    for await (const hashes of hashesIn(folder))
      for (const batch of batchesOf(hashes, batchSize))
        yield await olderOf(batch, (sha256) => pathIn(folder, sha256), before)
  },

  async remove(sha256, before) {
    const path = pathIn(folder, sha256)
    if (!(await isOlder(path, before))) return false
    await rm(path, { force: true })
    return true
  },
})

const uploadParts = (folder: string): Pick<FileStore, 'readParts' | 'removeUpload' | 'removeParts'> => ({
  readParts: (upload, count) => Readable.from(bytesOf(partPaths(folder, upload, count))),

  async removeUpload(upload, count) {
    await Promise.all(partPaths(folder, upload, count).map((path) => rm(path, { force: true })))
  },

  async removeParts(before, unfinished = new Set()) {
    const pathOfPart = (name: string) => join(folder, name)
    const names = await namesIn(folder, /^[0-9a-f-]{36}(\.\d+)?\.part$/)
    const ended = names.filter((name) => !unfinished.has(name.slice(0, name.indexOf('.'))))
    const parts = await olderOf(ended, pathOfPart, before)
    await Promise.all(parts.map((name) => rm(pathOfPart(name), { force: true })))
    return parts.length
  },
})

const quarantined = (folder: string): Pick<FileStore, 'removeQuarantined'> => ({
  async removeQuarantined(before) {
    const pathOfFile = (name: string) => join(folder, quarantine, name)
    const old = await olderOf(await namesIn(join(folder, quarantine), /^[0-9a-f]{64}$/), pathOfFile, before)
    await Promise.all(old.map((name) => rm(pathOfFile(name), { force: true })))
  },
})

const quarantine = 'quarantine'

/** Returns a function that runs a write of at most the given bytes. It throws `disk-full` when they would use the reserve. */
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

const pathIn = (folder: string, sha256: Buffer) => join(folder, ...segmentsOf(sha256))

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
  for (const path of paths) {
    if (!(await exists(path))) throw new MissingPart(path)
    yield* createReadStream(path) as AsyncIterable<Buffer>
  }
}

const receivedFile = (
  folder: string,
  part: string,
  { sha256, size }: Written,
  scanner: StoreScanner,
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
  const file = await open(part, 'wx', 0o600)
  let written: Written | 'too-large'
  try {
    written = await writeUpTo(incoming, max_bytes, (chunk) => file.appendFile(chunk))
    await file.sync()
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
  if (written === 'too-large') await rm(part, { force: true })
  return written
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

const exists = async (path: string) => (await sizeAt(path)) !== undefined

/** Undefined for a missing file. */
const sizeAt = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
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
