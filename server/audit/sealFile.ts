import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { StartupError } from '#server/config/env.ts'
import { codeOf } from '#server/config/errorCode.ts'
import { flushFolder } from '#server/config/flushFolder.ts'
import { parseLine, type Seal, toLine } from './seals.ts'

/** The file of the seals in DATA_DIR, one JSON object a line. Lines are only ever added to it. */
export const sealFileOf = (folder: string) => join(folder, 'audit-seals.jsonl')

/** More than the two longest lines. */
const tail_bytes = 1 << 20

/** The seal of the last whole line: undefined without a file or a line, `unreadable` when it is no seal. */
type Tail = {
  last: Seal | 'unreadable' | undefined
  /** Of a line after it without an end, which a full disk or a crash has cut off. */
  unfinished_bytes: number
}

export async function readTail(path: string): Promise<Tail> {
  const file = await open(path, 'r').catch(undefinedIfMissing)
  if (!file) return { last: undefined, unfinished_bytes: 0 }
  try {
    const { size } = await file.stat()
    const length = Math.min(size, tail_bytes)
    const { buffer } = await file.read({ buffer: Buffer.alloc(length), position: size - length })
    const lines = buffer.toString('utf8').split('\n')
    const unfinished_bytes = Buffer.byteLength(lines.pop() ?? '')
    const line = lines.at(-1)
    return { last: line === undefined ? undefined : (parseLine(line) ?? 'unreadable'), unfinished_bytes }
  } finally {
    await file.close()
  }
}

/** Removes `bytes` bytes from the end of the file. */
export async function cutEnd(path: string, bytes: number) {
  await truncate(path, (await sizeOfSealFile(path)) - bytes)
}

/** Appends a seal; it is on disk when this resolves. */
export async function appendSeal(path: string, seal: Seal) {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(toLine(seal))
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Writes a file with these seals in place of the old one, which gets another name; `onWritten` runs before. Returns that
 * name, if there was one. A failure leaves the old file, and nothing of the new one.
 */
export async function replaceSealFile(
  path: string,
  seals: AsyncIterable<Seal>,
  onWritten: () => Promise<void>,
): Promise<string | undefined> {
  const fresh = `${path}.new`
  const old = `${path}.${new Date().toISOString().replaceAll(':', '-')}`
  try {
    await writeSeals(fresh, seals)
    await onWritten()
    const existed = await renameSealFile(path, old).then(() => true, undefinedIfMissing)
    await rename(fresh, path).catch(async (error: unknown) => {
      if (existed) await rename(old, path)
      throw error
    })
    await flushFolder(dirname(path))
    return existed ? old : undefined
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

async function writeSeals(path: string, seals: AsyncIterable<Seal>) {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const seal of seals) await file.appendFile(toLine(seal))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Throws a `StartupError` for a file that `chattr +a` protects, which Linux does not rename. */
export async function renameSealFile(from: string, to: string) {
  try {
    await rename(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error
    throw new StartupError(`${from} may only be added to: run chattr -a ${from} first, and chattr +a afterwards.`)
  }
}

/** The bytes of the file; 0 without one. */
export const sizeOfSealFile = (path: string) =>
  stat(path)
    .then(({ size }) => size, undefinedIfMissing)
    .then((size) => size ?? 0)

/** The lines of the first `size` bytes as seals, `unreadable` for one that is not. */
export async function* readSealFile(path: string, size: number): AsyncGenerator<Seal | 'unreadable', undefined> {
  if (size === 0) return undefined
  const lines = createInterface({ input: createReadStream(path, { end: size - 1 }), crlfDelay: Infinity })
  for await (const line of lines) yield parseLine(line) ?? 'unreadable'
  return undefined
}

function undefinedIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
