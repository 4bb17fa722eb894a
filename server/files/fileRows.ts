import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import { record } from '#server/audit/record.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { ReceivedFile } from './fileStore.ts'
import type { StoredFile } from '#shared/calls/files.ts'
import { limits } from '#shared/limits.ts'

/** Uploads share the lock, the sweep takes it alone: bytes are never deleted between their arrival and the insert of their row. */
const lock = 4_820_001
export const lockForUpload = (db: Db) => sql`select pg_advisory_xact_lock_shared(${lock})`.execute(db)
export const lockForSweep = (db: Db) => sql`select pg_advisory_xact_lock(${lock})`.execute(db)

/** A backup shares this lock while it copies files. The sweep does not wait for it: uploads would wait behind the sweep. */
export const backupLock = 4_820_002

export async function isBackupRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`select pg_try_advisory_xact_lock(${backupLock}) as is_free`.execute(
    db,
  )
  return rows[0]?.is_free === false
}

/** `upload`: the upload in parts that it was received by, which knows its file afterwards. */
type NewFile = { name: string; media_type: string; owner_id: number; upload?: string }

/** Whether a user may have `bytes` more of uploads that no record uses yet, incomplete ones included. */
export async function isWithinQuota(db: Db, owner_id: number, bytes: number): Promise<boolean> {
  const { rows } = await sql<{ unsaved: number }>`
    select coalesce(sum(size), 0)::bigint as unsaved
      from (select size from files where type = 'Temp' and owner_id = ${owner_id}
            union all
            select size from uploads where owner_id = ${owner_id} and file_id is null) as unsaved`.execute(db)
  return (rows[0]?.unsaved ?? 0) + bytes <= limits.file.unsaved_bytes
}

/** Uploads of one user are added one after the other: each counts those before it. */
export const lockUploadsOf = (db: Db, owner_id: number) =>
  sql`select from users where id = ${owner_id} for no key update`.execute(db)

/**
 * Stores the bytes before the row, so that no row refers to missing bytes. Undefined when the quota is used up. Throws
 * when the upload in parts has ended already.
 */
export async function addTempFile(db: Db, received: ReceivedFile, { name, media_type, owner_id, upload }: NewFile) {
  return db.transaction().execute(async (transaction) => {
    await lockForUpload(transaction)
    await lockUploadsOf(transaction, owner_id)
    if (upload !== undefined) await lockUpload(transaction, upload)
    // An upload in parts counts already.
    const added = upload === undefined ? received.size : 0
    if (!(await isWithinQuota(transaction, owner_id, added))) return undefined
    await received.commit()
    const { rows } = await sql<StoredFile>`
      insert into files (sha256, name, media_type, size, owner_id)
      values (${received.sha256}, ${name}, ${media_type}, ${received.size}, ${owner_id})
      returning id, type, name, size, media_type`.execute(transaction)
    const row = onlyRow(rows, 'insert into files returned no row')
    if (upload !== undefined)
      await sql`update uploads set file_id = ${row.id} where id = ${upload}`.execute(transaction)
    return row
  })
}

/** Of two calls that store the same upload, the later one asks for its place again. */
async function lockUpload(db: Db, upload: string) {
  const { rows } = await sql<{ file_id: number | null }>`
    select file_id from uploads where id = ${upload} for update`.execute(db)
  if (!rows[0]) throw new ApiError('not-found')
  if (rows[0].file_id !== null) throw new ApiError('upload-offset')
}

type Infected = { name: string; signature: string; actor_id?: number }

/** Writes to the audit log that a file was refused, and by which name it is in quarantine. */
export const recordQuarantine = (db: Db, { sha256, size }: ReceivedFile, { name, signature, ...by }: Infected) =>
  record(
    { db, session: undefined },
    {
      action: 'quarantine',
      resource: 'files',
      ...by,
      after: { name, signature, size, sha256: sha256.toString('hex') },
    },
  )
