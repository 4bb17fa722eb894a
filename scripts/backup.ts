import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { record } from '#server/audit/record.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import { makeBackup } from '#scripts/backup/makeBackup.ts'
import { readPassphrase, withSentences } from '#scripts/backup/operator.ts'
import { findBackup, prepareRepository, removeOld, whileReading, withLock } from '#scripts/backup/repository.ts'
import { refuseBackupsInside } from '#scripts/backup/restoreTarget.ts'
import { verifyBackup } from '#scripts/backup/verifyBackup.ts'
import { loadEnv, openLibrary, runScript, withDb } from './environment.ts'

const usage =
  'npm run backup -- FOLDER [--new] [--keep N] [--passphrase-file FILE] | FOLDER --verify [--passphrase-file FILE]'

/**
 * `npm run backup -- FOLDER` copies the library into a new folder in FOLDER, while its server runs; files that an earlier
 * backup there has are not copied again. `--new` says that FOLDER may be without a backup. `--keep N` deletes all but the
 * newest N backups afterwards. `--verify` reads the newest backup, or the one that FOLDER is, and changes nothing. Progress is
 * on stderr, the result on stdout; exits with 1 when there is no backup, or one with a difference.
 */
await runScript(async () => {
  const { folder, verify, ...options } = readArguments()
  const env = loadEnv()
  await withSentences({ folder, env }, () =>
    verify ? checkBackup(folder, options.passphraseFile) : backUp(env, folder, options),
  )
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        new: { type: 'boolean' },
        keep: { type: 'string' },
        verify: { type: 'boolean' },
        'passphrase-file': { type: 'string' },
      },
      allowPositionals: true,
    })
    const { new: mayBeNew = false, keep, verify = false, 'passphrase-file': passphraseFile } = values
    const isNumber = keep === undefined || /^[1-9]\d{0,4}$/.test(keep)
    if (positionals.length === 1 && isNumber && !(verify && (keep || mayBeNew)))
      return {
        folder: resolve(positionals[0] ?? ''),
        mayBeNew,
        keep: keep === undefined ? undefined : Number(keep),
        verify,
        passphraseFile,
      }
  } catch {
    // Answered as a missing folder is.
  }
  throw new StartupError(usage)
}

function report(line: string) {
  console.error(line)
}

async function checkBackup(folder: string, passphraseFile: string | undefined) {
  const { backup, repository } = await findBackup(folder)
  const passphrase = readPassphrase(passphraseFile, { isOptional: true })
  const problems = await whileReading(repository, () =>
    verifyBackup({ backup, repository, ...(passphrase !== undefined && { passphrase }), report }),
  )
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) throw new StartupError(`${backup} is not as it was written.`)
  console.log(`${backup} is as it was written${passphrase === undefined ? '; the secrets were not decrypted' : ''}.`)
}

type Options = { mayBeNew: boolean; keep: number | undefined; passphraseFile: string | undefined }

async function backUp(env: Env, repository: string, { mayBeNew, keep, passphraseFile }: Options) {
  refuseBackupsInside(resolve(env.DATA_DIR), repository)
  const passphrase = readPassphrase(passphraseFile)
  const database = await openLibrary(env)
  try {
    await prepareRepository(repository, { mayBeNew })
    await withLock(repository, async () => {
      const { damaged_files: damaged } = await copyLibrary(env, database.url, { repository, passphrase })
      if (keep) {
        const removed = await removeOld(repository, keep)
        report(
          removed === 'being-read'
            ? 'a restore or a verification reads the folder: no older backup was deleted'
            : `${removed.backups} older backups were deleted, with ${removed.files} files that only they had`,
        )
      }
      if (damaged.length > 0)
        throw new StartupError(
          `The library itself has lost or damaged files, the rest is in the backup: ${damaged.join(', ')}`,
        )
    })
  } finally {
    await database.stop()
  }
}

async function copyLibrary(env: Env, databaseUrl: string, target: { repository: string; passphrase: string }) {
  const folder = resolve(env.DATA_DIR)
  const files = await openFileStore(env, { folder, onFailure: report })
  const { name, manifest } = await makeBackup({ databaseUrl, folder, files, ...target, report })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  await recordBackup(databaseUrl, { name, rows, files: manifest.files.count })
  console.log(
    `${resolve(target.repository, name)}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files.`,
  )
  return manifest
}

function recordBackup(databaseUrl: string, after: object) {
  return withDb(databaseUrl, (db) =>
    record({ db, session: undefined }, { action: 'backup', resource: 'library', after }),
  )
}
