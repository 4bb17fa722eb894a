import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
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
import { cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { until } from '../../test/live.ts'
import type { CaseQuery, SearchIndex } from './index.ts'
import { openIndex } from './open.ts'
import { takeSlot } from './slot.ts'

/** The index by itself: what it finds, and that it stays true whatever is done to it. */

let database: TestDatabase
let client: pg.Client
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
    await index.caughtUp()
  })
  afterAll(() => index.close())

  test('words that the index writes for itself are found by nobody', async () => {
    const id = await addCase({ title: 'ރިހިރިހި' })
    await client.query(
      `insert into case_numbers (case_file_id, position, number, key) values ($1, 0, '80/HC-A/2013', 'hca/2013/80')`,
      [id],
    )
    await index.caughtUp()
    expect(await count(index, { courts: [1] })).toBeGreaterThan(0)
    for (const text of ['c1', 'yany', 'hcax2013x80', '"c1 yany"', 'C1'])
      expect([text, await count(index, { text })]).toEqual([text, 0])
  })

  test('a case that is not closed is in no range of days', async () => {
    await addCase({ title: 'ބުރިބުރި', closed_date: null })
    await addCase({ title: 'ބުރިބުރި', closed_date: '1994-03-01' })
    await index.caughtUp()
    expect(await count(index, { text: 'ބުރިބުރި' })).toBe(2)
    for (const range of [
      { closed_to: '2030-01-01' },
      { closed_from: '1900-01-01' },
      { closed_from: '1994-03-01', closed_to: '1994-03-01' },
    ])
      expect(await count(index, { text: 'ބުރިބުރި', ...range })).toBe(1)
    expect(await count(index, { text: 'ބުރިބުރި', closed_to: '1994-02-28' })).toBe(0)
  })

  test('a party is found among its own kind only', async () => {
    await addCase({ title: 'ފަލަފަލަ', claimant: 'އަޙްމަދު ޢަލީ' })
    await index.caughtUp()
    expect(await count(index, { claimant: 'އަހްމަދު' })).toBe(1)
    expect(await count(index, { respondant: 'އަހްމަދު' })).toBe(0)
  })

  test('a query of five hundred words, or of letters that are younger than the index, is answered', async () => {
    const all = Array.from({ length: 500 }, (_, number) => `w${number}`)
    expect(await count(index, { text: all.join(' ') })).toBe(0)
    expect(await count(index, { text: `"${all.join(' ')}"` })).toBe(0)
    expect(await count(index, { text: 'ꭰꭱꭲ 𞤀𞤁𞤂 𐞀𐞁' })).toBe(0)
  })

  test('a case is found within two seconds of its commit without being waited for, and not before it', async () => {
    await client.query('begin')
    await addCase({ title: 'ކިނިކިނި' })
    await new Promise((settle) => setTimeout(settle, 300))
    expect(await count(index, { text: 'ކިނިކިނި' })).toBe(0)
    await client.query('commit')
    await withinTwoSeconds(() => count(index, { text: 'ކިނިކިނި' }), 1)
  })

  test('a connection that breaks is made anew, and what was changed meanwhile is found', async () => {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hukum index' and datname = current_database()`,
    )
    await addCase({ title: 'ލޮނުލޮނު' })
    // How soon is a promise about a connection that holds.
    await eventually(() => count(index, { text: 'ލޮނުލޮނު' }), 1)
  })

  test('a judge’s new name is found in every case he sat in, however many', async () => {
    await client.query(`insert into judges (name) values ('ހަސަން')`)
    await client.query(
      `insert into case_files (court_id, title, published) select min(courts.id), 'ގިނަގިނަ', true from courts, generate_series(1, 3000) group by generate_series`,
    )
    await client.query(
      `insert into case_file_judges (case_file_id, judge_id, position)
       select case_files.id, judges.id, 0 from case_files, judges where title = 'ގިނަގިނަ'`,
    )
    await index.caughtUp()
    await client.query(`update judges set name = 'ޙުސައިން'`)
    await index.caughtUp()
    expect(await count(index, { text: 'ހުސައިން' })).toBe(3000)
    expect(await count(index, { text: 'ހަސަން' })).toBe(0)
  })
})

describe('an index that something is done to', () => {
  test('answers that it is not ready before it is', async () => {
    const index = await open(newFolder())
    await expect(index.searchCases({ text: 'ކިނިކިނި' }, paging)).rejects.toMatchObject({ code: 'unavailable' })
    await index.caughtUp()
    await index.close()
  })

  test('has everything when it is opened again, and what was changed while it was shut', async () => {
    const folder = newFolder()
    const first = await open(folder)
    await first.caughtUp()
    await first.close()
    const id = await addCase({ title: 'މެދުމެދު' })
    const second = await open(folder)
    await second.caughtUp()
    expect(await count(second, { text: 'މެދުމެދު' })).toBe(1)
    await client.query('delete from case_files where id = $1', [id])
    await eventually(() => count(second, { text: 'މެދުމެދު' }), 0)
    await second.close()
  })

  const harm: [string, (file: string) => void][] = [
    ['of another version', (file) => editMeta(file, 'version', 'hukum 0')],
    ['that is no database', (file) => writeFileSync(file, 'x'.repeat(100_000))],
    ['that is empty', (file) => writeFileSync(file, '')],
    ['whose pages were overwritten', (file) => overwrite(file)],
    ['that is missing', (file) => rmSync(file)],
  ]
  test.each(harm)('%s is made anew', async (_, spoil) => {
    const folder = newFolder()
    const before = await open(folder)
    await before.caughtUp()
    const wanted = await count(before, { text: 'ގިނަގިނަ' })
    expect(wanted).toBe(3000)
    await before.close()
    spoil(join(folder, 'search-0.sqlite'))
    const after = await open(folder)
    await after.caughtUp()
    await addCase({ title: 'ގިނަގިނަ' })
    await after.caughtUp()
    expect(await count(after, { text: 'ގިނަގިނަ' })).toBe(wanted + 1)
    expect((await after.searchCases({ text: 'ގިނަގިނަ' }, { ...paging, page: 200 })).ids).toHaveLength(12)
    await client.query(`delete from case_files where id = (select max(id) from case_files)`)
    await after.close()
  })

  test('of another database is made anew, though that one began as a copy of this', async () => {
    const folder = newFolder()
    const before = await open(folder)
    await before.caughtUp()
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
    await after.caughtUp()
    expect([await count(after, { text: 'ތަފާތުތަފާތު' }), await count(after, { text: 'ގިނަގިނަ' })]).toEqual([1, 0])
    await after.close()
    await there.end()
    await other.drop()
  })

  test('is never shared by two processes, and is free again when its process is killed', async () => {
    const folder = newFolder()
    const child = startChild(folder)
    await child.ready
    const beside = await open(folder)
    await beside.caughtUp()
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
    await again.caughtUp()
    expect(await count(again, { text: 'ކިޔުންކިޔުން' })).toBe(40)
    // The first file is taken again, so the next process would take the second.
    const next = takeSlot(folder)
    expect(next.file).toBe(join(folder, 'search-1.sqlite'))
    next.release()
    await again.close()
  })

  test('is built to the end by the next process when the first is killed while building', async () => {
    const folder = newFolder()
    const child = startChild(folder)
    while (!existsSync(join(folder, 'search-0.sqlite'))) await new Promise((settle) => setTimeout(settle, 2))
    await new Promise((settle) => setTimeout(settle, 60))
    child.kill()
    await child.ended
    const index = await open(folder)
    await index.caughtUp()
    expect(await count(index, { text: 'ގިނަގިނަ' })).toBe(3000)
    await index.close()
  })
})

describe('the pages of many matches', () => {
  test('hold each match once, also where ranking ends', async () => {
    await client.query(
      `insert into case_files (court_id, title, published, closed_date)
       select (select min(id) from courts), 'ހުރިހާއެންމެން', true, date '2000-01-01' + number % 3000 from generate_series(1, 20030) as number`,
    )
    const index = await open(newFolder())
    await index.caughtUp()
    const ids = new Set<number>()
    const pages = [1, 1665, 1666, 1667, 1668, 1669, 1670]
    for (const page of pages)
      for (const id of (await index.searchCases({ text: 'ހުރިހާއެންމެން' }, { ...paging, page })).ids) ids.add(id)
    expect(await count(index, { text: 'ހުރިހާއެންމެން' })).toBe(20_030)
    expect(ids.size).toBe(6 * 12 + (20_030 - 1669 * 12))
    await index.close()
  }, 240_000)
})

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
  const module = pathToFileURL(join(import.meta.dirname, 'open.ts')).href
  const source = `
    const { openIndex } = await import(${JSON.stringify(module)})
    const index = await openIndex(${JSON.stringify({ folder, databaseUrl: database.url, threads: 1 })})
    await index.caughtUp()
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
