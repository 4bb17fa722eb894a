import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
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
      if (await exists(place)) return sha256

      // Half a file never stands where a whole one is looked for.
      const part = join(folder, `${randomUUID()}.part`)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await writeToDisk(part, bytes)
      await rename(part, place)
      await flushFolder(dirname(place))
      return sha256
    },

    /** The bytes as a stream; undefined when there are none. */
    async read(sha256: Buffer): Promise<Readable | undefined> {
      const place = placeOf(sha256)
      return (await exists(place)) ? createReadStream(place) : undefined
    },
  }
}

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
