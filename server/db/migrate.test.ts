import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { withClient } from './client.ts'
import { migrate } from './migrate.ts'

/** A database that lacks one migration, which alters a table, and a client that has read this table in an open transaction. */

const missing = '0047_jobs_off.sql'
let database: TestDatabase
let reader: pg.Client
let other: pg.Client

beforeEach(async () => {
  database = await cloneDatabase()
  reader = new pg.Client({ connectionString: database.url })
  // A read that waits for the migration instead of its lock timeout fails.
  other = new pg.Client({ connectionString: database.url, statement_timeout: 20_000 })
  await Promise.all([reader.connect(), other.connect()])
  await other.query('alter table library drop column jobs_off_since')
  await other.query('delete from migrations where name = $1', [missing])
  await reader.query('begin')
  await reader.query('select from library')
})
afterEach(async () => {
  await reader.end()
  await other.end()
  await database.drop()
})

async function waitForMigration() {
  const waiting = `select from pg_stat_activity where application_name = 'hukum migrate' and wait_event_type = 'Lock' and datname = current_database()`
  while ((await other.query(waiting)).rowCount === 0) await sleep(5)
}

test('a migration that waits for a long read lets other reads pass after its lock timeout, and is applied after the read', async () => {
  const migrated = migrate(database.url, { lockTimeout_ms: 100, pause_ms: 50 })
  for (let round = 0; round < 3; round += 1) {
    await waitForMigration()
    await other.query('select from library')
  }
  await reader.query('commit')
  expect(await migrated).toEqual([missing])
  expect((await other.query('select jobs_off_since from library')).rowCount).toBe(1)
})

test('a migration that gets no lock within its time names the query that holds it, and leaves the schema as it was', async () => {
  const failed = migrate(database.url, { lockTimeout_ms: 20, pause_ms: 10, patience_ms: 60 })
  await expect(failed).rejects.toThrow(/0047_jobs_off\.sql.*select from library/s)
  await expect(other.query('select jobs_off_since from library')).rejects.toThrow(/jobs_off_since/)
  await reader.query('commit')
  expect(await migrate(database.url)).toEqual([missing])
})

test('a migration in steps keeps what its first steps did when a later one gets no lock, and the next start completes it', async () => {
  await reader.query('commit')
  await migrate(database.url)
  const inSteps = '0059_analyses_by_file_name.sql'
  const ofItsIndexes = '0061_pending_index_entries.sql'
  const indexes = async () =>
    (await other.query<{ indexdef: string }>(`select indexdef from pg_indexes where tablename = 'analysis' order by 1`))
      .rows
  const before = await indexes()
  await other.query(`
    alter table analysis alter column list_text set expression as (fold_text(title));
    drop trigger analysis_pdf_file_name on analysis;
    drop function copy_pdf_file_name;
    alter table analysis drop column pdf_file_name;
    insert into courts (name) values ('A');
    insert into files (sha256, name, media_type, size) values (sha256('x'), 'a.pdf', 'application/pdf', 1);
    insert into analysis (court_id, pdf_file_id) select courts.id, files.id from courts, files`)
  await other.query('delete from migrations where name = any($1)', [[inSteps, ofItsIndexes]])
  await reader.query('begin')
  await reader.query('lock table files')
  const failed = migrate(database.url, { lockTimeout_ms: 20, pause_ms: 10, patience_ms: 60 })
  await expect(failed).rejects.toThrow(/0059_analyses_by_file_name\.sql .* Its completed steps stay/)
  expect((await other.query('select pdf_file_name from analysis')).rows).toEqual([{ pdf_file_name: '' }])
  // A step that is tried again repeats no completed one.
  const firstStep = async () =>
    (await other.query<{ xmin: string }>(`select xmin from pg_proc where proname = 'copy_pdf_file_name'`)).rows
  let completed: unknown
  const onPostponed = () => {
    completed ??= firstStep().then((rows) => reader.query('commit').then(() => rows))
  }
  expect(await migrate(database.url, { lockTimeout_ms: 20, pause_ms: 10, onPostponed })).toEqual([
    inSteps,
    ofItsIndexes,
  ])
  expect(await firstStep()).toEqual(await completed)
  expect(await indexes()).toEqual(before)
  expect((await other.query('select pdf_file_name, version from analysis')).rows).toEqual([
    { pdf_file_name: 'a.pdf', version: 1 },
  ])
})

test('a database that a newer version has migrated is refused, and nothing is migrated', async () => {
  await reader.query('commit')
  await other.query(`insert into migrations (name, hash) values ('9999_newer.sql', '')`)
  await expect(migrate(database.url)).rejects.toThrow(/of a newer version \(migration 9999_newer\.sql\)/)
  await expect(other.query('select jobs_off_since from library')).rejects.toThrow(/jobs_off_since/)
})

test('a database that has applied the former text of a migration with the same outcome starts', async () => {
  await reader.query('commit')
  await migrate(database.url)
  await other.query(`update migrations set hash = $1 where name = '0059_analyses_by_file_name.sql'`, [
    'ffbfbf5e25f46c385d8df7b920f7ee4626d58c47712d65b8cb3f5bfaf85f17d8',
  ])
  expect(await migrate(database.url)).toEqual([])
})

test('a migration of a database that had some is reported, and a database that lacks none is not', async () => {
  await reader.query('commit')
  const reported: string[] = []
  const onMigrated = (sentence: string) => void reported.push(sentence)
  await migrate(database.url, { onMigrated })
  await migrate(database.url, { onMigrated })
  expect(reported).toEqual([`The database was migrated: ${missing}`])
})

test('a migration that changes the audit log says that this log belongs to another role', async () => {
  await reader.query('commit')
  const closed = '0053_pictures_of_earlier_texts.sql'
  await withClient(database.maintenance, (client) => client.query('drop index audit_text_pictures_idx'))
  await other.query('delete from migrations where name = $1', [closed])
  await expect(migrate(database.url)).rejects.toThrow(
    `The audit log belongs to another role, so that the migration ${closed} cannot change it. As a superuser`,
  )
})
