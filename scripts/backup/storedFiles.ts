import type { Readable } from 'node:stream'
import { codeOf } from '#server/config/errorCode.ts'
import { ChangedFile, type FileStore, leaveToSweep } from '#server/files/fileStore.ts'
import type { StoredFile } from './manifest.ts'

type CopyOutcome = 'copied' | 'present' | 'missing' | 'changed'

/**
 * Copies a file to another store unless that has it, whose bytes are read: a copy that was changed, or that its disk cannot
 * read any more, is replaced. Bytes with another hash or size are not copied.
 */
export async function copyStored(file: StoredFile, from: FileStore, to: FileStore): Promise<CopyOutcome> {
  const sha256 = Buffer.from(file.sha256, 'hex')
  if ((await to.sizeOf(sha256)) === file.size && (await isIntact(await to.read(sha256)))) return 'present'
  const bytes = await from.read(sha256)
  if (!bytes) return 'missing'
  let unreadable: unknown
  bytes.once('error', (error) => (unreadable = error))
  try {
    const received = await to.receive(bytes, file.size)
    if (received === 'too-large') return 'changed'
    await received.commit()
    await received.discard().catch(leaveToSweep)
    return 'copied'
  } catch (error) {
    if (error === unreadable && isDamage(error)) return 'changed'
    throw error
  } finally {
    bytes.destroy()
  }
}

async function isIntact(bytes: Readable | undefined) {
  if (!bytes) return false
  try {
    for await (const _ of bytes);
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** EIO: the disk cannot read what it has. */
const isDamage = (error: unknown) => error instanceof ChangedFile || codeOf(error) === 'EIO'
