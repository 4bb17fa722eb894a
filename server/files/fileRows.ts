import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Received } from './fileStore.ts'
import type { StoredFile } from '#shared/calls/files.ts'

/** Any number may bring files at once; the sweep is alone. So no bytes go away between their arrival and their row. */
const lock = 4_820_001
export const whileBringing = (db: Db) => sql`select pg_advisory_xact_lock_shared(${lock})`.execute(db)
export const whileSweeping = (db: Db) => sql`select pg_advisory_xact_lock(${lock})`.execute(db)

type NewFile = { name: string; media_type: string; owner_id: number }

/** The bytes first, then the row: a row never names what is not there. */
export async function addTempFile(db: Db, received: Received, { name, media_type, owner_id }: NewFile) {
  return db.transaction().execute(async (within) => {
    await whileBringing(within)
    await received.keep()
    const { rows } = await sql<StoredFile>`
      insert into files (sha256, name, media_type, size, owner_id)
      values (${received.sha256}, ${name}, ${media_type}, ${received.size}, ${owner_id})
      returning id, type, name, size, media_type`.execute(within)
    const [row] = rows
    if (!row) throw new Error('a file was added: why is its row not answered?')
    return row
  })
}
