import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { type Env, StartupError } from '#server/config/env.ts'
import { connect } from '#server/db/database.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import { claimStore } from '#server/files/owner.ts'
import type { StoredFile } from '#scripts/backup/manifest.ts'
import { withSentences } from '#scripts/backup/operator.ts'
import { copyStored } from '#scripts/backup/storedFiles.ts'
import { loadEnv, openLibrary, requireLibrary, runScript } from './environment.ts'

/**
 * `npm run files:move` copies the files of the library from DATA_DIR into the bucket S3_BUCKET, each compared with its hash;
 * `-- --back` copies them from the bucket into DATA_DIR. Files that are there are not copied again, and none is deleted.
 * Exits with 1 when a file is missing or was changed.
 */
await runScript(async () => {
  const [direction, ...others] = process.argv.slice(2)
  if (others.length > 0 || (direction !== undefined && direction !== '--back'))
    throw new StartupError('npm run files:move [-- --back]')
  const env = loadEnv()
  if (env.S3_BUCKET === undefined)
    throw new StartupError('S3_BUCKET is not set: there is no bucket to copy from or to.')
  requireLibrary(env)
  const folder = resolve(env.DATA_DIR)
  await withSentences({ folder, env }, async () => {
    const bucket = await openFileStore(env, { folder, onFailure: (reason) => console.error(reason) })
    const disk = openDiskStore(join(folder, 'files'))
    const [from, to] = direction === '--back' ? [bucket, disk] : [disk, bucket]
    await copyAll(await readFiles(env, bucket), from, to)
  })
})

/** The files of the library, whose bucket it must be. */
async function readFiles(env: Env, bucket: FileStore): Promise<StoredFile[]> {
  const database = await openLibrary(env)
  const { db, close } = connect(database.url, { connections: 1 })
  try {
    await claimStore(db, bucket)
    const { rows } = await sql<StoredFile>`
      select encode(sha256, 'hex') as sha256, max(size) as size from files group by files.sha256 order by 1`.execute(db)
    return rows
  } finally {
    await close()
    await database.stop()
  }
}

async function copyAll(files: readonly StoredFile[], from: FileStore, to: FileStore) {
  const counts = { copied: 0, present: 0, missing: 0, changed: 0 }
  for (const [index, file] of files.entries()) {
    const outcome = await copyStored(file, from, to)
    counts[outcome] += 1
    if (outcome === 'missing' || outcome === 'changed') console.error(`${file.sha256} is ${outcome}`)
    if ((index + 1) % 1000 === 0) console.error(`${index + 1} of ${files.length} files`)
  }
  console.log(
    `${counts.copied} files copied, ${counts.present} there already, ${counts.missing} missing, ${counts.changed} changed.`,
  )
  if (counts.missing + counts.changed > 0) process.exitCode = 1
}
