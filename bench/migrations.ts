import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Cluster } from '#scripts/cluster.ts'
import { earlierMigration, fillEarlierLibrary } from '#bench/lists/earlierLibrary.ts'
import { startBenchCluster } from './cluster.ts'

/**
 * How long reads wait while a large library of an earlier version is migrated, and which migrations take longest. The reads are
 * those of lists and of a record, by columns that all versions have. Ends with 1 when one waits for two seconds.
 */
const { values } = parseArgs({ options: { cases: { type: 'string', default: '50000' } } })
const cases = Number(values.cases)
const most_ms = 2000

const reads = {
  'list of cases': `select id, title, case_numbers_text from case_files where court_id = 1 and deleted_at is null order by closed_date desc nulls last, id desc limit 20`,
  'text of a case': `select title, case_content from case_files where id = (select 1 + floor(random() * 50)::bigint)`,
  'list of analyses': `select id, title, status from analysis where court_id = 1 and deleted_at is null order by id desc limit 20`,
  'types of a case': `select case_types.name from case_types, case_file_types where case_file_id = 7 and case_types.id = case_type_id`,
  'changes of a case': `select action, at from audit where resource = 'caseFiles' and row_id = 9 order by at desc limit 10`,
  users: `select name from users limit 5`,
} as const

const cluster = await startBenchCluster()
try {
  const url = await openCopy(cluster)
  const waits = readContinuously(url)
  const startedAt = performance.now()
  await migrate(url)
  const seconds = (performance.now() - startedAt) / 1000
  const longest = await waits.stop()
  console.log(`${cases.toLocaleString('en')} cases: migrated in ${seconds.toFixed(1)} s`)
  for (const [name, ms] of longest) console.log(`${name.padEnd(20)} waited at most ${ms.toFixed(0).padStart(6)} ms`)
  for (const { name, ms } of await readSlowest(url)) console.log(`${name.padEnd(40)} ${String(ms).padStart(6)} ms`)
  process.exitCode = longest.every(([, ms]) => ms < most_ms) ? 0 : 1
} finally {
  await cluster.stop()
}

/** A copy of the library, which is filled if it does not exist. */
async function openCopy({ url }: Cluster) {
  const library = `earlier_${cases}`
  await withClient(url('postgres'), async (client) => {
    if ((await client.query('select from pg_database where datname = $1', [library])).rowCount === 0) {
      await client.query(`drop database if exists ${library}_new`)
      await client.query(`create database ${library}_new`)
      await fillEarlierLibrary(url(`${library}_new`), cases)
      await client.query(`alter database ${library}_new rename to ${library}`)
    }
    await client.query('drop database if exists migrated with (force)')
    await client.query(`create database migrated template ${library} strategy file_copy`)
  })
  return url('migrated')
}

/** Reads in a loop for each statement until `stop`, which returns the longest duration of each in milliseconds. */
function readContinuously(url: string) {
  let isStopped = false
  const run = ([name, statement]: [string, string]) =>
    withClient(url, async (client) => {
      let longest = 0
      while (!isStopped) {
        const startedAt = performance.now()
        await client.query(statement)
        longest = Math.max(longest, performance.now() - startedAt)
        await sleep(10)
      }
      return [name, longest] as const
    })
  const running = Promise.all(Object.entries(reads).map(run))
  return {
    stop: () => {
      isStopped = true
      return running
    },
  }
}

/** By the times at which their transactions began. */
function readSlowest(url: string) {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; ms: number }>(
      `select name, round(extract(epoch from coalesce(lead(applied_at) over (order by name), now()) - applied_at) * 1000)::integer as ms
         from migrations where name > $1 order by ms desc limit 6`,
      [earlierMigration],
    )
    return rows
  })
}
