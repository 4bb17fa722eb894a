import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export type FileStore = ReturnType<typeof openStore>

/** Files by the SHA-256 of what they hold: `ab/cd/abcd…`. Nothing is ever changed, and nothing is kept twice. */
export function openStore(folder: string) {
  const placeOf = (sha256: Buffer) => {
    const name = sha256.toString('hex')
    return join(folder, name.slice(0, 2), name.slice(2, 4), name)
  }

  return {
    /** Keeps the bytes, on the disk before it answers, and answers their hash. */
    async keep(bytes: Uint8Array): Promise<Buffer> {
      const sha256 = createHash('sha256').update(bytes).digest()
      const place = placeOf(sha256)
      if (await exists(place)) {
        await renew(place)
        return sha256
      }

      // Half a file never stands where a whole one is looked for.
      const part = join(folder, `${randomUUID()}.part`)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await writeToDisk(part, bytes)
      await rename(part, place)
      await flushFolder(dirname(place))
      return sha256
    },

    /** Writes what comes in beside the store, as long as it is not larger than allowed. Nothing is left when it fails. */
    async receive(incoming: Readable, max_bytes: number): Promise<Received | 'too-large'> {
      const part = join(folder, `${randomUUID()}.part`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const written = await writeIncoming(part, incoming, max_bytes)
      if (written === 'too-large') return written
      const { sha256, size } = written
      return {
        sha256,
        size,
        bytes: () => readFile(part),
        keep: async () => {
          const place = placeOf(sha256)
          await mkdir(dirname(place), { recursive: true, mode: 0o700 })
          // The same bytes under the same name: whatever stood there is as good.
          await rename(part, place)
          await flushFolder(dirname(place))
        },
        drop: () => rm(part, { force: true }),
      }
    },

    /** The bytes as a stream, or a part of them, both ends included; undefined when there are none. */
    async read(sha256: Buffer, part?: { start: number; end: number }): Promise<Readable | undefined> {
      const place = placeOf(sha256)
      return (await exists(place)) ? createReadStream(place, part) : undefined
    },

    /** Goes through what was kept before this moment (in ms) and takes away what `isUnwanted` says of. Answers how many. */
    async sweep(before: number, isUnwanted: (sha256: Buffer) => Promise<boolean>): Promise<number> {
      let swept = 0
      for (const entry of await entriesOf(folder)) {
        const place = join(entry.parentPath, entry.name)
        const { mtimeMs } = await stat(place)
        if (mtimeMs >= before) continue
        const isPart = entry.name.endsWith('.part')
        if (!isPart && !(await isUnwanted(Buffer.from(entry.name, 'hex')))) continue
        await rm(place, { force: true })
        swept += 1
      }
      return swept
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

/** What is kept, and what was left half-way. */
const entriesOf = async (folder: string) =>
  (await exists(folder))
    ? (await readdir(folder, { withFileTypes: true, recursive: true })).filter(
        (entry) => entry.isFile() && /^([0-9a-f]{64}|[0-9a-f-]{36}\.part)$/.test(entry.name),
      )
    : []

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
