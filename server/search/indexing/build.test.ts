import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchIndex } from '#server/search/port.ts'
import { indexFileName } from '#server/search/storage/connection.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { queryOf } from '#test/searchIndex.ts'
import { runs } from '#test/nightly.ts'

/** A library large enough for the prefetch thread, and to be closed long before the build is complete. */

/** The build commits 4,000 at a time. */
const cases = runs(9_000, 40_000)
const word = 'ގިނަގިނަ'

let database: TestDatabase
let client: pg.Client
let folder: string
const errors: string[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into courts (name) values ('ސިވިލް ކޯޓު')`)
  // Newer cases have lower ids, and some have no closing date.
  await client.query(
    `insert into case_files (court_id, title, claimant, published, closed_date)
     select (select min(id) from courts), $1 || ' w' || number, 'އަޙްމަދު ' || number % 50, true,
            case when number % 7 > 0 then date '2020-01-01' - number end
       from generate_series(1, ${cases}) as number`,
    [word],
  )
  folder = mkdtempSync(join(tmpdir(), 'hukum-build-'))
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const open = () =>
  openIndex({ folder, databaseUrl: database.url, threads: 1, onError: (message) => errors.push(message) })
const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const count = async (index: SearchIndex, text: string) => (await index.searchCases(queryOf(text), paging)).count

/** The first column of a query of the index file; undefined while there is no file. */
function read(query: string): unknown {
  try {
    const file = new DatabaseSync(join(folder, indexFileName), { readOnly: true })
    const [value] = Object.values(file.prepare(query).get() ?? {})
    file.close()
    return value
  } catch {
    return undefined
  }
}
const documents = 'select count(*) from doc_values where fields is not null'
const built = () => Number(read(`select value from meta where key = 'built caseFiles'`) ?? 0)

test('an index build continues where it stopped after the index is closed and after its connection breaks', async () => {
  const first = await open()
  await expect.poll(built, { timeout: 120_000, interval: 5 }).toBeGreaterThan(0)
  await first.close()
  expect(built()).toBeLessThan(cases)
  expect(read(documents)).toBe(built())

  const second = await open()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hukum index' and datname = current_database()`,
  )
  await second.waitForRefresh()
  expect(await count(second, word)).toBe(cases)
  expect(await count(second, `${word} w${cases}`)).toBe(1)
  expect(read(documents)).toBe(cases)
  await second.close()
})

test('a complete build leaves one segment of all cases, and no free pages', () => {
  expect([read('select count(*) from segments'), read('select cases from segments')]).toEqual([1, cases])
  expect(read('select count(distinct id / (1 << 24)) from pages')).toBe(1)
  expect(read('pragma freelist_count')).toBeLessThan(100)
})

test('a complete build ends the prefetch thread', async () => {
  const index = await open()
  await index.waitForRefresh()
  const connections = async () =>
    (
      await client.query(
        `select from pg_stat_activity where application_name = 'hukum index' and datname = current_database()`,
      )
    ).rows.length
  // A closed connection disappears from the list a moment later.
  await expect.poll(connections, { timeout: 60_000 }).toBe(1)
  await index.close()
})
