import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ReceivedFile } from './fileStore.ts'
import type { StoredFile } from '#shared/calls/files.ts'

/** Uploads share the lock, the sweep takes it alone: bytes are never deleted between their arrival and the insert of their row. */
const lock = 4_820_001
export const lockForUpload = (db: Db) => sql`select pg_advisory_xact_lock_shared(${lock})`.execute(db)
export const lockForSweep = (db: Db) => sql`select pg_advisory_xact_lock(${lock})`.execute(db)

type NewFile = { name: string; media_type: string; owner_id: number }

/** Stores the bytes before the row, so that no row refers to missing bytes. */
export async function addTempFile(db: Db, received: ReceivedFile, { name, media_type, owner_id }: NewFile) {
  return db.transaction().execute(async (transaction) => {
    await lockForUpload(transaction)
    await received.commit()
    const { rows } = await sql<StoredFile>`
      insert into files (sha256, name, media_type, size, owner_id)
      values (${received.sha256}, ${name}, ${media_type}, ${received.size}, ${owner_id})
      returning id, type, name, size, media_type`.execute(transaction)
    const [row] = rows
    if (!row) throw new Error('insert into files returned no row')
    return row
  })
}
