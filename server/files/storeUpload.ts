import type { Readable } from 'node:stream'
import type { Db } from '#server/db/database.ts'
import type { StoredFile } from '#shared/calls/files.ts'
import { fileKinds } from '#shared/fileKinds.ts'
import { type CheckedClaims, quotaError } from './claims.ts'
import { checkFile } from './detectFileKind.ts'
import { addTempFile, recordQuarantine } from './fileRows.ts'
import { type FileStore, leaveToSweep } from './fileStore.ts'

/** `upload`: the upload in parts that the bytes were received by, which knows its file afterwards. */
type Source = { body: Readable; owner_id: number; upload?: string }

/** Stores the bytes as a `Temp` file of the user, checked by their content. Throws an error at the field that it is for. */
export async function storeUpload(
  { db, files }: { db: Db; files: FileStore },
  { name, kind, errorOf }: CheckedClaims,
  { body, ...owner }: Source,
): Promise<StoredFile> {
  const { max_bytes, media_type } = fileKinds[kind]
  const received = await files.receive(body, max_bytes)
  if (received === 'too-large') throw errorOf('file-size')
  try {
    const problem = received.size === 0 ? 'file-empty' : await received.check((source) => checkFile(source, kind))
    if (problem) throw errorOf(problem)
    const signature = await received.scan()
    if (signature !== undefined) {
      await recordQuarantine(db, received, { name, signature, actor_id: owner.owner_id })
      throw errorOf('file-infected', { signature })
    }
    const stored = await addTempFile(db, received, { name, media_type, ...owner })
    if (!stored) throw quotaError()
    return stored
  } finally {
    await received.discard().catch(leaveToSweep)
  }
}
