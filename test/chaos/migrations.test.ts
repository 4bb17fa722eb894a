import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { fillCases } from '#bench/lists/library.ts'
import { withClient } from '#server/db/client.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { describeSchema } from '#test/contracts/schema.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { nightlyTest } from '#test/nightly.ts'

/**
 * A large library of an earlier version is migrated while others read it: `npm run chaos:migrations`. The reads are those of
 * the lists and of a record, by columns that all versions have.
 */

const cases = Number(process.env['MIGRATED_CASES'] ?? 50_000)
/** The last migration of the fixture of upgrades. */
const earlier = '0028_analyses_by_what_is_shown.sql'
const longestRead_ms = 2000
const timeout_ms = 1_800_000

let old: TestDatabase

beforeAll(async () => {
  old = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
  const names = (await readMigrations()).map(({ name }) => name)
  await migrate(old.url, { only: new Set(names.filter((name) => name <= earlier)) })
  await fillCases(old.maintenance, cases)
  await withClient(old.maintenance, fillRest)
}, timeout_ms)
afterAll(() => old.drop())

/** As many analyses, with the same columns that a list shows, and two changes of each case in the audit log. */
async function fillRest(client: pg.Client) {
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into files (name, type, size, media_type, sha256)
     select 'Judgment ' || n || '.pdf', 'Permanent', 1, 'application/pdf', sha256(n::text::bytea)
       from generate_series(1, $1::integer) as n`,
    [cases],
  )
  await client.query(`
    insert into analysis (court_id, title, claimant, respondant, date, pdf_file_id, case_numbers_text, number_order, case_content)
    select court_id, title, claimant, respondant, closed_date, id, case_numbers_text, number_order, case_content
      from case_files`)
  await client.query(`
    insert into audit (action, resource, row_id, before, after)
    select 'update', 'caseFiles', id, jsonb_build_object('case_content', case_content), jsonb_build_object('title', title)
      from case_files, generate_series(1, 2)`)
  await client.query('vacuum analyze')
}

const reads = [
  `select id, title, case_numbers_text from case_files where court_id = 1 and deleted_at is null order by closed_date desc nulls last, id desc limit 20`,
  `select title, case_content from case_files where id = 1 + floor(random() * 50)::bigint`,
  `select id, title, status from analysis where court_id = 1 and deleted_at is null order by id desc limit 20`,
  `select courts.name, case_types.name from courts, case_types, case_file_types where case_file_id = 7 and case_types.id = case_type_id limit 1`,
  `select action, at from audit where resource = 'caseFiles' and row_id = 9 order by at desc limit 10`,
  `select name from users limit 5`,
] as const

/** Reads in a loop for each statement, until `stop`, which returns the longest duration of each in milliseconds, and the number. */
function readContinuously(url: string) {
  let isStopped = false
  let count = 0
  const run = (statement: string) =>
    withClient(url, async (client) => {
      let longest = 0
      while (!isStopped) {
        const startedAt = performance.now()
        await client.query(statement)
        longest = Math.max(longest, performance.now() - startedAt)
        count += 1
        await sleep(10)
      }
      return { statement, longest: Math.round(longest) }
    })
  const running = Promise.all(reads.map(run))
  return async () => {
    isStopped = true
    return { longest: await running, count }
  }
}

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

/** The migrations that took longest, by the times at which their transactions began. */
const slowest = `
  select name, round(extract(epoch from lead(applied_at) over (order by name) - applied_at) * 1000)::integer as ms
    from migrations where name > $1 order by ms desc nulls last limit 5`

async function expectComplete(database: TestDatabase) {
  const fresh = await cloneDatabase()
  expect(await describeSchema(database.url)).toEqual(await describeSchema(fresh.url))
  await fresh.drop()
  const counts = await withClient(database.url, (client) =>
    client.query(`select (select count(*)::integer from case_files) as cases,
                         (select count(*)::integer from analysis where pdf_file_name <> '') as analyses,
                         (select count(*)::integer from case_texts) as texts,
                         (select count(*)::integer from audit) as changes`),
  )
  expect(counts.rows).toEqual([{ cases, analyses: cases, texts: cases, changes: 2 * cases }])
}

const copyOfOld = () => {
  const template = new URL(old.url).pathname.slice(1)
  return cloneDatabase({ ...inject('cluster'), template })
}

nightlyTest(
  `no read of a library of ${cases} cases waits for two seconds while it is migrated`,
  { timeout: timeout_ms },
  async () => {
    const database = await copyOfOld()
    const stop = readContinuously(database.url)
    const startedAt = performance.now()
    const [status] = (await once(startMigration(database.url), 'exit')) as [number | null]
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const { longest, count } = await stop()
    const { rows } = await withClient(database.url, (client) =>
      client.query<{ name: string; ms: number }>(slowest, [earlier]),
    )
    console.log(`${cases} cases: migrated in ${seconds} s beside ${count} reads`, longest, rows)
    expect(status).toBe(0)
    await expectComplete(database)
    await database.drop()
    expect(longest.filter((one) => one.longest >= longestRead_ms)).toEqual([])
  },
)

nightlyTest(
  `a migration of ${cases} cases whose process is killed again and again is completed by the next start`,
  { timeout: timeout_ms },
  async () => {
    const database = await copyOfOld()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    let kills = 0
    while (kills < 20 && (await killAtRandom(startMigration(database.url), client))) kills += 1
    const { rowCount } = await client.query('select from migrations where name > $1', [earlier])
    const [status] = (await once(startMigration(database.url), 'exit')) as [number | null]
    await client.end()
    console.log(`${cases} cases: killed ${kills} times, ${rowCount ?? 0} migrations applied before the last start`)
    expect(status).toBe(0)
    expect(kills).toBeGreaterThan(0)
    await expectComplete(database)
    await database.drop()
  },
)
