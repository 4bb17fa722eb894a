import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { letGoOf } from '#server/files/references.ts'
import { whileSweeping } from './fileRows.ts'
import type { FileStore } from './fileStore.ts'
import { limits } from '#shared/limits.ts'

/** How many rows of the list of files, and how many files of the store, went away. */
export type Swept = { rows: number; bytes: number }

type Bounds = { atOnce?: number; most?: number }

/**
 * Takes away what nobody needs: uploads that no record was saved with, files that nothing has referred to for long, then
 * the bytes that no row names. Rows go first: a sweep that is killed leaves bytes without a row, which the next one takes.
 */
export async function sweepFiles(
  db: Db,
  store: FileStore,
  { atOnce = limits.file.sweep_batch, most = limits.file.sweep_limit }: Bounds = {},
): Promise<Swept> {
  await markLetGo(db, atOnce)
  const rows = await sweepRows(db, { atOnce, most })
  return { rows, bytes: await sweepBytes(db, store, { atOnce, most }) }
}

/** Goes through all files and writes down which nothing refers to any more, and which something refers to again. */
async function markLetGo(db: Db, atOnce: number) {
  await eachPart(db, { of: sql`type = 'Permanent'`, atOnce }, async (ids) => {
    const letGo = await letGoOf(db, ids)
    await sql`
      update files
         set unreferenced_at = case when id = any(${letGo}) then now() end
       where id = any(${ids})
         and (unreferenced_at is null) = (id = any(${letGo}))`.execute(db)
    return 0
  })
}

const due = sql`
  (type = 'Temp' and created_at < now() - make_interval(hours => ${limits.file.temp_hours})
   or type = 'Permanent' and unreferenced_at < now() - make_interval(days => ${limits.file.unreferenced_days}))`

/**
 * Locked, then asked for anew what refers to them: whoever makes a record refer to a file locks its row before, by its
 * claim or by the foreign key. Who was first is seen, and who comes later finds no file and is refused.
 */
const sweepRows = (db: Db, { atOnce, most }: Required<Bounds>) =>
  eachPart(db, { of: due, atOnce, most }, (ids) =>
    db.transaction().execute(async (within) => {
      const { rows } = await sql<{ id: number }>`
        select id from files where id = any(${ids}) and ${due} for update skip locked`.execute(within)
      const letGo = await letGoOf(
        within,
        rows.map(({ id }) => id),
      )
      await sql`delete from files where id = any(${letGo})`.execute(within)
      return letGo.length
    }),
  )

type Part = { of: RawBuilder<unknown>; atOnce: number; most?: number }

/** Files by their ids, so many at once, until so many were done. */
async function eachPart(db: Db, { of, atOnce, most = Infinity }: Part, run: (ids: number[]) => Promise<number>) {
  let done = 0
  for (let after = 0; done < most;) {
    const { rows } = await sql<{ id: number }>`
      select id from files where ${of} and id > ${after} order by id limit ${Math.min(atOnce, most - done)}`.execute(db)
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    done += await run(ids)
    after = ids.at(-1) ?? 0
  }
  return done
}

/** Which bytes have no row is looked up without a lock, and again under it: the same bytes may have come in meanwhile. */
async function sweepBytes(db: Db, store: FileStore, { atOnce, most }: Required<Bounds>) {
  const before = Date.now() - limits.file.temp_hours * 3_600_000
  let swept = await store.dropParts(before)
  for await (const kept of store.keptBefore(before, atOnce)) {
    if (swept >= most) break
    const unnamed = (await withoutRow(db, kept)).slice(0, most - swept)
    if (unnamed.length > 0) swept += await dropUnnamed(db, store, { unnamed, before })
  }
  return swept
}

const dropUnnamed = (db: Db, store: FileStore, { unnamed, before }: { unnamed: Buffer[]; before: number }) =>
  db.transaction().execute(async (within) => {
    await whileSweeping(within)
    const still = await withoutRow(within, unnamed)
    const dropped = await Promise.all(still.map((sha256) => store.drop(sha256, before)))
    return dropped.filter(Boolean).length
  })

async function withoutRow(db: Db, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select distinct sha256 from files where sha256 = any(${hashes})`.execute(db)
  const named = new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
  return hashes.filter((sha256) => !named.has(sha256.toString('hex')))
}
