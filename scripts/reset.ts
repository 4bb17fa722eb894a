import { createInterface } from 'node:readline/promises'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { StartupError } from '#server/config/env.ts'
import { fillDemo } from './demoAnalyses.ts'
import { loadEnv, openEnvironment, runScript } from './environment.ts'

/** `npm run reset` empties the database and fills it again. It asks for confirmation, except with `--yes`. */
await runScript(async () => {
  const env = loadEnv()
  if (!process.argv.includes('--yes'))
    await confirm(`Everything in the library of ${resolve(env.DATA_DIR)} will be deleted.`)

  const environment = await openEnvironment(env)
  try {
    const client = new pg.Client({ connectionString: environment.env.DATABASE_URL })
    await client.connect()
    await client.query('drop schema public cascade; create schema public')
    await client.end()
    await migrate(environment.env.DATABASE_URL)
    rmSync(join(resolve(env.DATA_DIR), 'index'), { recursive: true, force: true })
    if (env.SEED === 'demo') await fillDemo(environment.env, { log: console.log })
    console.log('The library is as on its first day.')
  } finally {
    await environment.stop()
  }
})

async function confirm(sentence: string) {
  if (!process.stdin.isTTY) throw new StartupError(`${sentence} Say \`npm run reset -- --yes\` if that is meant.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${sentence} Type “reset” to go on: `)
  terminal.close()
  if (answer.trim() !== 'reset') throw new StartupError('Nothing was changed.')
}
