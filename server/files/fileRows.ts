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

/** `upload`: the upload in parts that it was received by, which ends with it. */
type NewFile = { name: string; media_type: string; owner_id: number; upload?: string }

/** Whether a user may have so many more bytes of uploads that no record uses yet, with those that are not complete. */
export async function isWithinQuota(db: Db, owner_id: number, bytes: number): Promise<boolean> {
  const { rows } = await sql<{ unsaved: number }>`
    select coalesce(sum(size), 0)::bigint as unsaved
      from (select size from files where type = 'Temp' and owner_id = ${owner_id}
            union all
            select size from uploads where owner_id = ${owner_id}) as unsaved`.execute(db)
  return (rows[0]?.unsaved ?? 0) + bytes <= limits.file.unsaved_bytes
}

/** Uploads of one user are added one after the other: each counts those before it. */
export const lockUploadsOf = (db: Db, owner_id: number) =>
  sql`select from users where id = ${owner_id} for no key update`.execute(db)

/**
 * Stores the bytes before the row, so that no row refers to missing bytes. Undefined when the quota is used up. Throws
 * `not-found` when the upload in parts has ended already.
 */
export async function addTempFile(db: Db, received: ReceivedFile, { name, media_type, owner_id, upload }: NewFile) {
  return db.transaction().execute(async (transaction) => {
    await lockForUpload(transaction)
    await lockUploadsOf(transaction, owner_id)
    if (upload !== undefined) await endUpload(transaction, upload)
    if (!(await isWithinQuota(transaction, owner_id, received.size))) return undefined
    await received.commit()
    const { rows } = await sql<StoredFile>`
      insert into files (sha256, name, media_type, size, owner_id)
      values (${received.sha256}, ${name}, ${media_type}, ${received.size}, ${owner_id})
      returning id, type, name, size, media_type`.execute(transaction)
    return onlyRow(rows, 'insert into files returned no row')
  })
}

async function endUpload(db: Db, upload: string) {
  const { rows } = await sql`delete from uploads where id = ${upload} returning id`.execute(db)
  if (rows.length === 0) throw new ApiError('not-found')
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
