import type pg from 'pg'
import { StartupError } from '#server/config/env.ts'
import { copyIn, copyOut } from './copy.ts'
import { type Manifest, partsOf } from './manifest.ts'
import { copyInto, copyOutOf, jobColumns, plainText, quote, readTables } from './tables.ts'
import { tallyOf } from './tally.ts'
import { readRows } from './verifyBackup.ts'

type Load = { client: pg.Client; backup: string; manifest: Manifest; report: (line: string) => void }

/**
 * Loads the rows of a backup into a database with the schema that the backup had, in one transaction: without triggers,
 * which have run once already, and with foreign keys that are checked when all rows are there. What was loaded is read again
 * and compared with the manifest before it is committed.
 */
export async function loadDatabase(load: Load) {
  const { client, manifest } = load
  await client.query(plainText)
  await client.query('begin')
  const tables = await readTables(client)
  const names = tables.map(({ name }) => name)
  refuseOtherTables(manifest, names)
  const keys = await dropForeignKeys(client)
  await forEachTable(client, names, (name) => `alter table ${name} disable trigger user`)
  await client.query(`truncate ${await everyTable(client)}`)
  await loadTables(load)
  await setSequences(load)
  for (const statement of keys) await client.query(statement)
  await forEachTable(client, names, (name) => `alter table ${name} enable trigger user`)
  for (const table of tables) {
    const { rows, sha256 } = await tallyOf(copyOut(client, copyOutOf(table)), { countsLines: true })
    const expected = manifest.tables.find(({ name }) => name === table.name)
    if (rows !== expected?.rows || sha256 !== expected.sha256)
      throw new StartupError(
        `The table ${table.name} is not as it was after it was loaded: the database is empty. Run the restore again, or that of another backup.`,
      )
  }
  await switchJobsOff(client)
  await client.query('commit')
}

/** Before the rows can be seen, where their schema has the column: a server that starts while the newer one is migrated sends nothing. */
async function switchJobsOff(client: pg.Client) {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('public.library') and attname = 'jobs_off_since'`,
  )
  if (rowCount) await client.query('update library set jobs_off_since = now()')
}

function refuseOtherTables({ tables }: Manifest, names: readonly string[]) {
  const backedUp = tables.map(({ name }) => name)
  const differing = [
    ...backedUp.filter((name) => !names.includes(name)),
    ...names.filter((name) => !backedUp.includes(name)),
  ]
  if (differing.length > 0)
    throw new StartupError(`The backup and its migrations do not have the same tables: ${differing.join(', ')}.`)
}

/** Returns the statements that add them again, which checks every row. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

async function forEachTable(client: pg.Client, names: readonly string[], statement: (name: string) => string) {
  for (const name of names) await client.query(statement(quote(name)))
}

/** Those without rows in a backup too. The list of migrations is that of the schema. */
async function everyTable(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name
       from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`,
  )
  return rows.map(({ name }) => name).join(', ')
}

async function loadTables({ client, backup, manifest, report }: Load) {
  for (const table of manifest.tables) {
    await copyIn(client, copyInto(table), readRows(partsOf(backup).table(table.name)))
    report(`${table.name}: ${table.rows} rows`)
  }
}

async function setSequences({ client, manifest }: Load) {
  for (const { name, last_value, is_called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quote(name), last_value, is_called])
}

/** Adds the waiting jobs by the function of the queue, in the transaction of the caller. */
export async function loadJobs(client: pg.Client, backup: string) {
  await client.query(`create temporary table restored_jobs (${jobColumns}) on commit drop`)
  await copyIn(client, 'copy restored_jobs from stdin', readRows(partsOf(backup).jobs))
  await client.query(
    `select graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority) from restored_jobs`,
  )
}
