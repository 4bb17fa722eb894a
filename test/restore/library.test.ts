import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readManifest } from '#scripts/backup/manifest.ts'
import { listBackups, readFileList, storedPath } from '#scripts/backup/repository.ts'
import { demoPassword } from '#server/auth/demoPassword.ts'
import { type ApiClient, apiClient, signedIn } from '#test/apiClient.ts'
import { type Outcome, saveContinuously, saveUntilSuccess } from '#test/chaos/writes.ts'
import { runs } from '#test/nightly.ts'
import { portOf } from '#test/processes.ts'
import { runScript } from './scripts.ts'

/**
 * `npm run drill:restore`: the demo library with its files, analyses and accounts, on the embedded database, by the commands
 * of an operator. Prints how long each step took.
 */
const isLong = runs(0, 1) === 1
const folder = mkdtempSync(join(tmpdir(), 'hukum-drill-'))
const repository = join(folder, 'backups')
const servers: ChildProcess[] = []

afterAll(async () => {
  await Promise.all(servers.map(stop))
  rmSync(folder, { recursive: true, force: true })
})

const environment = (name: string) => ({
  DATA_DIR: join(folder, name),
  DATABASE_URL: '',
  SMTP_URL: '',
  PORT: '0',
  SEED: 'demo',
  SEARCH_THREADS: '1',
  LOG_LEVEL: 'warn',
  BACKUP_PASSPHRASE: 'nine fishing boats',
})

async function start(name: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../chaos/embeddedServer.ts')], {
    env: { ...process.env, ...environment(name) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(child)
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const port = await portOf(child)
  return { child, port, address: `http://127.0.0.1:${port}`, output: () => output }
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const search = { Type: 'CaseFile', Query: 'އެއްބަސްވުން' }

/** A search is refused until the index of a new library is built, and above the limit of a minute. */
async function searchWhenReady(client: ApiClient) {
  await expect
    .poll(async () => (await client.call('g/search', search)).status, { timeout: 120_000, interval: 2000 })
    .toBe(200)
  return client.done('g/search', search)
}

async function timed<Result>(about: string, run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await run()
  console.log(`${about}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}

function printSaves(about: string, outcomes: readonly Outcome[]) {
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  console.log(`${outcomes.length} saves ${about}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${times.at(-1)} ms`)
}

/** It seeds, copies and restores a library by commands of their own: minutes on a machine that others use. */
const timeout_ms = 3_600_000

test.runIf(isLong)(
  'the demo library is backed up during saves and restored elsewhere, and is used there',
  { timeout: timeout_ms },
  async () => {
    await timed('demo library', () => runScript('seed.ts', [], environment('original')))
    const original = await start('original')
    const subscriber = await signedIn(original.address, 'subscriber@hukum.test', demoPassword)
    const found = await searchWhenReady(subscriber)
    const [{ reference }] = found['data'] as [{ reference: string }]
    const admin = await signedIn(original.address, 'admin@hukum.test', demoPassword)
    const caller = { port: () => original.port, token: admin.token }
    const alone = saveContinuously(caller, 2)
    for (let saves = 0; saves < 50; saves += 1) await saveUntilSuccess(caller)
    printSaves('before the backup', await alone())

    const during = saveContinuously(caller, 2)
    const made = await timed('backup', () => runScript('backup.ts', [repository, '--new'], environment('original')))
    const outcomes = await during()
    expect(made).toMatchObject({ code: 0 })
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
    printSaves('during the backup', outcomes)
    await stop(original.child)

    expect(
      await timed('verification', () => runScript('backup.ts', [repository, '--verify'], environment('original'))),
    ).toMatchObject({ code: 0 })
    expect(await timed('restore', () => runScript('restore.ts', [repository], environment('restored')))).toMatchObject({
      code: 0,
    })
    await expectEveryFile()

    const restored = await timed('start', () => start('restored'))
    expect(restored.output()).toContain('Mail and jobs are off since')
    const reader = await signedIn(restored.address, 'subscriber@hukum.test', demoPassword)
    const again = await reader.done('g/search', search)
    expect(again['count']).toBe(found['count'])
    expect(await reader.done('g/find', { Type: 'CaseFile', Reference: reference })).toMatchObject({
      data: { reference },
    })
    // The secrets are those of the original: a session of it goes on.
    expect(await apiClient(restored.address, admin.token).call('courts/get')).toMatchObject({ status: 200 })
    expect(existsSync(join(folder, 'restored/mail'))).toBe(false)
    expect(await runScript('auditVerify.ts', [], environment('restored'))).toMatchObject({ code: 0 })
    await stop(restored.child)
  },
)

async function expectEveryFile() {
  const [name = ''] = await listBackups(repository)
  const manifest = await readManifest(join(repository, name))
  let count = 0
  for await (const { sha256 } of readFileList(join(repository, name))) {
    const bytes = readFileSync(storedPath(join(folder, 'restored'), sha256))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(bytes.equals(readFileSync(storedPath(join(folder, 'original'), sha256)))).toBe(true)
    count += 1
  }
  expect(count).toBe(manifest.files.count)
  expect(count).toBeGreaterThan(0)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${rows} rows of ${manifest.tables.length} tables, ${count} files of ${manifest.files.total_bytes} bytes`)
}
