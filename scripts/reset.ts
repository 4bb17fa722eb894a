import { createInterface } from 'node:readline/promises'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sealFileOf } from '#server/audit/sealFile.ts'
import { StartupError } from '#server/config/env.ts'
import { refuseUnfinishedRestore } from '#server/config/unfinishedRestore.ts'
import { fillDemo } from './demoAnalyses.ts'
import { loadEnv, openDatabase, runScript } from './environment.ts'

/** `npm run reset` empties the database and fills it again. It asks for confirmation, except with `--yes`. */
await runScript(async () => {
  const env = loadEnv()
  const folder = resolve(env.DATA_DIR)
  refuseUnfinishedRestore(folder)
  if (!process.argv.includes('--yes')) await confirm(`Everything in the library of ${folder} will be deleted.`)

  const database = await openDatabase(env)
  try {
    await database.empty()
    await database.migrate()
    rmSync(join(folder, 'index'), { recursive: true, force: true })
    // The audit log that it seals is gone.
    rmSync(sealFileOf(folder), { force: true })
    if (env.SEED === 'demo') await fillDemo({ ...env, DATABASE_URL: database.url }, { log: console.log })
    console.log('The library is as on its first day.')
  } finally {
    await database.stop()
  }
})

async function confirm(sentence: string) {
  if (!process.stdin.isTTY) throw new StartupError(`${sentence} Say \`npm run reset -- --yes\` if that is meant.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${sentence} Type “reset” to go on: `)
  terminal.close()
  if (answer.trim() !== 'reset') throw new StartupError('Nothing was changed.')
}
