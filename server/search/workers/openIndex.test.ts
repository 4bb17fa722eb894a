import { spawn } from 'node:child_process'
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
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchIndex } from '#server/search/port.ts'
import { acquireIndexFile } from '#server/search/storage/indexFile.ts'
import type { CaseQuery } from '#server/search/types.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/live.ts'
import { queryOf } from '../../../test/searchIndex.ts'
import { openIndex } from './openIndex.ts'
import { runs } from '../../../test/nightly.ts'

/** The index by itself: what it finds, and that it stays true whatever is done to it. */

let database: TestDatabase
let client: pg.Client
/** So many that the writer reads them in several batches. */
const many = runs(450, 3000)
const folders: string[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into courts (name) values ('ސިވިލް ކޯޓު')`)
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
const open = (folder: string, databaseUrl = database.url) => openIndex({ folder, databaseUrl, threads: 1 })

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const count = async (index: SearchIndex, query: CaseQuery) => (await index.searchCases(query, paging)).count

type NewCase = { title: string; closed_date?: string | null; published?: boolean; claimant?: string }

async function addCase({ title, closed_date = '2020-05-05', published = true, claimant = '' }: NewCase, into = client) {
  const { rows } = await into.query<{ id: string }>(
    `insert into case_files (court_id, title, closed_date, published, claimant)
     values ((select min(id) from courts), $1, $2, $3, $4)
     returning id`,
    [title, closed_date, published, claimant],
  )
  return Number(rows[0]?.id)
}

/** Looks again and again, as somebody who waits would, for at most two seconds. */
const withinTwoSeconds = (what: () => Promise<number>, wanted: number) =>
  until(async () => (await what().catch(() => undefined)) === wanted, 2000)

/** The same, however long it takes. */
const eventually = (what: () => Promise<number>, wanted: number) =>
  expect.poll(() => what().catch((error: unknown) => error), { timeout: 120_000, interval: 20 }).toBe(wanted)

describe('what an index finds', () => {
  let index: SearchIndex
  beforeAll(async () => {
    index = await open(newFolder())
    await index.waitForRefresh()
  })
  afterAll(() => index.close())

  test('words that the index writes for itself are found by nobody', async () => {
    const id = await addCase({ title: 'ރިހިރިހި' })
    await client.query(
      `insert into case_numbers (case_file_id, position, number, key) values ($1, 0, '80/HC-A/2013', 'hca/2013/80')`,
      [id],
    )
    await index.waitForRefresh()
    expect(await count(index, { courts: [1] })).toBeGreaterThan(0)
    for (const text of ['c1', 'yany', 'hcax2013x80', '"c1 yany"', 'C1'])
      expect([text, await count(index, queryOf(text))]).toEqual([text, 0])
  })

  test('a case that is not closed is in no range of days', async () => {
    await addCase({ title: 'ބުރިބުރި', closed_date: null })
    await addCase({ title: 'ބުރިބުރި', closed_date: '1994-03-01' })
    await index.waitForRefresh()
    expect(await count(index, queryOf('ބުރިބުރި'))).toBe(2)
    for (const range of [
      { closed_to: '2030-01-01' },
      { closed_from: '1900-01-01' },
      { closed_from: '1994-03-01', closed_to: '1994-03-01' },
    ])
      expect(await count(index, queryOf('ބުރިބުރި', range))).toBe(1)
    expect(await count(index, queryOf('ބުރިބުރި', { closed_to: '1994-02-28' }))).toBe(0)
  })

  test('a party is found among its own kind only', async () => {
    await addCase({ title: 'ފަލަފަލަ', claimant: 'އަޙްމަދު ޢަލީ' })
    await index.waitForRefresh()
    expect(await count(index, { claimant: 'އަހްމަދު' })).toBe(1)
    expect(await count(index, { respondant: 'އަހްމަދު' })).toBe(0)
  })

  test('a query of five hundred words, or of letters that are younger than the index, is answered', async () => {
    const all = Array.from({ length: 500 }, (_, number) => `w${number}`)
    expect(await count(index, queryOf(all.join(' ')))).toBe(0)
    expect(await count(index, queryOf(`"${all.join(' ')}"`))).toBe(0)
    expect(await count(index, queryOf('ꭰꭱꭲ 𞤀𞤁𞤂 𐞀𐞁'))).toBe(0)
  })

  test('a case is found within two seconds of its commit without being waited for, and not before it', async () => {
    await client.query('begin')
    await addCase({ title: 'ކިނިކިނި' })
    await index.waitForRefresh()
    expect(await count(index, queryOf('ކިނިކިނި'))).toBe(0)
    await client.query('commit')
    await withinTwoSeconds(() => count(index, queryOf('ކިނިކިނި')), 1)
  })

  test('a connection that breaks is made anew, and what was changed meanwhile is found', async () => {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hukum index' and datname = current_database()`,
    )
    await addCase({ title: 'ލޮނުލޮނު' })
    // How soon is a promise about a connection that holds.
    await eventually(() => count(index, queryOf('ލޮނުލޮނު')), 1)
  })

  test('a judge’s new name is found in every case he sat in, however many', async () => {
    await client.query(`insert into judges (name) values ('ހަސަން')`)
    await client.query(
      `insert into case_files (court_id, title, published) select min(courts.id), 'ގިނަގިނަ', true from courts, generate_series(1, $1::integer) group by generate_series`,
      [many],
    )
    await client.query(
      `insert into case_file_judges (case_file_id, judge_id, position)
       select case_files.id, judges.id, 0 from case_files, judges where title = 'ގިނަގިނަ'`,
    )
    await index.waitForRefresh()
    await client.query(`update judges set name = 'ޙުސައިން'`)
    await index.waitForRefresh()
    expect(await count(index, queryOf('ހުސައިން'))).toBe(many)
    expect(await count(index, queryOf('ހަސަން'))).toBe(0)
  })
})

describe('an index that something is done to', () => {
  test('answers that it is not ready before it is', async () => {
    const index = await open(newFolder())
    await expect(index.searchCases(queryOf('ކިނިކިނި'), paging)).rejects.toMatchObject({ code: 'unavailable' })
    await index.waitForRefresh()
    await index.close()
  })

  test('has everything when it is opened again, and what was changed while it was shut', async () => {
    const folder = newFolder()
    const first = await open(folder)
    await first.waitForRefresh()
    await first.close()
    const id = await addCase({ title: 'މެދުމެދު' })
    const second = await open(folder)
    await second.waitForRefresh()
    expect(await count(second, queryOf('މެދުމެދު'))).toBe(1)
    await client.query('delete from case_files where id = $1', [id])
    await eventually(() => count(second, queryOf('މެދުމެދު')), 0)
    await second.close()
  })

  const harm: [string, (file: string) => void][] = [
    ['of another version', (file) => editMeta(file, 'version', 'hukum 0')],
    ['that is no database', (file) => writeFileSync(file, 'x'.repeat(100_000))],
    ['that is empty', (file) => writeFileSync(file, '')],
    ['whose pages were overwritten', (file) => overwrite(file)],
    ['that is missing', (file) => rmSync(file)],
  ]
  /** A whole index, that is copied for each harm. */
  let whole: string
  beforeAll(async () => {
    whole = newFolder()
    const index = await open(whole)
    await index.waitForRefresh()
    expect(await count(index, queryOf('ގިނަގިނަ'))).toBe(many)
    await index.close()
  })

  test.each(harm)('%s is made anew', async (_, spoil) => {
    const folder = newFolder()
    for (const name of readdirSync(whole)) copyFileSync(join(whole, name), join(folder, name))
    spoil(join(folder, 'search-0.sqlite'))
    const after = await open(folder)
    await after.waitForRefresh()
    await addCase({ title: 'ގިނަގިނަ' })
    await after.waitForRefresh()
    expect(await count(after, queryOf('ގިނަގިނަ'))).toBe(many + 1)
    expect((await after.searchCases(queryOf('ގިނަގިނަ'), { ...paging, page: 30 })).ids).toHaveLength(12)
    await client.query(`delete from case_files where id = (select max(id) from case_files)`)
    await after.close()
  })

  test('of another database is made anew, though that one began as a copy of this', async () => {
    const folder = newFolder()
    const before = await open(folder)
    await before.waitForRefresh()
    await before.close()
    const other = await cloneDatabase()
    const there = new pg.Client({ connectionString: other.url })
    await there.connect()
    await there.query(`update library set id = $1`, [
      (await client.query<{ id: string }>('select id from library')).rows[0]?.id,
    ])
    await there.query(`insert into courts (name) values ('ހައިކޯޓު')`)
    // A copy that was restored has rows that were changed before its own log began.
    await there.query('alter table case_files disable trigger all')
    await addCase({ title: 'ތަފާތުތަފާތު' }, there)
    await there.query('alter table case_files enable trigger all')
    const after = await open(folder, other.url)
    await after.waitForRefresh()
    expect([await count(after, queryOf('ތަފާތުތަފާތު')), await count(after, queryOf('ގިނަގިނަ'))]).toEqual([1, 0])
    await after.close()
    await there.end()
    await other.drop()
  })

  test('is never shared by two processes, and is free again when its process is killed', async () => {
    const folder = newFolder()
    const child = startChild(folder)
    await child.ready
    const beside = await open(folder)
    await beside.waitForRefresh()
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.sqlite'))
        .sort(),
    ).toEqual(['search-0.sqlite', 'search-1.sqlite'])
    await beside.close()

    // Killed in the middle of its work.
    const titles = Array.from({ length: 40 }, (_, number) => `ކިޔުންކިޔުން ${number}`)
    for (const title of titles.slice(0, 20)) await addCase({ title })
    child.kill()
    await child.ended
    for (const title of titles.slice(20)) await addCase({ title })
    const again = await open(folder)
    await again.waitForRefresh()
    expect(await count(again, queryOf('ކިޔުންކިޔުން'))).toBe(40)
    // The first file is taken again, so the next process would take the second.
    const next = acquireIndexFile(folder)
    expect(next.file).toBe(join(folder, 'search-1.sqlite'))
    next.release()
    await again.close()
  })

  test('is built to the end by the next process when the first is killed while building', async () => {
    const folder = newFolder()
    // Phrases are read after the cases: a lock on them holds the build in its middle.
    await client.query('begin')
    await client.query('lock table phrases in access exclusive mode')
    const child = startChild(folder)
    await until(async () => (await countWaiting()) > 0)
    child.kill()
    await child.ended
    await client.query('rollback')
    expect(readMetaOf(join(folder, 'search-0.sqlite'), 'complete')).toBeUndefined()
    const index = await open(folder)
    await index.waitForRefresh()
    expect(await count(index, queryOf('ގިނަގިނަ'))).toBe(many)
    await index.close()
  })
})

describe('the pages of many matches', () => {
  test('hold each match once, also where more are ranked than at first, and where ranking ends', async () => {
    const all = runs(330, 20_030)
    await client.query(
      `insert into case_files (court_id, title, published, closed_date)
       select (select min(id) from courts), 'ހުރިހާއެންމެން', true, date '2000-01-01' + number % 3000 from generate_series(1, $1::integer) as number`,
      [all],
    )
    const index = await open(newFolder())
    await index.waitForRefresh()
    const ids = new Set<number>()
    const last = Math.ceil(all / 12)
    const pages = [1, last - 8, last - 7, last - 6, last - 5, last - 4, last - 3, last - 2, last - 1, last]
    for (const page of pages)
      for (const id of (await index.searchCases(queryOf('ހުރިހާއެންމެން'), { ...paging, page })).ids) ids.add(id)
    expect(await count(index, queryOf('ހުރިހާއެންމެން'))).toBe(all)
    expect(ids.size).toBe(9 * 12 + (all - (last - 1) * 12))
    await index.close()
  })
})

/** How many in this database wait for a lock. */
async function countWaiting() {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count
       from pg_locks join pg_database on pg_database.oid = database
      where not granted and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
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

/** Noise over everything but the first pages, as a failing disk may leave it. */
function overwrite(file: string) {
  const index = new DatabaseSync(file)
  index.exec('pragma wal_checkpoint(truncate)')
  index.close()
  const { size } = statSync(file)
  const from = 4096 * 20
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(size - from, 'noise'), 0, size - from, from)
  closeSync(descriptor)
}

/** A process of its own that opens an index and says so. */
function startChild(folder: string) {
  const module = pathToFileURL(join(import.meta.dirname, 'openIndex.ts')).href
  const source = `
    const { openIndex } = await import(${JSON.stringify(module)})
    const index = await openIndex(${JSON.stringify({ folder, databaseUrl: database.url, threads: 1 })})
    await index.waitForRefresh()
    process.stdout.write('ready')
    setInterval(() => undefined, 1000)`
  const script = join(newFolder(), 'child.mjs')
  writeFileSync(script, source)
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  return {
    ready: new Promise<void>((settle) => child.stdout.once('data', () => settle())),
    ended: new Promise<void>((settle) => child.once('exit', () => settle())),
    kill: () => child.kill('SIGKILL'),
  }
}
