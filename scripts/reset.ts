import { createInterface } from 'node:readline/promises'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { StartFailure } from '#server/env.ts'
import { fillLibrary } from '../db/seed/library.ts'
import { loadEnv, openHouse, run } from './house.ts'

/** `npm run reset` empties the database and fills it anew. It asks first, unless `--yes` says so. */
await run(async () => {
  const env = loadEnv()
  if (!process.argv.includes('--yes'))
    await confirm(`Everything in the library of ${resolve(env.DATA_DIR)} will be deleted.`)

  const house = await openHouse(env)
  try {
    const client = new pg.Client({ connectionString: house.env.DATABASE_URL })
    await client.connect()
    await client.query('drop schema public cascade; create schema public')
    await client.end()
    await migrate(house.env.DATABASE_URL)
    rmSync(join(resolve(env.DATA_DIR), 'index'), { recursive: true, force: true })
    if (env.SEED === 'demo') await fillLibrary(house.env.DATABASE_URL, { say: console.log })
    console.log('The library is as on its first day.')
  } finally {
    await house.stop()
  }
})

async function confirm(sentence: string) {
  if (!process.stdin.isTTY) throw new StartFailure(`${sentence} Say \`npm run reset -- --yes\` if that is meant.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${sentence} Type “reset” to go on: `)
  terminal.close()
  if (answer.trim() !== 'reset') throw new StartFailure('Nothing was changed.')
}
