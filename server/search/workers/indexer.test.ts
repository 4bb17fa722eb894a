import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUnusedIndexes, indexFileName, tryLock } from '#server/search/storage/connection.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { openIndexProcess } from '#test/indexProcess.ts'
import { leastTimeOf, until } from '#test/live.ts'
import { addCase } from '#test/searchIndex.ts'

/** Several processes of one machine, of which one updates the index. */

let database: TestDatabase
let client: pg.Client
const folders: string[] = []
const running = new Set<ReturnType<typeof openIndexProcess>>()

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into courts (name) values ('ސިވިލް ކޯޓު')`)
})
afterAll(async () => {
  for (const one of running) one.kill()
  await Promise.all([...running].map(({ ended }) => ended))
  await client.end()
  await database.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-indexer-'))
  folders.push(folder)
  return folder
}

function open(folder: string, mayIndex = true) {
  const opened = openIndexProcess({ folder, databaseUrl: database.url, mayIndex })
  running.add(opened)
  return opened
}

/** The processes that write the index: each has one connection. */
const indexers = async () =>
  (
    await client.query(
      `select from pg_stat_activity where application_name = 'hukum index' and datname = current_database()`,
    )
  ).rowCount

test('of two processes one updates the index, and a case is found by both within a second of its commit', async () => {
  const folder = newFolder()
  const [one, other] = [open(folder), open(folder)]
  await Promise.all([one.waitForRefresh(), other.waitForRefresh()])
  expect(readdirSync(folder).filter((name) => name.endsWith('.sqlite'))).toEqual([indexFileName])
  expect(await indexers()).toBe(1)

  const least = await leastTimeOf(['މެދުމެދު', 'ތަފާތުތަފާތު', 'ކިނިކިނި'], async (title) => {
    await addCase(client, { title })
    return until(async () => (await one.count(title)) === 1 && (await other.count(title)) === 1)
  })
  expect(least).toBeLessThan(1000)
  await client.query(`update case_files set published = false where title = 'ކިނިކިނި'`)
  await Promise.all([one.waitForRefresh(), other.waitForRefresh()])
  expect([await one.count('ކިނިކިނި'), await other.count('ކިނިކިނި')]).toEqual([0, 0])
  for (const each of [one, other]) each.kill()
})

test('when the indexer is killed, searches go on and another process takes its place', async () => {
  const folder = newFolder()
  const first = open(folder)
  await first.waitForRefresh()
  const [second, third] = [open(folder), open(folder)]
  await Promise.all([second.waitForRefresh(), third.waitForRefresh()])
  await addCase(client, { title: 'ދަރަނިދަރަނި' })
  // What waits when the indexer ends is answered by the next one.
  first.suspend()
  const refreshed = Promise.all([second.waitForRefresh(), third.waitForRefresh()])
  first.kill()
  await first.ended
  const answers = await Promise.all([second.count('ހޯދަންނެތް'), third.count('ހޯދަންނެތް')])
  expect(answers).toEqual([0, 0])
  await refreshed
  expect([await second.count('ދަރަނިދަރަނި'), await third.count('ދަރަނިދަރަނި')]).toEqual([1, 1])
  await until(async () => (await indexers()) === 1)
  for (const each of [second, third]) each.kill()
})

test('a process that may not update the index refuses searches until another one has built it', async () => {
  const folder = newFolder()
  const reader = open(folder, false)
  expect(await reader.count('ކިނިކިނި')).toBe('unavailable')
  const indexer = open(folder)
  await indexer.waitForRefresh()
  await reader.waitForRefresh()
  expect(await reader.count('ދަރަނިދަރަނި')).toBe(await indexer.count('ދަރަނިދަރަނި'))
  // It searches on, and does not take over.
  indexer.kill()
  await indexer.ended
  expect(await reader.count('ދަރަނިދަރަނި')).toBe(1)
  expect(tryLock(join(folder, indexFileName.replace('sqlite', 'lock')))).toBeDefined()
  reader.kill()
})

test('the index of another version is deleted when no process has it locked or has written it for a day', () => {
  const folder = newFolder()
  const [unused, recent, locked] = ['dictionary-v1', 'search-v2', 'search-0'].map((name) => join(folder, name))
  const yesterday = new Date(Date.now() - 86_500_000)
  for (const name of [unused, recent, locked]) writeFileSync(`${name}.sqlite`, '')
  for (const name of [unused, locked]) utimesSync(`${name}.sqlite`, yesterday, yesterday)
  writeFileSync(join(folder, indexFileName), '')
  utimesSync(join(folder, indexFileName), yesterday, yesterday)
  const release = tryLock(`${locked}.lock`)
  deleteUnusedIndexes(join(folder, indexFileName))
  const left = [unused, recent, locked].map((name) => existsSync(`${name}.sqlite`))
  expect([...left, existsSync(join(folder, indexFileName))]).toEqual([false, true, true, true])
  release?.()
})
