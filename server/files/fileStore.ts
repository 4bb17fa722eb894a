import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export type FileStore = ReturnType<typeof openStore>

/** Files by the SHA-256 of what they hold: `ab/cd/abcd…`. Nothing is ever changed, and nothing is kept twice. */
export function openStore(folder: string) {
  const placeOf = (sha256: Buffer) => placeIn(folder, sha256)

  return {
    /** Keeps the bytes, on the disk before it answers, and answers their hash. */
    async keep(bytes: Uint8Array): Promise<Buffer> {
      const sha256 = createHash('sha256').update(bytes).digest()
      const place = placeOf(sha256)
      if (await exists(place)) await renew(place)
      else await writeWhole(place, partIn(folder), bytes)
      return sha256
    },

    /** Writes what comes in beside the store, as long as it is not larger than allowed. Nothing is left when it fails. */
    async receive(incoming: Readable, max_bytes: number): Promise<Received | 'too-large'> {
      const part = partIn(folder)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const written = await writeIncoming(part, incoming, max_bytes)
      return written === 'too-large' ? written : receivedAs(part, written, placeOf(written.sha256))
    },

    /** The bytes as a stream, or a part of them, both ends included; undefined when there are none. */
    async read(sha256: Buffer, part?: { start: number; end: number }): Promise<Readable | undefined> {
      const place = placeOf(sha256)
      return (await exists(place)) ? createReadStream(place, part) : undefined
    },

    /** What was kept before this moment (in ms), folder by folder, so many at once. */
    async *keptBefore(before: number, atOnce: number): AsyncGenerator<Buffer[]> {
      for await (const hashes of hashesIn(folder))
        for (let from = 0; from < hashes.length; from += atOnce)
          yield await olderOf(hashes.slice(from, from + atOnce), placeOf, before)
    },

    /** Takes the bytes away, unless they came in again since then. Answers whether it did. */
    async drop(sha256: Buffer, before: number): Promise<boolean> {
      const place = placeOf(sha256)
      if (!(await isOlder(place, before))) return false
      await rm(place, { force: true })
      return true
    },

    /** Takes away what was left half-way before this moment. Answers how many. */
    async dropParts(before: number): Promise<number> {
      const placeOfPart = (name: string) => join(folder, name)
      const parts = await olderOf(await namesIn(folder, /^[0-9a-f-]{36}\.part$/), placeOfPart, before)
      await Promise.all(parts.map((name) => rm(placeOfPart(name), { force: true })))
      return parts.length
    },
  }
}

/** What has come in whole and is on the disk, but is not kept yet. */
export type Received = {
  sha256: Buffer
  /** In bytes. */
  size: number
  bytes: () => Promise<Buffer>
  keep: () => Promise<void>
  drop: () => Promise<void>
}

function placeIn(folder: string, sha256: Buffer) {
  const name = sha256.toString('hex')
  return join(folder, name.slice(0, 2), name.slice(2, 4), name)
}

/** Half a file never stands where a whole one is looked for. */
const partIn = (folder: string) => join(folder, `${randomUUID()}.part`)

async function writeWhole(place: string, part: string, bytes: Uint8Array) {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await writeToDisk(part, bytes)
  await rename(part, place)
  await flushFolder(dirname(place))
}

const receivedAs = (part: string, { sha256, size }: Pick<Received, 'sha256' | 'size'>, place: string): Received => ({
  sha256,
  size,
  bytes: () => readFile(part),
  keep: async () => {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    // The same bytes under the same name: whatever stood there is as good.
    await rename(part, place)
    await flushFolder(dirname(place))
  },
  drop: () => rm(part, { force: true }),
})

async function writeIncoming(part: string, incoming: Readable, max_bytes: number) {
  const hash = createHash('sha256')
  const file = await open(part, 'wx', 0o600)
  let size = 0
  try {
    // Whoever sends too much is still there to be told so.
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

/** Of all that is kept, folder by folder. */
async function* hashesIn(folder: string): AsyncGenerator<Buffer[]> {
  for (const outer of await namesIn(folder, /^[0-9a-f]{2}$/))
    for (const inner of await namesIn(join(folder, outer), /^[0-9a-f]{2}$/)) {
      const names = await namesIn(join(folder, outer, inner), /^[0-9a-f]{64}$/)
      yield names.map((name) => Buffer.from(name, 'hex'))
    }
}

const namesIn = (folder: string, form: RegExp) =>
  readdir(folder).then((names) => names.filter((name) => form.test(name)), noneIfMissing)

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function olderOf<One>(all: readonly One[], placeOf: (one: One) => string, moment: number): Promise<One[]> {
  const old = await Promise.all(all.map((one) => isOlder(placeOf(one), moment)))
  return all.filter((_, index) => old[index])
}

/** What is gone is no older. */
const isOlder = (place: string, moment: number) =>
  stat(place).then(
    ({ mtimeMs }) => mtimeMs < moment,
    () => false,
  )

/** Young again, so that no sweep takes it before a row names it. */
const renew = (place: string) => utimes(place, new Date(), new Date())

const exists = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  )

async function writeToDisk(place: string, bytes: Uint8Array) {
  const file = await open(place, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function flushFolder(place: string) {
  const folder = await open(place, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
