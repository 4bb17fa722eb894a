import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexFileName } from '#server/search/storage/connection.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/live.ts'
import { addCase, queryOf } from '#test/searchIndex.ts'
import { openIndex } from './openIndex.ts'

let database: TestDatabase
let client: pg.Client
let index: SearchIndex
const folder = mkdtempSync(join(tmpdir(), 'hukum-index-worker-'))
beforeAll(async () => {
  database = await cloneDatabase()
  client = await connect()
  index = await openIndex({ folder, databaseUrl: database.url, threads: 1 })
})
afterAll(async () => {
  await index.close()
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function connect() {
  const connection = new pg.Client({ connectionString: database.url })
  await connection.connect()
  return connection
}

test('a case that is unpublished between the purge and the refresh of the index is not lost', async () => {
  const [one, other] = [await addCase(client, { title: 'ކިނިކިނި' }), await addCase(client, { title: 'ކިނިކިނި' })]
  await index.waitForRefresh()
  // An older transaction holds the cursor back, so that the next purge reads the same part of the change log again.
  const older = await connect()
  await older.query('begin; select pg_current_xact_id()')
  // A lock on the index file stops the worker after it has read what to purge.
  const lock = new DatabaseSync(join(folder, indexFileName), { timeout: 5000 })
  lock.exec('begin immediate')
  try {
    await unpublish(one)
    await until(isPurgeRead)
    await unpublish(other)
  } finally {
    lock.close()
  }

  await index.waitForRefresh()
  await older.end()
  const paging = { sort: 'newest', page: 1, page_size: 12, unpublished: true } as const
  expect((await index.searchCases(queryOf('ކިނިކިނި'), paging)).count).toBe(2)
})

const unpublish = (id: number) => client.query('update case_files set published = false where id = $1', [id])

test('while nothing changes the index file stays as it is, and the worker only asks once a second whether that is so', async () => {
  await addCase(client, { title: 'ދަރަނި' })
  await index.waitForRefresh()
  const file = new DatabaseSync(join(folder, indexFileName), { readOnly: true })
  const state = () =>
    JSON.stringify([file.prepare('pragma data_version').get(), file.prepare('select * from meta').all()])
  // Merges have ended.
  let before = await nextRound()
  await nextRound()
  const unchanged = state()
  for (let round = 0; round < 3; round += 1) {
    const query = await nextRound()
    expect(query).toBe(before)
    before = query
    // Another transaction of the library is no change of the index.
    await client.query('select pg_current_xact_id()')
  }
  expect(state()).toBe(unchanged)
  file.close()
})

/** Waits for the next round of the worker; returns its last query. */
async function nextRound() {
  const last = async () => {
    const { rows } = await client.query<{ query: string; at: string }>(
      `select query, query_start::text as at from pg_stat_activity
        where application_name = 'hukum index' and datname = current_database() and state = 'idle'`,
    )
    return rows[0]
  }
  const before = await last()
  await until(async () => {
    const now = await last()
    return now !== undefined && now.at !== before?.at
  })
  return (await last())?.query
}

/** Whether the last query of the worker was the one that finds what the last change has hidden. */
async function isPurgeRead() {
  const { rows } = await client.query(
    `select from pg_stat_activity, change_log
      where application_name = 'hukum index' and datname = current_database()
        and state = 'idle' and query like '%select now::text, %resource%' and query_start > (select max(at) from change_log)`,
  )
  return rows.length > 0
}
