import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { earlierMigration, fillEarlierLibrary } from '#bench/lists/earlierLibrary.ts'
import { withClient } from '#server/db/client.ts'
import { describeSchema } from '#test/contracts/schema.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { nightlyTest } from '#test/nightly.ts'

/**
 * The process that migrates a large library of an earlier version is killed: `npm run chaos:migrations`. How long reads wait
 * meanwhile is measured by `npm run bench -- migrations`.
 */

const cases = Number(process.env['CHAOS_ROUNDS'] ?? 50_000)
const most_kills = 20

const startMigration = (url: string) =>
  spawn(process.execPath, [join(import.meta.dirname, 'migrateProcess.ts'), url], { stdio: 'inherit' })

/** Kills a migration at a random moment of its work; false when it had ended. */
async function killAtRandom(child: ChildProcess, client: pg.Client) {
  const exit = once(child, 'exit')
  const isWorking = `select from pg_stat_activity where application_name = 'hukum migrate' and datname = current_database()`
  while (child.exitCode === null && (await client.query(isWorking)).rowCount === 0) await sleep(5)
  await sleep(100 + 900 * Math.random())
  const isRunning = child.exitCode === null
  child.kill('SIGKILL')
  await exit
  return isRunning
}

async function expectComplete(database: TestDatabase) {
  const fresh = await cloneDatabase()
  expect(await describeSchema(database.maintenance)).toEqual(await describeSchema(fresh.url))
  await fresh.drop()
  const counts = await withClient(database.maintenance, (client) =>
    client.query(`select (select count(*)::integer from case_files) as cases,
                         (select count(*)::integer from analysis where pdf_file_name <> '') as analyses,
                         (select count(*)::integer from case_texts) as texts,
                         (select count(*)::integer from audit) as changes`),
  )
  expect(counts.rows).toEqual([{ cases, analyses: cases, texts: cases, changes: 2 * cases }])
}

nightlyTest(
  `a migration of ${cases} cases whose process is killed again and again is completed by the next start`,
  { timeout: 3_600_000 },
  async () => {
    const database = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
    await fillEarlierLibrary(database.maintenance, cases)
    const client = new pg.Client({ connectionString: database.maintenance })
    await client.connect()
    let kills = 0
    while (kills < most_kills && (await killAtRandom(startMigration(database.maintenance), client))) kills += 1
    const { rowCount } = await client.query('select from migrations where name > $1', [earlierMigration])
    const [status] = (await once(startMigration(database.maintenance), 'exit')) as [number | null]
    await client.end()
    console.log(`${cases} cases: killed ${kills} times, ${rowCount ?? 0} migrations applied before the last start`)
    expect(status).toBe(0)
    expect(kills).toBeGreaterThan(0)
    await expectComplete(database)
    await database.drop()
  },
)
