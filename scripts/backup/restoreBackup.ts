import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { sealFileOf } from '#server/audit/sealFile.ts'
import { parseLine } from '#server/audit/seals.ts'
import { verifyAudit } from '#server/audit/verifyAudit.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import { markRestore, unfinishedRestoreOf, unmarkRestore } from '#server/config/unfinishedRestore.ts'
import { DatabaseClient, withoutTimeouts } from '#server/db/client.ts'
import { connect, type Db } from '#server/db/database.ts'
import { isTextOf, migrate, readMigrations } from '#server/db/migrate.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { type OpenDatabase, openDatabase } from '#scripts/environment.ts'
import { decrypt } from './encryptedFile.ts'
import { loadDatabase, loadJobs } from './loadDatabase.ts'
import { type Manifest, partsOf, readManifest } from './manifest.ts'
import { exists, findBackup, openRepositoryStore, readFileList, whileReading } from './repository.ts'
import { databaseNameOf, prepareTarget, refuseBackupsInside } from './restoreTarget.ts'
import { copyStored } from './storedFiles.ts'
import { verifyParts } from './verifyBackup.ts'

type RestoreOptions = {
  /** Where to restore to: DATA_DIR, and DATABASE_URL for a database of one's own. */
  env: Env
  /** The folder of the backups, or of one. */
  from: string
  passphrase: string
  /** The name of the database that is replaced, for a target that is not empty. */
  replace: string | undefined
  /** Receives a line for each part. */
  report: (line: string) => void
}

/** What an operator has to know: files that are missing, differences of the audit log. */
type RestoreOutcome = { backup: string; manifest: Manifest; warnings: string[] }

type Restore = RestoreOptions & {
  folder: string
  files: FileStore
  backup: string
  repository: string
  manifest: Manifest
}

/**
 * Restores a backup into an empty data folder and an empty database. Mail and jobs are off in the restored library. Until it
 * is complete the folder is marked, and no server starts on it; the audit log is verified afterwards.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreOutcome> {
  const { env, from } = options
  const folder = resolve(env.DATA_DIR)
  refuseBackupsInside(folder, resolve(from))
  const { backup, repository } = await findBackup(resolve(from))
  return whileReading(repository, () => restoreFrom(options, { folder, backup, repository }))
}

async function restoreFrom(
  options: RestoreOptions,
  { folder, backup, repository }: Pick<Restore, 'folder' | 'backup' | 'repository'>,
): Promise<RestoreOutcome> {
  const { env, passphrase, replace, report } = options
  report(`the backup ${backup}`)
  const manifest = await readManifest(backup)
  await refuseOtherVersion(manifest)
  const secrets = await decrypt(await readFile(partsOf(backup).secrets), passphrase)
  const files = await openFileStore(env, { folder, reserve_bytes: 0, onFailure: report })
  const mayReplace = replace !== undefined || unfinishedRestoreOf(folder) !== undefined
  if (!mayReplace && (await files.owner()) !== undefined)
    throw new StartupError(
      `S3_BUCKET has the files of a library below S3_PREFIX: choose another, or say --replace ${databaseNameOf(env)} when that library is lost.`,
    )
  await refuseDamaged(backup, manifest, report)
  const hasTables = await prepareTarget({ env, folder, replace, report })

  await mkdir(folder, { recursive: true, mode: 0o700 })
  markRestore(folder, databaseNameOf(env))
  const restore: Restore = { ...options, folder, files, backup, repository, manifest }
  const missing = await restoreFiles(restore)
  await writeFile(join(folder, 'secrets.json'), secrets, { mode: 0o600, flush: true })
  const database = await openDatabase(env)
  try {
    if (hasTables) await database.empty()
    await restoreDatabase(restore, database)
    await restoreSeals(restore, database.url)
    report('search index')
    await buildIndex(database.url, join(folder, 'index'))
    unmarkRestore(folder)
    // The library is restored, also when this fails: npm run audit:verify repeats it.
    report('audit log')
    return { backup, manifest, warnings: [...missing, ...(await findDifferences(database.url, folder))] }
  } finally {
    await database.stop()
  }
}

/** The program must know every migration of the backup, by its text of today or a former one. */
async function refuseOtherVersion({ migrations }: Manifest) {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  const unknown = migrations.find(({ name }) => !known.has(name))
  if (unknown)
    throw new StartupError(`The backup is of a newer version (migration ${unknown.name}): update the program first.`)
  const changed = migrations.find(({ name, hash }) => {
    const migration = known.get(name)
    return migration && !isTextOf(migration, hash)
  })
  if (changed)
    throw new StartupError(
      `The backup is of another program: its migration ${changed.name} is not the one that this program has.`,
    )
}

/** What the backup lacks is noticed before the target is emptied. */
async function refuseDamaged(backup: string, manifest: Manifest, report: RestoreOptions['report']) {
  const problems = await verifyParts(backup, manifest, report)
  if (problems.length === 0) return
  throw new StartupError([`${backup} cannot be restored, and nothing was changed:`, ...problems].join('\n'))
}

/** Returns a sentence for each file that neither the backup nor the library had. */
async function restoreFiles({ files, backup, repository, manifest, report }: Restore) {
  const source = openRepositoryStore(repository)
  const warnings: string[] = []
  let count = 0
  for await (const file of readFileList(backup)) {
    const outcome = await copyStored(file, source, files)
    const isKnown = manifest.damaged_files.includes(file.sha256)
    if (outcome === 'missing' || outcome === 'changed') {
      const name = `The file ${file.sha256}`
      warnings.push(
        isKnown
          ? `${name} was ${outcome} in the library already.`
          : `${name} of the backup is ${outcome}: it was not restored.`,
      )
    }
    count += 1
    if (count % 1000 === 0) report(`${count} of ${manifest.files.count} files`)
  }
  report(`${count} files`)
  return warnings
}

async function restoreDatabase({ files, backup, manifest, report }: Restore, database: OpenDatabase) {
  await migrate(database.url, { only: new Set(manifest.migrations.map(({ name }) => name)) })
  const client = new DatabaseClient({
    connectionString: database.url,
    application_name: 'hukum restore',
    ...withoutTimeouts,
  })
  await client.connect()
  try {
    await loadDatabase({ client, backup, manifest, report })
    await database.migrate()
    await client.query('begin')
    // Its index is another one than that of the library that was backed up, even in the same database.
    const { rows } = await client.query<{ id: string }>(
      'update library set id = gen_random_uuid(), jobs_off_since = now() returning id::text',
    )
    await loadJobs(client, backup)
    await client.query('commit')
    if (rows[0]) await files.setOwner(rows[0].id)
  } finally {
    await client.close()
  }
}

/** The file of the seals up to the last one that the database has, and the entry of the restore. */
async function restoreSeals({ backup, folder }: Restore, databaseUrl: string) {
  const { db, close } = connect(databaseUrl, { connections: 1, timeouts: withoutTimeouts })
  try {
    if (await exists(partsOf(backup).auditSeals)) await cutSealFile(partsOf(backup).auditSeals, folder, db)
    const name = backup.split('/').at(-1)
    await record({ db, session: undefined }, { action: 'restore', resource: 'library', after: { backup: name } })
  } finally {
    await close()
  }
}

/** A sentence for each difference of the audit log. */
async function findDifferences(databaseUrl: string, folder: string) {
  const { db, close } = connect(databaseUrl, { connections: 2, timeouts: withoutTimeouts })
  try {
    return (await verifyAudit(db, folder)).problems
  } finally {
    await close()
  }
}

/** A line that is no seal is left out: a full disk has cut it off, and one that was changed is missing then. */
async function cutSealFile(from: string, folder: string, db: Db) {
  const { rows } = await sql<{ last: number }>`select coalesce(max(number), 0) as last from audit_seals`.execute(db)
  const last = rows[0]?.last ?? 0
  await pipeline(
    createReadStream(from),
    async function* (source) {
      for await (const line of createInterface({ input: source, crlfDelay: Infinity })) {
        const { number = Infinity } = parseLine(line) ?? {}
        if (number <= last) yield `${line}\n`
      }
    },
    createWriteStream(sealFileOf(folder), { mode: 0o600, flush: true }),
  )
}

async function buildIndex(databaseUrl: string, folder: string) {
  const index = await openIndex({ folder, databaseUrl, threads: 1 })
  await index.waitForRefresh()
  await index.close()
}
