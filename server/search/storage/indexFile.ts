import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { version } from './schema.ts'

/** The index of all processes of one machine in a folder: its file, the lock of the process that writes it, and its socket. */
export type IndexFiles = { file: string; lock: string; socket: string }

/** `dictionary`: without cases, which are in OpenSearch. */
type IndexKind = 'search' | 'dictionary'

const fileName = (kind: IndexKind) => `${kind}-v${version.replace(/\D+/g, '')}.sqlite`

/** The name of the index file. Each version has its own, so that a new one is built while the former one is searched. */
export const indexFileName = fileName('search')

export function openIndexFolder(folder: string, kind: IndexKind): IndexFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, fileName(kind))
  return { file, lock: lockOf(file), socket: socketOf(file) }
}

const lockOf = (file: string) => file.replace(/sqlite$/, 'lock')

/** A socket in the folder, which only its owner may enter. Its path has at most about 100 bytes: the shorter of two forms. */
function socketOf(file: string): string {
  if (process.platform === 'win32')
    return String.raw`\\.\pipe\hukum-${createHash('sha256').update(resolve(file)).digest('hex').slice(0, 32)}`
  const absolute = resolve(file).replace(/sqlite$/, 'sock')
  const fromHere = relative(process.cwd(), absolute)
  return fromHere.length < absolute.length ? fromHere : absolute
}

/**
 * Acquires a lock file, which the operating system releases when the process ends in any way. Returns the function that
 * releases it; undefined while another process, or this one, has it.
 */
export function tryLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive')
    return () => lock.close()
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) return undefined
    throw error
  }
}

/** The index of another version stays for a day: an upgrade may be reverted, and its processes may still search. */
const unused_ms = 86_400_000

/** Deletes the indexes of other versions that no process has written for a day. */
export function deleteUnusedIndexes(folder: string, now = Date.now()) {
  const others = readdirSync(folder).filter((name) => name.endsWith('.sqlite') && name !== indexFileName)
  for (const file of others.map((name) => join(folder, name))) {
    const parts = [file, `${file}-wal`, `${file}-shm`].filter(existsSync)
    if (parts.some((part) => now - statSync(part).mtimeMs < unused_ms)) continue
    const release = tryLock(lockOf(file))
    if (!release) continue
    for (const part of [...parts, file.replace(/sqlite$/, 'sock')]) rmSync(part, { force: true })
    release()
    rmSync(lockOf(file), { force: true })
  }
}
