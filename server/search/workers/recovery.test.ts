import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { SearchIndex } from '#server/search/port.ts'
import { indexFileName, openForWriting } from '#server/search/storage/connection.ts'
import type { CaseQuery } from '#server/search/types.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { openIndexProcess } from '#test/indexProcess.ts'
import { untilLockWaits } from '#test/locks.ts'
import { queryOf } from '#test/searchIndex.ts'
import { openIndex } from './openIndex.ts'
import { runs, nightlyTest } from '#test/nightly.ts'

/** Recovery: an index that was closed, damaged, or killed has every case when it is open again. */

let database: TestDatabase
let client: pg.Client
/** The cases of the index; the nightly number is read in several batches. */
const many = runs(150, 3000)
const folders: string[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into courts (name) values ('ސިވިލް ކޯޓު')`)
  await client.query(
    `insert into case_files (court_id, title, published) select courts.id, 'ގިނަގިނަ', true from courts, generate_series(1, $1::integer)`,
    [many],
  )
  // During a transaction of another test, what is logged would be indexed again after the build, into other blocks.
  await client.query('delete from change_log')
  const index = await openIndex({ folder: whole, databaseUrl: database.url, threads: 1 })
  await index.waitForRefresh()
  expect(await count(index, queryOf('ގިނަގިނަ'))).toBe(many)
  await index.close()
})
afterAll(async () => {
  await client.end()
  await database.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-index-'))
  folders.push(folder)
  return folder
}
/** A complete index, copied for each test. */
const whole = newFolder()
function copyOfWhole() {
  const folder = newFolder()
  for (const name of readdirSync(whole)) copyFileSync(join(whole, name), join(folder, name))
  return folder
}

/** Opens an index that is closed when the test ends, also when it fails: an open one would lock rows in the next test. */
async function open(folder: string, databaseUrl = database.url) {
  const index = await openIndex({ folder, databaseUrl, threads: 1 })
  onTestFinished(() => index.close())
  return index
}

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const count = async (index: SearchIndex, query: CaseQuery) => (await index.searchCases(query, paging)).count

/** Adds a case for this test alone; returns its id. */
async function addCase(title: string, into = client) {
  const { rows } = await into.query<{ id: string }>(
    `insert into case_files (court_id, title, closed_date, published)
     values ((select min(id) from courts), $1, '2020-05-05', true)
     returning id`,
    [title],
  )
  const id = Number(rows[0]?.id)
  onTestFinished(async () => void (await into.query('delete from case_files where id = $1', [id])))
  return id
}

/** Polls until the result is as wanted. */
const eventually = (what: () => Promise<number>, wanted: number) =>
  expect.poll(() => what().catch((error: unknown) => error), { timeout: 120_000, interval: 20 }).toBe(wanted)

const damages: [string, (file: string) => void][] = [
  ['has overwritten pages', (file) => overwrite(file)],
  ['has another version', (file) => editMeta(file, 'version', 'hukum 0')],
  ['is no database', (file) => writeFileSync(file, 'x'.repeat(100_000))],
  ['is empty', (file) => writeFileSync(file, '')],
  ['is missing', (file) => rmSync(file)],
]

test.each([
  ['a search', { threads: 1 }],
  ['an update of a case', { threads: 0 }],
])('a flipped bit in a posting block that %s finds is logged, and the index is built again', async (_, { threads }) => {
  const folder = copyOfWhole()
  flipBits(join(folder, indexFileName))
  const errors: string[] = []
  const onError = (text: string) => errors.push(text)
  const index = await openIndex({ folder, databaseUrl: database.url, threads, onError })
  onTestFinished(() => index.close())
  await index.waitForRefresh()
  // Threads that read in the background may find the damage before this search does.
  if (threads > 0) await eventually(() => count(index, queryOf('ގިނަގިނަ')), many)
  else await client.query(`update case_files set title = title || ' މެދު' where id = (select min(id) from case_files)`)
  await expect
    .poll(() => errors, { timeout: 120_000, interval: 20 })
    .toContain('the search index is damaged, and is built again: a page of posting blocks differs from its checksum')
})

test('an index refuses a search as unavailable until it is built', async () => {
  const release = await holdBuilds()
  const index = await open(newFolder())
  await expect(index.searchCases(queryOf('ގިނަގިނަ'), paging)).rejects.toMatchObject({ code: 'unavailable' })
  await release()
  await index.waitForRefresh()
  expect(await count(index, queryOf('ގިނަގިނަ'))).toBe(many)
})

test('an index that is opened again finds all cases, and those that changed while it was closed', async () => {
  const folder = copyOfWhole()
  const id = await addCase('މެދުމެދު')
  const index = await open(folder)
  await index.waitForRefresh()
  expect(await count(index, queryOf('މެދުމެދު'))).toBe(1)
  expect(await count(index, queryOf('ގިނަގިނަ'))).toBe(many)
  await client.query('delete from case_files where id = $1', [id])
  await eventually(() => count(index, queryOf('މެދުމެދު')), 0)
})

test.each(damages.slice(0, runs(1, 5)))('an index file that %s is rebuilt', async (_, damage) => {
  const folder = copyOfWhole()
  damage(join(folder, indexFileName))
  const after = await open(folder)
  await after.waitForRefresh()
  await addCase('ގިނަގިނަ')
  await after.waitForRefresh()
  expect(await count(after, queryOf('ގިނަގިނަ'))).toBe(many + 1)
  expect((await after.searchCases(queryOf('ގިނަގިނަ'), { ...paging, page: Math.floor(many / 12) })).ids).toHaveLength(12)
})

nightlyTest('the index of another database is rebuilt, even if that database is a copy with the same id', async () => {
  const folder = copyOfWhole()
  const other = await cloneDatabase()
  onTestFinished(() => other.drop())
  const there = new pg.Client({ connectionString: other.url })
  await there.connect()
  onTestFinished(() => there.end())
  await there.query(`update library set id = $1`, [
    (await client.query<{ id: string }>('select id from library')).rows[0]?.id,
  ])
  await there.query(`insert into courts (name) values ('ހައިކޯޓު')`)
  // A restored copy has rows that changed before its own change log began.
  await there.query('alter table case_files disable trigger user')
  await addCase('ތަފާތުތަފާތު', there)
  await there.query('alter table case_files enable trigger user')
  const after = await open(folder, other.url)
  await after.waitForRefresh()
  expect([await count(after, queryOf('ތަފާތުތަފާތު')), await count(after, queryOf('ގިނަގިނަ'))]).toEqual([1, 0])
})

test('an index file that another process has locked for a moment is not deleted', () => {
  const file = join(copyOfWhole(), indexFileName)
  const other = new DatabaseSync(file)
  other.exec('pragma locking_mode = exclusive; begin exclusive')
  expect(() => openForWriting(file)).toThrow(/locked/)
  other.close()
  expect(readMetaOf(file, 'complete')).toBe('yes')
})

/** A build that a killed process began; the cases are read, the phrases are not. */
async function interruptBuild() {
  const folder = newFolder()
  const release = await holdBuilds()
  const child = openIndexProcess({ folder, databaseUrl: database.url })
  onTestFinished(() => void child.kill())
  await untilLockWaits(client)
  child.kill()
  await child.ended
  await release()
  return folder
}

nightlyTest('an interrupted build begins again after a week, because the change log is not that long', async () => {
  const id = await addCase('މެދުމެދު')
  const folder = await interruptBuild()
  await client.query(`update case_files set title = 'ދިގުދިގު' where id = $1`, [id])
  await client.query('delete from change_log')
  editMeta(join(folder, indexFileName), 'seen', String(Date.now() - 8 * 86_400_000))
  const index = await open(folder)
  await index.waitForRefresh()
  expect(await count(index, queryOf('ދިގުދިގު'))).toBe(1)
})

test('an index whose process is killed while building is completed by the next process', async () => {
  const folder = await interruptBuild()
  expect(readMetaOf(join(folder, indexFileName), 'complete')).toBeUndefined()
  const index = await open(folder)
  await index.waitForRefresh()
  expect(await count(index, queryOf('ގިނަގިނަ'))).toBe(many)
})

/** Phrases are read after the cases: a lock on them holds each build in its middle, until it is released. */
async function holdBuilds() {
  await client.query('begin; lock table phrases in access exclusive mode')
  const release = async () => void (await client.query('rollback'))
  onTestFinished(release)
  return release
}

function readMetaOf(file: string, key: string) {
  const index = new DatabaseSync(file, { readOnly: true })
  const row = index.prepare('select value from meta where key = ?').get(key)
  index.close()
  return row?.['value']
}

function editMeta(file: string, key: string, value: string) {
  const index = new DatabaseSync(file)
  index.prepare('update meta set value = ? where key = ?').run(value, key)
  index.close()
}

/** Flips one bit of the posting lists. */
function flipBits(file: string) {
  const index = new DatabaseSync(file)
  const pages = index.prepare('select id, data from pages').all()
  expect(pages).not.toEqual([])
  for (const { id, data } of pages) {
    if (!(data instanceof Uint8Array)) throw new Error('a page has no bytes')
    const changed = data.slice()
    changed[data.length >> 1] = (data[data.length >> 1] ?? 0) ^ 4
    index.prepare('update pages set data = ? where id = ?').run(changed, id ?? 0)
  }
  index.close()
}

/** Overwrites everything but the first pages with noise, as a failing disk does. */
function overwrite(file: string) {
  const index = new DatabaseSync(file)
  index.exec('pragma wal_checkpoint(truncate)')
  index.close()
  const { size } = statSync(file)
  const from = 4096 * 10
  expect(size).toBeGreaterThan(2 * from)
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(size - from, 'noise'), 0, size - from, from)
  closeSync(descriptor)
}
