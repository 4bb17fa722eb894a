import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { FileStore, Received } from '#server/files/store.ts'
import type { KeptFile } from '#shared/calls/files.ts'
import { limits } from '#shared/limits.ts'

/** Any number may bring files at once; the sweep is alone. So no bytes go away between their arrival and their row. */
const lock = 4_820_001
export const whileBringing = (db: Db) => sql`select pg_advisory_xact_lock_shared(${lock})`.execute(db)
const whileSweeping = (db: Db) => sql`select pg_advisory_xact_lock(${lock})`.execute(db)

type NewFile = { name: string; media_type: string; owner_id: number }

/** The bytes first, then the row: a row never names what is not there. */
export async function addTempFile(db: Db, received: Received, { name, media_type, owner_id }: NewFile) {
  return db.transaction().execute(async (within) => {
    await whileBringing(within)
    await received.keep()
    const { rows } = await sql<KeptFile>`
      insert into files (sha256, name, media_type, size, owner_id)
      values (${received.sha256}, ${name}, ${media_type}, ${received.size}, ${owner_id})
      returning id, type, name, size, media_type`.execute(within)
    const [row] = rows
    if (!row) throw new Error('a file was added: why is its row not answered?')
    return row
  })
}

/** Takes away uploads that no record was saved with, then the bytes that no row names. Answers how many of each. */
export async function sweepFiles(db: Db, store: FileStore) {
  const { numAffectedRows } = await sql`
    delete from files
     where type = 'Temp'
       and created_at < now() - make_interval(hours => ${limits.file.temp_hours})`.execute(db)
  const bytes = await db.transaction().execute(async (within) => {
    await whileSweeping(within)
    return store.sweep(Date.now() - limits.file.temp_hours * 3_600_000, async (sha256) => {
      const { rows } = await sql`select from files where sha256 = ${sha256} limit 1`.execute(within)
      return rows.length === 0
    })
  })
  return { rows: Number(numAffectedRows ?? 0), bytes }
}
