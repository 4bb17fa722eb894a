import { createReadStream, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { codeOf } from '#server/config/errorCode.ts'
import { StartupError } from '#server/config/env.ts'
import { flushFolder } from '#server/config/flushFolder.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { isAlive } from '#scripts/superviseProcess.ts'
import { partsOf, type StoredFile } from './manifest.ts'

/**
 * The folder of all backups: one folder for each, named by its time, and `files/ab/cd/…`, the files of all of them by their
 * hash. A backup that is not complete has another name.
 */
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/
const unfinished = '.incomplete'

export const nameOf = (time: Date) => time.toISOString().replaceAll(':', '-')

/** The names of the complete backups, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => backupName.test(name)).sort()
}

/**
 * Refuses a folder without a backup, unless it may be new, and is created then: where its disk is not mounted, a backup would
 * be written to the disk of this machine.
 */
export async function prepareRepository(folder: string, { mayBeNew }: { mayBeNew: boolean }) {
  if (mayBeNew) await mkdir(folder, { recursive: true, mode: 0o700 })
  else if (!(await exists(folder)) || (await listBackups(folder)).length === 0)
    throw new StartupError(`${folder} has no backup: is its disk mounted? For the first backup say --new.`)
}

/** As `listBackups`. Names are times of this machine's clock: throws a `StartupError` where one is in the future, as no other is known to be the newest. */
async function listInOrder(folder: string): Promise<string[]> {
  const names = await listBackups(folder)
  const last = names.at(-1)
  if (last !== undefined && last > nameOf(new Date()))
    throw new StartupError(
      `${join(folder, last)} is dated after now, so that the newest backup is not known, and none is deleted: set the clock, or give that folder the name of a time that is over.`,
    )
  return names
}

/** The folder of a backup: the folder itself, or the newest one in it. Throws a `StartupError` when there is none. */
export async function findBackup(folder: string): Promise<{ backup: string; repository: string }> {
  const isBackup = await exists(partsOf(folder).manifest)
  if (isBackup) return { backup: folder, repository: dirname(folder) }
  const newest = (await exists(folder)) ? (await listInOrder(folder)).at(-1) : undefined
  if (newest === undefined) throw new StartupError(`${folder} has no backup.`)
  return { backup: join(folder, newest), repository: folder }
}

/** Where a stored file is below DATA_DIR, and below the folder of the backups. */
export const storedPath = (folder: string, sha256: string) =>
  join(folder, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256)

/** The store of the files of all backups of a folder. */
export const openRepositoryStore = (repository: string) =>
  openDiskStore(join(repository, 'files'), { reserve_bytes: 0 })

/** The files of a backup, from its list. */
export async function* readFileList(backup: string): AsyncGenerator<StoredFile> {
  const lines = createInterface({ input: createReadStream(partsOf(backup).files), crlfDelay: Infinity })
  for await (const line of lines) yield JSON.parse(line) as StoredFile
}

/** Makes the folder of a new backup; `finish` gives it its name, after which it is complete. */
export async function beginBackup(repository: string, name: string) {
  const path = join(repository, name + unfinished)
  await mkdir(join(path, 'database'), { recursive: true, mode: 0o700 })
  return {
    path,
    discard: () => rm(path, { recursive: true, force: true }),
    finish: async () => {
      for (const folder of [join(path, 'database'), path]) await flushFolder(folder)
      await rename(path, join(repository, name))
      await flushFolder(repository)
    },
  }
}

/** Removes what killed backups have left. The files that they have copied stay: the next backup uses them. */
export async function removeUnfinished(repository: string) {
  for (const name of await readdir(repository))
    if (name.endsWith(unfinished) && backupName.test(name.slice(0, -unfinished.length)))
      await rm(join(repository, name), { recursive: true, force: true })
  await openRepositoryStore(repository).removeParts(Infinity)
}

/**
 * Deletes all but the newest backups, then the files that none of those has: the caller has the lock. Returns the number of
 * each, or `being-read` without a deletion while a restore or a verification reads the folder.
 */
export async function removeOld(
  repository: string,
  keep: number,
): Promise<{ backups: number; files: number } | 'being-read'> {
  if (isBeingRead(repository)) return 'being-read'
  const names = await listInOrder(repository)
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) {
    // Under the name of an unfinished one first: a killed deletion leaves no backup that looks complete.
    await rename(join(repository, name), join(repository, name + unfinished))
    await rm(join(repository, name + unfinished), { recursive: true, force: true })
  }
  const used = new Set<string>()
  for (const name of await listBackups(repository))
    for await (const { sha256 } of readFileList(join(repository, name))) used.add(sha256)
  let files = 0
  for await (const sha256 of storedFiles(repository)) {
    if (used.has(sha256)) continue
    await rm(storedPath(repository, sha256), { force: true })
    files += 1
  }
  return { backups: old.length, files }
}

async function* storedFiles(repository: string) {
  const root = join(repository, 'files')
  if (!(await exists(root))) return
  for (const outer of (await readdir(root)).filter((name) => name.length === 2))
    for (const inner of await readdir(join(root, outer))) yield* await readdir(join(root, outer, inner))
}

const renewal_ms = 30_000
/** What was not renewed for so long is of a process that has ended: in containers each has another host name. */
const maxLock_ms = 600_000

/**
 * Runs one process at a time that writes to the folder of the backups. The lock is renewed while it runs; that of a process
 * that has ended is taken over, of this machine at once, of another one after ten minutes. The end of the process releases it.
 */
export async function withLock<Result>(repository: string, run: () => Promise<Result>): Promise<Result> {
  const lock = join(repository, 'backup.lock')
  if (readdirSync(repository).includes('backup.lock') && !isHeld(lock)) rmSync(lock, { force: true })
  try {
    writeFileSync(lock, `${hostname()} ${process.pid}`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new StartupError(
      `Another backup writes to ${repository} (${readFileSync(lock, 'utf8')}). If it was killed, ${lock} is taken over ten minutes later.`,
    )
  }
  return holding(lock, run)
}

/** While it runs, no old backup is deleted. A folder that cannot be written, as that of a restore may be, has no such lock. */
export async function whileReading<Result>(repository: string, run: () => Promise<Result>): Promise<Result> {
  const lock = join(repository, `${reading}${hostname()}-${process.pid}.lock`)
  try {
    writeFileSync(lock, `${hostname()} ${process.pid}`, { mode: 0o600 })
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) throw error
    return run()
  }
  return holding(lock, run)
}

const reading = 'read-'

/** The locks of processes that have ended are removed. */
function isBeingRead(repository: string) {
  const locks = readdirSync(repository).filter((name) => name.startsWith(reading))
  for (const name of locks) if (!isHeld(join(repository, name))) rmSync(join(repository, name), { force: true })
  return readdirSync(repository).some((name) => name.startsWith(reading))
}

async function holding<Result>(lock: string, run: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), renewal_ms)
  const release = () => {
    clearInterval(timer)
    rmSync(lock, { force: true })
  }
  process.once('exit', release)
  try {
    return await run()
  } finally {
    process.off('exit', release)
    release()
  }
}

function isHeld(lock: string) {
  const [host, pid] = readFileSync(lock, 'utf8').split(' ')
  const hasEnded = host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))
  return !hasEnded && Date.now() - statSync(lock).mtimeMs < maxLock_ms
}

export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
