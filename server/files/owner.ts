import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { FileStore } from './fileStore.ts'

/**
 * Marks a store as that of the library of a database. Throws `ForeignStore` when it is that of another one, whose files the
 * sweep would delete.
 */
export async function claimStore(db: Db, store: Pick<FileStore, 'owner' | 'setOwner'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from library`.execute(db)
  const library = rows[0]?.id
  if (library === undefined) throw new Error('the table library has no row')
  const owner = await store.owner()
  if (owner === undefined) await store.setOwner(library)
  else if (owner !== library) throw new ForeignStore()
}

export class ForeignStore extends Error {
  constructor() {
    super('S3_BUCKET has the files of another library below S3_PREFIX: choose another prefix or bucket.')
  }
}
