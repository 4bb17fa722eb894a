import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markRestore } from '#server/config/unfinishedRestore.ts'
import { cloneDatabase, type TestDatabase } from '../database.ts'
import { runScript } from './scripts.ts'

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

const folderOf = (name: string) => {
  const folder = join(root, name)
  mkdirSync(folder)
  return folder
}

/** With a bucket of which nothing is asked. */
const bucket = { S3_BUCKET: 'hukum', S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' } // prettier-ignore

const run = (script: string, parameters: string[], env: Record<string, string>) =>
  runScript(script, parameters, { BACKUP_PASSPHRASE: 'nine fishing boats', ...env })

test('a library whose restore did not end is not backed up, moved, or reset', async () => {
  const folder = folderOf('half')
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
  expect(readdirSync(root)).toEqual(['half'])
})

test('a command that needs a library creates none where there is none', async () => {
  const folder = join(root, 'none')
  const commands: [string, string[]][] = [
    ['rotateKeys.ts', ['--leaked']],
    ['jobs.ts', ['off']],
  ]
  const outcomes = await Promise.all([
    ...commands.map(([script, parameters]) => run(script, parameters, { DATA_DIR: folder, DATABASE_URL: database.url, ...bucket })), // prettier-ignore
    // With the embedded database, too.
    run('backup.ts', [join(root, 'backups')], { DATA_DIR: folder, DATABASE_URL: '' }),
  ])
  const output = `${folder} has no library (no secrets.json): is DATA_DIR that of the server?`
  expect(outcomes).toEqual(outcomes.map(() => ({ code: 1, output })))
  expect([existsSync(folder), existsSync(join(root, 'backups'))]).toEqual([false, false])
})
