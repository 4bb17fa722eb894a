import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs' // prettier-ignore
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { markRestore } from '#server/config/unfinishedRestore.ts'
import { withClient } from '#server/db/client.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { makeBackup } from '#scripts/backup/makeBackup.ts'
import { manifestText, partsOf, readManifest } from '#scripts/backup/manifest.ts'
import { listBackups, removeOld } from '#scripts/backup/repository.ts'
import { restoreBackup } from '#scripts/backup/restoreBackup.ts'
import { verifyBackup } from '#scripts/backup/verifyBackup.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { restoreFixture } from '#test/fixtures/upgrade/restore.ts'
import { outcomeOf, runScript, startScript } from './scripts.ts'
import { nightlyTest } from '#test/nightly.ts'

/** What a backup refuses and notices; `drill.test.ts` restores one. */

const passphrase = 'nine fishing boats'
/** The lowest cost of a passphrase: tests derive many keys. */
const costLog2 = 1
let fixture: Awaited<ReturnType<typeof restoreFixture>>
let empty: TestDatabase
let repository: string
let backup: string

const backUpInto = (target: string) => {
  const { databaseUrl, folder } = fixture
  const files = openDiskStore(join(folder, 'files'))
  return makeBackup({ databaseUrl, folder, files, repository: target, passphrase, costLog2, report: () => undefined })
}
const back = () => backUpInto(repository)
const verify = () => verifyBackup({ backup, repository, passphrase, report: () => undefined })

beforeAll(async () => {
  fixture = await restoreFixture()
  empty = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
  repository = mkdtempSync(join(tmpdir(), 'hukum-backups-'))
  backup = join(repository, (await back()).name)
})
afterAll(async () => {
  await fixture.drop()
  await empty.drop()
  rmSync(repository, { recursive: true, force: true })
})

const stored = () => join(repository, 'files/f9/fc', fixture.expected.file.sha256)

/** Restores into an empty folder and an empty database, or into those of `target`. */
function restore(target: { databaseUrl?: string; folder?: string; replace?: string; passphrase?: string } = {}) {
  const folder = target.folder ?? join(repository, 'target')
  const env = readEnv({ DATA_DIR: folder, DATABASE_URL: target.databaseUrl ?? empty.url })
  const { replace } = target
  const key = { passphrase: target.passphrase ?? passphrase }
  return restoreBackup({ env, from: backup, ...key, replace, report: () => undefined })
}

/** Changes a file for the time of a check. */
async function withChange(path: string, change: (bytes: Buffer) => Buffer | string, check: () => Promise<void>) {
  const before = readFileSync(path)
  writeFileSync(path, change(Buffer.from(before)))
  try {
    await check()
  } finally {
    writeFileSync(path, before)
  }
}

const flipMiddle = (bytes: Buffer) => {
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

test('the manifest has the rows of every table, and the verification finds no difference', async () => {
  const { tables, files, migrations } = await readManifest(backup)
  await withClient(fixture.databaseUrl, async (client) => {
    for (const { name, rows } of tables) {
      const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${name}`)
      expect(rows, name).toBe(Number(counted[0]?.count))
    }
  })
  expect(files.count).toBe(1)
  expect(migrations.map(({ name }) => name)).toEqual(fixture.migrations)
  expect(await verify()).toEqual([])
})

test('a changed byte of each part of a backup is noticed and named', async () => {
  const parts: [string, string][] = [
    [partsOf(backup).table('courts'), 'table courts'],
    [partsOf(backup).table('audit'), 'table audit'],
    [partsOf(backup).jobs, 'the waiting jobs'],
    [partsOf(backup).files, 'the list of files'],
    [partsOf(backup).secrets, 'the encrypted secrets'],
    [stored(), `file ${fixture.expected.file.sha256}`],
  ]
  for (const [path, about] of parts)
    await withChange(path, flipMiddle, async () => {
      expect(await verify().catch(String), about).toContain(`${about} is missing or was changed.`)
    })
  const otherCount = (bytes: Buffer) => bytes.toString().replace('"rows": ', '"rows": 1')
  await withChange(partsOf(backup).manifest, otherCount, () =>
    expect(verify()).rejects.toThrow('manifest.json was changed'),
  )
})

test('a restore names a file that the backup has lost, restores all else, and exits with 1', async () => {
  const folder = join(repository, 'without')
  // As on a volume of its own, which counts as empty.
  mkdirSync(join(folder, 'lost+found'), { recursive: true })
  const other = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
  await withChange(stored(), flipMiddle, async () => {
    const env = { DATABASE_URL: other.url, DATA_DIR: folder, BACKUP_PASSPHRASE: passphrase }
    const { code, output } = await runScript('restore.ts', [backup], env)
    expect(output).toContain(`The file ${fixture.expected.file.sha256} of the backup is changed: it was not restored.`)
    expect(output).toMatch(/is restored, .*: all but what is named above was compared/)
    expect(code).toBe(1)
  })
  expect(readdirSync(folder)).not.toContain('restore.incomplete')
  const users = await withClient(other.url, (client) => client.query('select from users'))
  expect(users.rowCount).toBeGreaterThan(0)
  await other.drop()
})

test('no server starts on the folder of a restore that did not end', async () => {
  const folder = join(repository, 'half')
  mkdirSync(folder)
  markRestore(folder, 'hukum')
  const { openEnvironment } = await import('#scripts/environment.ts')
  await expect(openEnvironment(readEnv({ DATA_DIR: folder, DATABASE_URL: empty.url }))).rejects.toThrow('did not end')
})

test('a backup with a changed table or without its list of files is refused before the library that it replaces is changed', async () => {
  const folder = mkdtempSync(join(repository, 'replaced-'))
  writeFileSync(join(folder, 'a'), '')
  const other = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
  await withClient(other.url, (client) => client.query('create table former ()'))
  const replace = new URL(other.url).pathname.slice(1)
  const refused = (about: string) =>
    expect(restore({ folder, databaseUrl: other.url, replace })).rejects.toThrow(
      `${backup} cannot be restored, and nothing was changed:\n${about} is missing or was changed.`,
    )
  await withChange(partsOf(backup).table('users'), flipMiddle, () => refused('table users'))
  const emptied = () => ''
  await withChange(partsOf(backup).files, emptied, () => refused('the list of files'))
  await withClient(other.url, (client) => client.query('select from former'))
  expect(readdirSync(folder)).toEqual(['a'])
  await other.drop()
})

test('a wrong passphrase and a version that is not known are refused before anything is written', async () => {
  await expect(restore({ passphrase: 'ten fishing boats' })).rejects.toThrow('The passphrase of the secrets is wrong.')
  const manifest = await readManifest(backup)
  const refused = (change: object, reason: string) => {
    const changed = () => manifestText({ ...manifest, ...change })
    return withChange(partsOf(backup).manifest, changed, () => expect(restore()).rejects.toThrow(reason))
  }
  const migrations = [...manifest.migrations, { name: '9999_newer.sql', hash: '0'.repeat(64) }]
  await refused({ migrations }, 'The backup is of a newer version (migration 9999_newer.sql)')
  await refused({ format: 2 }, 'has format 2, which a newer version has written')
  expect(existsSync(join(repository, 'target'))).toBe(false)
})

test('a restore refuses a folder and a database that are not empty, and another name than that of the database', async () => {
  const folder = join(repository, 'full')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a'), '')
  await expect(restore({ folder })).rejects.toThrow(`${folder} is not empty`)
  await expect(restore({ databaseUrl: fixture.databaseUrl })).rejects.toThrow('is not empty: restore into another one')
  await expect(restore({ folder, replace: 'hukum' })).rejects.toThrow('--replace takes the name of the database')
  expect(readdirSync(folder)).toEqual(['a'])
})

test('a folder without a backup is refused', async () => {
  const env = readEnv({ DATA_DIR: join(repository, 'target'), DATABASE_URL: empty.url })
  const none = { env, from: join(repository, 'none'), passphrase, replace: undefined, report: () => undefined }
  await expect(restoreBackup(none)).rejects.toThrow('has no backup')
})

const startBackup = (parameters: string[], env: Record<string, string> = { BACKUP_PASSPHRASE: passphrase }) =>
  startScript('backup.ts', parameters, { DATABASE_URL: fixture.databaseUrl, DATA_DIR: fixture.folder, ...env })

nightlyTest('a backup that is killed leaves none that looks complete, and the next one removes its rest', async () => {
  const other = join(repository, 'killed')
  await withClient(fixture.databaseUrl, async (client) => {
    // It waits for this table after it has copied those before it.
    await client.query('begin; lock table files in access exclusive mode')
    const child = startBackup([other, '--new'])
    await once(child.stderr, 'data')
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  })
  expect(readdirSync(other).filter((name) => name.endsWith('.incomplete'))).toHaveLength(1)
  expect(await outcomeOf(startBackup([other, '--verify']))).toMatchObject({
    code: 1,
    output: `${other} has no backup.`,
  })

  expect(await outcomeOf(startBackup([other, '--new']))).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 files'),
  })
  expect(readdirSync(other).filter((name) => name.includes('incomplete') || name.endsWith('.lock'))).toEqual([])
})

test('a backup that is ended by SIGTERM leaves no lock', async () => {
  const other = join(repository, 'ended')
  await withClient(fixture.databaseUrl, async (client) => {
    await client.query('begin; lock table files in access exclusive mode')
    const child = startBackup([other, '--new'])
    await once(child.stderr, 'data')
    expect(existsSync(join(other, 'backup.lock'))).toBe(true)
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  })
  expect(existsSync(join(other, 'backup.lock'))).toBe(false)
})

nightlyTest('the lock of a backup on another machine is respected for ten minutes', async () => {
  const lock = join(repository, 'backup.lock')
  writeFileSync(lock, 'another-machine 1')
  const refused = await outcomeOf(startBackup([repository]))
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Another backup writes to') })
  const past = Date.now() / 1000 - 601
  utimesSync(lock, past, past)
  expect(await outcomeOf(startBackup([repository]))).toMatchObject({ code: 0 })
  expect(existsSync(lock)).toBe(false)
})

nightlyTest('no other backup begins while old ones are deleted', async () => {
  const other = join(repository, 'deleting')
  const old = join(other, '2026-01-01T00-00-00.000Z')
  mkdirSync(old, { recursive: true })
  // The deletion reads the lists of the other backups: this one ends when something is written to it.
  execFileSync('mkfifo', [join(old, 'files.jsonl')])
  const deleting = outcomeOf(startBackup([other, '--keep', '2']))
  await expect.poll(() => readdirSync(other).filter((name) => name.endsWith('Z')), { timeout: 60_000 }).toHaveLength(2)
  expect(await outcomeOf(startBackup([other]))).toMatchObject({
    code: 1,
    output: expect.stringContaining('Another backup writes to'),
  })
  writeFileSync(join(old, 'files.jsonl'), '')
  expect(await deleting).toMatchObject({ code: 0, output: expect.stringContaining('0 older backups were deleted') })
})

test('a second backup copies no file again, and only the newest backups and their files are retained, unless another process reads them', async () => {
  const copied = statSync(stored()).ino
  writeFileSync(join(repository, 'files/f9/fc', 'f9fc'.padEnd(64, '0')), 'of a backup that was deleted')
  const earlier = await listBackups(repository)
  const second = (await back()).name
  expect(statSync(stored()).ino).toBe(copied)
  // As of a restore on another machine.
  const lock = join(repository, 'read-another-machine-1.lock')
  writeFileSync(lock, 'another-machine 1')
  expect(await removeOld(repository, 1)).toBe('being-read')
  const past = Date.now() / 1000 - 601
  utimesSync(lock, past, past)
  expect(await removeOld(repository, 1)).toEqual({ backups: earlier.length, files: 1 })
  expect([existsSync(backup), existsSync(stored())]).toEqual([false, true])
  backup = join(repository, second)
  expect(await verify()).toEqual([])
})

test('a file that was changed or cannot be read in the folder of the backups is copied again by the next one', async () => {
  const path = stored()
  const whole = readFileSync(path)
  const damages = [
    () => writeFileSync(path, flipMiddle(Buffer.from(whole))),
    // Reading it fails with EIO, as that of a bad sector.
    () => {
      rmSync(path)
      symlinkSync('/proc/self/mem', path)
    },
  ]
  for (const damage of damages) {
    damage()
    expect(await verify()).toHaveLength(1)
    const { manifest } = await back()
    expect(manifest.damaged_files).toEqual([])
    expect(await verify()).toEqual([])
  }
})

test('a file that the library has lost is named by the manifest, and the rest is in the backup', async () => {
  const other = mkdtempSync(join(repository, 'lost-'))
  const path = join(fixture.folder, 'files/f9/fc', fixture.expected.file.sha256)
  await withChange(path, flipMiddle, async () => {
    const { manifest } = await backUpInto(other)
    expect(manifest.damaged_files).toEqual([fixture.expected.file.sha256])
  })
  expect(existsSync(join(other, 'files/f9/fc', fixture.expected.file.sha256))).toBe(false)
})
