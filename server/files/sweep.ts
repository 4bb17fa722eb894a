import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { unreferencedAmong } from './references.ts'
import { isBackupRunning, lockForSweep } from './fileRows.ts'
import type { FileStore } from './fileStore.ts'
import { claimStore } from './owner.ts'
import { limits } from '#shared/limits.ts'

/** The number of deleted rows and of deleted files of the store. */
export type SweepCount = { rows: number; bytes: number }

type SweepLimits = { batchSize?: number; limit?: number }

/**
 * Garbage collection: deletes uploads without a record, files without a reference for a month, then bytes without a row.
 * Rows are deleted first: a killed sweep leaves bytes without a row, which the next one deletes. While a backup copies files,
 * their bytes stay. Throws `ForeignStore` for the store of another library.
 */
export async function sweepFiles(
  db: Db,
  store: FileStore,
  { batchSize = limits.file.sweep_batch, limit = limits.file.sweep_limit }: SweepLimits = {},
): Promise<SweepCount> {
  await claimStore(db, store)
  await deleteUnfinished(db)
  await markUnreferenced(db, batchSize)
  const rows = await sweepRows(db, { batchSize, limit })
  return { rows, bytes: await sweepBytes(db, store, { batchSize, limit }) }
}

/** Uploads in parts that were not completed; their parts, which are younger, are deleted by a later sweep. */
const deleteUnfinished = (db: Db) =>
  sql`delete from uploads where created_at < now() - make_interval(hours => ${limits.file.temp_hours})`.execute(db)

/** Sets or clears the time since when nothing refers to a file. */
async function markUnreferenced(db: Db, batchSize: number) {
  await forEachBatch(db, { where: sql`type = 'Permanent'`, batchSize }, async (ids) => {
    const unreferenced = await unreferencedAmong(db, ids)
    await sql`
      update files
         set unreferenced_at = case when id = any(${unreferenced}) then now() end
       where id = any(${ids})
         and (unreferenced_at is null) = (id = any(${unreferenced}))`.execute(db)
    return 0
  })
}

const due = sql`
  (type = 'Temp' and created_at < now() - make_interval(hours => ${limits.file.temp_hours})
   or type = 'Permanent' and unreferenced_at < now() - make_interval(days => ${limits.file.unreferenced_days}))`

/**
 * Locks the rows, then checks their references again. A save that adds a reference locks the row of the file as well, by
 * its claim or the foreign key: an earlier save is seen here, and a later one finds no file and is rejected.
 */
const sweepRows = (db: Db, { batchSize, limit }: Required<SweepLimits>) =>
  forEachBatch(db, { where: due, batchSize, limit }, (ids) =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: number }>`
        select id from files where id = any(${ids}) and ${due} for update skip locked`.execute(transaction)
      const unreferenced = await unreferencedAmong(
        transaction,
        rows.map(({ id }) => id),
      )
      await sql`delete from files where id = any(${unreferenced})`.execute(transaction)
      return unreferenced.length
    }),
  )

type Batch = { where: RawBuilder<unknown>; batchSize: number; limit?: number }

/** Runs a function on batches of ids until it has processed `limit` files. */
async function forEachBatch(
  db: Db,
  { where, batchSize, limit = Infinity }: Batch,
  run: (ids: number[]) => Promise<number>,
) {
  let count = 0
  for (let after = 0; count < limit;) {
    const { rows } = await sql<{ id: number }>`
      select id from files where ${where} and id > ${after} order by id limit ${Math.min(batchSize, limit - count)}`.execute(
      db,
    )
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    count += await run(ids)
    after = ids.at(-1) ?? 0
  }
  return count
}

/** Finds bytes without a row without a lock, and checks again under the lock: the same bytes can have been uploaded meanwhile. */
async function sweepBytes(db: Db, store: FileStore, { batchSize, limit }: Required<SweepLimits>) {
  const before = Date.now() - limits.file.temp_hours * 3_600_000
  await store.removeQuarantined(Date.now() - limits.file.quarantine_days * 86_400_000)
  let swept = await store.removeParts(before, await unfinishedUploads(db))
  for await (const stored of store.storedBefore(before, batchSize)) {
    if (swept >= limit) break
    const hashes = (await withoutRow(db, stored)).slice(0, limit - swept)
    if (hashes.length > 0) swept += await removeBytes(db, store, { hashes, before })
  }
  return swept
}

/** Their parts stay, however old the clock of this server says that they are: the database has decided which have ended. */
async function unfinishedUploads(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from uploads where file_id is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const removeBytes = (db: Db, store: FileStore, { hashes, before }: { hashes: Buffer[]; before: number }) =>
  db.transaction().execute(async (transaction) => {
    if (await isBackupRunning(transaction)) return 0
    await lockForSweep(transaction)
    const unused = await withoutRow(transaction, hashes)
    const dropped = await Promise.all(unused.map((sha256) => store.remove(sha256, before)))
    return dropped.filter(Boolean).length
  })

async function withoutRow(db: Db, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select distinct sha256 from files where sha256 = any(${hashes})`.execute(db)
  const named = new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
  return hashes.filter((sha256) => !named.has(sha256.toString('hex')))
}
