import { createInterface } from 'node:readline/promises'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { sealFileOf } from '#server/audit/sealFile.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import { refuseUnfinishedRestore } from '#server/config/unfinishedRestore.ts'
import type { Db } from '#server/db/database.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import { ForeignStore } from '#server/files/owner.ts'
import { fillDemo } from './demoAnalyses.ts'
import { checkDatabase } from '#scripts/backup/restoreTarget.ts'
import { withSentences } from '#scripts/backup/operator.ts'
import { loadEnv, openDatabase, runScript, withDb } from './environment.ts'

/** `npm run reset` empties the database and fills it again. It asks for confirmation, except with `--yes`. */
await runScript(async () => {
  const env = loadEnv()
  const folder = resolve(env.DATA_DIR)
  refuseUnfinishedRestore(folder)
  await withSentences({ folder, env }, () => checkDatabase(env, { folder, mayReplace: true }))
  if (!process.argv.includes('--yes')) await confirm(`Everything in the library of ${folder} will be deleted.`)

  await withSentences({ folder, env }, () => reset(env, folder))
  console.log('The library is as on its first day.')
})

async function reset(env: Env, folder: string) {
  const files = await openFileStore(env, { folder, onFailure: (reason) => console.error(reason) })
  const database = await openDatabase(env)
  try {
    const owner = await files.owner()
    if (owner !== undefined && owner !== (await withDb(database.url, libraryOf))) throw new ForeignStore()
    await database.empty()
    await database.migrate()
    const library = await withDb(database.url, libraryOf)
    if (library !== undefined) await files.setOwner(library)
    rmSync(join(folder, 'index'), { recursive: true, force: true })
    // E-mails with codes and passwords of accounts that are gone.
    rmSync(join(folder, 'mail'), { recursive: true, force: true })
    // The audit log that it seals is gone.
    rmSync(sealFileOf(folder), { force: true })
    if (env.SEED === 'demo') await fillDemo({ ...env, DATABASE_URL: database.url }, { log: console.log })
  } finally {
    await database.stop()
  }
}

/** The id of the library; undefined in a database without one. */
async function libraryOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('public.library') is not null as exists`.execute(
    db,
  )
  if (!rows[0]?.exists) return undefined
  return (await sql<{ id: string }>`select id::text from library`.execute(db)).rows[0]?.id
}

async function confirm(sentence: string) {
  if (!process.stdin.isTTY) throw new StartupError(`${sentence} Say \`npm run reset -- --yes\` if that is meant.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${sentence} Type “reset” to go on: `)
  terminal.close()
  if (answer.trim() !== 'reset') throw new StartupError('Nothing was changed.')
}
