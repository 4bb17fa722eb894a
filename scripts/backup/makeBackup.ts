import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { sealFileOf } from '#server/audit/sealFile.ts'
import { DatabaseClient, withoutTimeouts } from '#server/db/client.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { backupLock } from '#server/files/fileRows.ts'
import { copyOut } from './copy.ts'
import { encrypt } from './encryptedFile.ts'
import { type Manifest, manifestText, partsOf, type StoredFile } from './manifest.ts'
import { beginBackup, exists, nameOf, openRepositoryStore, removeUnfinished } from './repository.ts'
import { copyStored } from './storedFiles.ts'
import { copyJobs, copyOutOf, plainText, readTables } from './tables.ts'
import { openTally, tallyOfFile } from './tally.ts'

type BackupOptions = {
  databaseUrl: string
  /** DATA_DIR. */
  folder: string
  /** The files of the library. */
  files: FileStore
  /** The folder of the backups; it exists. */
  repository: string
  passphrase: string
  /** The cost of a guess of it: a power of two for scrypt. */
  costLog2?: number
  /** Receives a line for each part. */
  report: (line: string) => void
}

type Source = BackupOptions & { client: pg.Client; path: string }

/**
 * Copies a library while its server runs: the database in one snapshot, then the files that it names, secrets and audit
 * seals. Locks nothing that a save waits for. The caller has the lock of the folder of the backups. Returns the name of the
 * backup and its manifest.
 */
export async function makeBackup(options: BackupOptions): Promise<{ name: string; manifest: Manifest }> {
  await removeUnfinished(options.repository)
  const startedAt = new Date()
  const name = nameOf(startedAt)
  const backup = await beginBackup(options.repository, name)
  const client = new DatabaseClient({
    connectionString: options.databaseUrl,
    application_name: 'hukum backup',
    ...withoutTimeouts,
  })
  try {
    await client.connect()
    const parts = await copyParts({ ...options, client, path: backup.path })
    const manifest = {
      format: 1 as const,
      started_at: startedAt.toISOString(),
      ...parts,
      finished_at: new Date().toISOString(),
    }
    await writeFile(partsOf(backup.path).manifest, manifestText(manifest), { mode: 0o600, flush: true })
    await backup.finish()
    return { name, manifest }
  } catch (error) {
    await backup.discard()
    throw error
  } finally {
    await client.close()
  }
}

async function copyParts(source: Source): Promise<Omit<Manifest, 'format' | 'started_at' | 'finished_at'>> {
  const { client, folder, path, passphrase, costLog2, report } = source
  await client.query(plainText)
  // The sweep deletes no bytes while this session has the lock.
  await client.query('select pg_advisory_lock_shared($1)', [backupLock])
  await client.query('begin isolation level repeatable read read only')
  const snapshot = await readSnapshot(client)
  const tables = await copyTables(source)
  const jobs = await copyRows(client, copyJobs, partsOf(path).jobs)
  const stored = await readFiles(client)
  // Files are copied for hours: a transaction would keep vacuum and migrations waiting, the lock protects their bytes.
  await client.query('rollback')
  const files = await copyFiles(source, stored)
  // Fails where the connection, and so the lock, was lost meanwhile.
  await client.query('select pg_advisory_unlock_shared($1)', [backupLock])

  report('secrets and audit seals')
  await writeFile(
    partsOf(path).secrets,
    await encrypt(await readFile(join(folder, 'secrets.json')), passphrase, costLog2),
    { mode: 0o600, flush: true },
  )
  return {
    ...snapshot,
    tables,
    jobs,
    ...files,
    secrets: await tallyOfFile(partsOf(path).secrets),
    ...((await exists(sealFileOf(folder))) && { audit_seals: await copySealFile(source) }),
  }
}

/** The first query takes the snapshot. Sequences are outside of it: they may be ahead. */
async function readSnapshot(client: pg.Client) {
  const { rows } = await client.query<
    Pick<Manifest, 'snapshot_at' | 'postgres' | 'library' | 'migrations' | 'sequences'>
  >(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as snapshot_at,
            current_setting('server_version') as postgres,
            (select id::text from library) as library,
            (select jsonb_agg(jsonb_build_object('name', name, 'hash', hash) order by name collate "C") from migrations) as migrations,
            (select jsonb_agg(jsonb_build_object('name', sequencename, 'last_value', coalesce(last_value, start_value)::text,
                                                 'is_called', last_value is not null)
                              order by sequencename collate "C")
               from pg_sequences where schemaname = 'public') as sequences`,
  )
  const [snapshot] = rows
  if (!snapshot) throw new Error('the snapshot of the database returned no row')
  return snapshot
}

async function copyTables({ client, path, report }: Source) {
  const tables: Manifest['tables'] = []
  for (const table of await readTables(client)) {
    const tally = await copyRows(client, copyOutOf(table), partsOf(path).table(table.name))
    tables.push({ name: table.name, columns: table.columns, ...tally })
    report(`${table.name}: ${tally.rows} rows`)
  }
  return tables
}

/** Compressed: hash and size are of what was read. */
async function copyRows(client: pg.Client, statement: string, path: string) {
  const tally = openTally({ countsLines: true })
  const target = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(copyOut(client, statement), tally.pass, createZstdCompress(), target)
  return tally.result()
}

async function readFiles(client: pg.Client): Promise<StoredFile[]> {
  const { rows } = await client.query<{ sha256: string; size: string }>(
    `select distinct encode(sha256, 'hex') as sha256, size from files order by sha256`,
  )
  return rows.map(({ sha256, size }) => ({ sha256, size: Number(size) }))
}

/** Copies the files that the snapshot names, unless an earlier backup has them. */
async function copyFiles({ files: library, repository, path, report }: Source, files: readonly StoredFile[]) {
  const target = openRepositoryStore(repository)
  const damaged: string[] = []
  let copied = 0
  for (const [index, file] of files.entries()) {
    const outcome = await copyStored(file, library, target)
    if (outcome === 'missing' || outcome === 'changed') damaged.push(file.sha256)
    if (outcome === 'copied') copied += 1
    if ((index + 1) % 1000 === 0) report(`${index + 1} of ${files.length} files`)
  }
  report(`${files.length} files, ${copied} of them new`)
  await writeFile(partsOf(path).files, files.map((file) => `${JSON.stringify(file)}\n`).join(''), {
    mode: 0o600,
    flush: true,
  })
  const total_bytes = files.reduce((sum, { size }) => sum + size, 0)
  const list = await tallyOfFile(partsOf(path).files)
  return { files: { ...list, count: files.length, total_bytes }, damaged_files: damaged }
}

/** It may be ahead of the snapshot: the restore cuts it. */
async function copySealFile({ folder, path }: Source) {
  const target = createWriteStream(partsOf(path).auditSeals, { mode: 0o600, flush: true })
  await pipeline(createReadStream(sealFileOf(folder)), target)
  return tallyOfFile(partsOf(path).auditSeals)
}
