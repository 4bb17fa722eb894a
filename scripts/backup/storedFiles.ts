import { ChangedFile, type FileStore, leaveToSweep } from '#server/files/fileStore.ts'
import type { StoredFile } from './manifest.ts'

type CopyOutcome = 'copied' | 'present' | 'missing' | 'changed'

/** Copies a file to another store unless that has it: bytes with another hash or size are not copied. */
export async function copyStored(file: StoredFile, from: FileStore, to: FileStore): Promise<CopyOutcome> {
  const sha256 = Buffer.from(file.sha256, 'hex')
  if ((await to.sizeOf(sha256)) === file.size) return 'present'
  const bytes = await from.read(sha256)
  if (!bytes) return 'missing'
  try {
    const received = await to.receive(bytes, file.size)
    if (received === 'too-large') return 'changed'
    await received.commit()
    await received.discard().catch(leaveToSweep)
    return 'copied'
  } catch (error) {
    if (error instanceof ChangedFile) return 'changed'
    throw error
  } finally {
    bytes.destroy()
  }
}
