import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartupError } from '#server/config/env.ts'
import { readPassphrase, withSentences } from '#scripts/backup/operator.ts'
import { restoreBackup } from '#scripts/backup/restoreBackup.ts'
import { loadEnv, runScript } from './environment.ts'

/**
 * `npm run restore -- FOLDER` restores the newest backup in FOLDER, or the one that FOLDER is, into DATA_DIR and, with a
 * database of one's own, DATABASE_URL. Both must be empty; `--replace NAME`, with the name of the database, moves what is in
 * DATA_DIR aside and empties the database. Mail and jobs are off afterwards: `npm run jobs -- on`.
 * Exits with 1 also when the library is restored without a file, or with a difference of its audit log.
 */
await runScript(async () => {
  const { from, replace, passphraseFile } = readArguments()
  const env = loadEnv()
  await withSentences({ folder: resolve(env.DATA_DIR), env }, async () => {
    const passphrase = readPassphrase(passphraseFile)
    const report = (line: string) => console.error(line)
    const { backup, manifest, warnings } = await restoreBackup({ env, from, passphrase, replace, report })
    for (const warning of warnings) console.error(warning)
    const compared = warnings.length === 0 ? 'every row and file' : 'all but what is named above'
    console.log(`${backup} is restored, as the library was at ${manifest.snapshot_at}: ${compared} was compared.`)
    if (warnings.length > 0) process.exitCode = 1
    console.log('Mail and jobs are off: npm start, look at it, then npm run jobs -- on')
  })
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { replace: { type: 'string' }, 'passphrase-file': { type: 'string' } },
      allowPositionals: true,
    })
    const [from] = positionals
    if (from !== undefined && positionals.length === 1)
      return { from, replace: values.replace, passphraseFile: values['passphrase-file'] }
  } catch {
    // Answered as a missing folder is.
  }
  throw new StartupError('npm run restore -- FOLDER [--replace DATABASE] [--passphrase-file FILE]')
}
