import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from './manifest.ts'
import { openTally } from './tally.ts'

type CopyOutcome = 'copied' | 'present' | 'missing' | 'changed'

/** Copies a stored file unless the target has it: bytes with another hash or size are not copied. */
export async function copyStored(file: StoredFile, from: string, to: string): Promise<CopyOutcome> {
  const size = await sizeOf(to)
  if (size === file.size) return 'present'
  if ((await sizeOf(from)) === undefined) return 'missing'
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const part = `${to}.part`
  const tally = openTally()
  try {
    await pipeline(
      createReadStream(from, { highWaterMark: 1 << 20 }),
      tally.pass,
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    const { sha256 } = tally.result()
    if (sha256 !== file.sha256) return 'changed'
    await rename(part, to)
    return 'copied'
  } finally {
    await rm(part, { force: true })
  }
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
