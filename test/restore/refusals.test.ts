import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { markRestore } from '#server/config/unfinishedRestore.ts'
import { connect } from '#server/db/database.ts'
import { serve } from '#server/serve.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { runScript } from './scripts.ts'
import { nightlyTest } from '#test/nightly.ts'

/** What the commands of an operator refuse in one sentence, before they change anything. */

let database: TestDatabase
let root: string

beforeAll(async () => {
  database = await cloneDatabase()
  root = mkdtempSync(join(tmpdir(), 'hukum-refusals-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(root, { recursive: true, force: true })
})

const newFolder = () => mkdtempSync(join(root, 'data-'))

/** With a bucket of which nothing is asked. */
const bucket = {
  S3_BUCKET: 'hukum',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

const run = (script: string, parameters: string[], env: Record<string, string>) =>
  runScript(script, parameters, { BACKUP_PASSPHRASE: 'nine fishing boats', ...env })

test('a library whose restore did not end is not backed up, moved, or reset', async () => {
  const folder = newFolder()
  markRestore(folder, 'hukum')
  const env = { DATA_DIR: folder, DATABASE_URL: database.url }
  const output = `The restore into ${folder} did not end: run npm run restore again, with the same backup.`
  const outcomes = await Promise.all([
    run('backup.ts', [join(root, 'backups'), '--keep', '1'], env),
    run('moveFiles.ts', [], { ...env, ...bucket }),
    run('reset.ts', ['--yes'], env),
  ])
  expect(outcomes).toEqual(outcomes.map(() => ({ code: 1, output })))
  expect(readdirSync(folder)).toEqual(['restore.incomplete'])
  expect(existsSync(join(root, 'backups'))).toBe(false)
})

test('a command that needs a library creates none where there is none', async () => {
  const folder = join(root, 'none')
  const pdfs = newFolder()
  writeFileSync(join(pdfs, 'a.pdf'), '')
  const commands: [string, string[]][] = [
    ['rotateKeys.ts', ['--leaked']],
    ['jobs.ts', ['off']],
    ['admin.ts', ['aminath@court.mv', 'Aminath']],
    ['import.ts', [pdfs]],
  ]
  const outcomes = await Promise.all([
    ...commands.map(([script, parameters]) =>
      run(script, parameters, { DATA_DIR: folder, DATABASE_URL: database.url, ...bucket }),
    ),
    // With the embedded database, too.
    run('backup.ts', [join(root, 'backups')], { DATA_DIR: folder, DATABASE_URL: '' }),
  ])
  const output = `${folder} has no library (no secrets.json): is DATA_DIR that of the server?`
  expect(outcomes).toEqual(outcomes.map(() => ({ code: 1, output })))
  expect([existsSync(folder), existsSync(join(root, 'backups'))]).toEqual([false, false])
})

test('a backup without a passphrase, with a short one, or into a file is refused in one sentence', async () => {
  const folder = newFolder()
  readSecrets(folder)
  const file = join(root, 'file')
  writeFileSync(file, '')
  const env = { DATA_DIR: folder, DATABASE_URL: database.url }
  const refusals = await Promise.all([
    run('backup.ts', [join(root, 'none')], { ...env, BACKUP_PASSPHRASE: '' }),
    run('backup.ts', [join(root, 'none')], { ...env, BACKUP_PASSPHRASE: 'short' }),
    run('backup.ts', [join(file, 'in'), '--new'], env),
  ])
  expect(refusals.map(({ code }) => code)).toEqual([1, 1, 1])
  const [missing, short, inFile] = refusals.map(({ output }) => output)
  expect(missing).toMatch(/^The secrets are encrypted with a passphrase: set BACKUP_PASSPHRASE_FILE [^\n]*$/)
  expect(short).toBe('The passphrase is too short: at least 12 letters.')
  expect(inFile).toBe(`${join(file, 'in')} is not a folder.`)
})

test('secrets of another installation than that of the database are refused by a server and by commands before the database is migrated, and its own are not', async () => {
  const [own, foreign] = [newFolder(), newFolder()]
  const start = async (folder: string) =>
    (await serve(readEnv({ DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', SEARCH_THREADS: '1' }))).close()
  await start(own)
  await start(own)
  const { db, close } = connect(database.url, { connections: 1 })
  const { rows: newest } = await sql<{ name: string; hash: string }>`
    delete from migrations where name = (select max(name) from migrations) returning name, hash`.execute(db)
  await expect(start(foreign)).rejects.toThrow(`${foreign}/secrets.json has the secrets of another installation`)

  const before = readFileSync(join(foreign, 'secrets.json'), 'utf8')
  const env = { DATA_DIR: foreign, DATABASE_URL: database.url }
  const outcomes = await Promise.all([
    run('backup.ts', [join(root, 'backups')], env),
    run('rotateKeys.ts', ['--leaked'], env),
    run('jobs.ts', ['on'], env),
  ])
  for (const { code, output } of outcomes) {
    expect(output).toMatch(/^\S+ has the secrets of another installation than the database: [^\n]*$/)
    expect(code).toBe(1)
  }
  expect(readFileSync(join(foreign, 'secrets.json'), 'utf8')).toBe(before)
  for (const { name, hash } of newest)
    await sql`insert into migrations (name, hash) values (${name}, ${hash})`.execute(db)
  await close()
  expect(await run('rotateKeys.ts', [], { ...env, DATA_DIR: own })).toMatchObject({ code: 0 })
})

test('a database without a library is not backed up', async () => {
  const empty = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
  const folder = newFolder()
  readSecrets(folder)
  const outcome = run('backup.ts', [join(root, 'backups')], { DATA_DIR: folder, DATABASE_URL: empty.url })
  const output = 'The database has no library: is DATABASE_URL that of the server?'
  expect(await outcome).toEqual({ code: 1, output })
  await empty.drop()
})

nightlyTest(
  'a backup into a folder without one, as where its disk is not mounted, is refused unless it is said to be new',
  async () => {
    const folder = newFolder()
    const own = await cloneDatabase()
    readSecrets(folder)
    const env = { DATA_DIR: folder, DATABASE_URL: own.url }
    const repository = join(newFolder(), 'backups')
    const refusal = {
      code: 1,
      output: `${repository} has no backup: is its disk mounted? For the first backup say --new.`,
    }
    expect(await run('backup.ts', [repository], env)).toEqual(refusal)
    expect(existsSync(repository)).toBe(false)
    expect(await run('backup.ts', [repository, '--new'], env)).toMatchObject({ code: 0 })
    expect(await run('backup.ts', [repository], env)).toMatchObject({ code: 0 })
    await own.drop()
  },
)

test('a folder of backups in DATA_DIR is neither written to nor restored from', async () => {
  const folder = newFolder()
  readSecrets(folder)
  const inside = join(folder, 'backups')
  const output = `${inside} is in the data folder ${folder}, which a restore replaces: backups belong into another folder.`
  const env = { DATA_DIR: folder, DATABASE_URL: database.url }
  expect(await run('backup.ts', [inside], env)).toEqual({ code: 1, output })
  mkdirSync(inside)
  expect(await run('restore.ts', [inside, '--replace', new URL(database.url).pathname.slice(1)], env)).toEqual({
    code: 1,
    output,
  })
  expect(readdirSync(folder)).toEqual(['backups', 'secrets.json'])
})

nightlyTest(
  'a backup that is dated after now is not taken for the newest one, and no other is deleted for it',
  async () => {
    const folder = newFolder()
    const own = await cloneDatabase()
    readSecrets(folder)
    const repository = newFolder()
    const future = '2999-01-01T00-00-00.000Z'
    mkdirSync(join(repository, future))
    const env = { DATA_DIR: folder, DATABASE_URL: own.url }
    for (const outcome of [
      await run('backup.ts', [repository, '--keep', '1'], env),
      await run('backup.ts', [repository, '--verify'], env),
      await run('restore.ts', [repository], { ...env, DATA_DIR: newFolder() }),
    ])
      expect(outcome).toEqual({ code: 1, output: expect.stringContaining(`${future} is dated after now`) })
    expect(readdirSync(repository).filter((name) => name.endsWith('Z'))).toHaveLength(2)
    await own.drop()
  },
)

test('a library is not reset while its server runs or where its audit log belongs to another role, and no e-mail of it stays', async () => {
  const [open, closed] = await Promise.all([
    cloneDatabase({ ...inject('cluster'), template: 'template0' }),
    cloneDatabase(),
  ])
  const DATA_DIR = newFolder()
  mkdirSync(join(DATA_DIR, 'mail'))
  const reset = ({ url }: TestDatabase) => run('reset.ts', ['--yes'], { DATA_DIR, DATABASE_URL: url, SEED: 'none' })
  expect(await reset(closed)).toEqual({
    code: 1,
    output: expect.stringMatching(/^The audit log of the database [^\n]+$/),
  })
  const { db, close } = connect(open.url)
  // In use until then: the pool closes an idle connection.
  await db.connection().execute(async (connection) => {
    await sql`select`.execute(connection)
    expect(await reset(open)).toEqual({ code: 1, output: expect.stringMatching(/^A server is connected to [^\n]+$/) })
  })
  await close()
  expect(existsSync(join(DATA_DIR, 'mail'))).toBe(true)
  expect(await reset(open)).toEqual({ code: 0, output: 'The library is as on its first day.' })
  expect(existsSync(join(DATA_DIR, 'mail'))).toBe(false)
  for (const { drop } of [open, closed]) await drop()
})
