import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { schema, version } from './schema.ts'

const settings = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma busy_timeout = 5000;
  pragma cache_size = -65536;
  pragma mmap_size = 2147483648;
`

/** Opens the index file for writing; one that is missing, damaged, or of another version is recreated. Other errors are thrown. */
export function openForWriting(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  let isCurrent = false
  try {
    database.exec(settings)
    isCurrent = hasTables(database) && readMeta(database, 'version') === version
  } catch (error) {
    // A file that is locked, or cannot be read for now, has all cases when it can be read again.
    if (!isDamaged(error)) throw error
  } finally {
    if (!isCurrent) database.close()
  }
  return isCurrent ? database : recreate(file)
}

const hasTables = (database: DatabaseSync) =>
  database.prepare(`select 1 from sqlite_schema where name = 'meta'`).get() !== undefined

/** Replaces the file by an empty index. */
export function recreate(file: string): DatabaseSync {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
  const database = new DatabaseSync(file)
  database.exec(settings)
  database.exec(schema)
  writeMeta(database, 'version', version)
  return database
}

/** Whether SQLite reports a damaged file or no database (result codes 11 and 26). */
export const isDamaged = (error: unknown) =>
  error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff)

export function openForReading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec('pragma busy_timeout = 5000; pragma cache_size = -65536; pragma mmap_size = 2147483648')
  return database
}

export function readMeta(database: DatabaseSync, key: string): string | undefined {
  const row = statement(database, 'select value from meta where key = ?').get(key)
  return typeof row?.['value'] === 'string' ? row['value'] : undefined
}

export function writeMeta(database: DatabaseSync, key: string, value: string) {
  statement(database, setMeta).run(key, value)
}

/** Increments a number, from 1 on; returns it. */
export const incrementMeta = (database: DatabaseSync, key: string): number =>
  Number(statement(database, incrementValue).get(key)?.['value'])

const incrementValue = `
  insert into meta (key, value) values (?, '1') on conflict (key) do update set value = value + 1 returning value`

/** A number that each change of documents or segments increments: what was read of the index is current until then. */
export const generationOf = (database: DatabaseSync): string => readMeta(database, 'generation') ?? '0'
export const incrementGeneration = (index: DatabaseSync) => void incrementMeta(index, 'generation')

const setMeta = 'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value'

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** A prepared statement, cached while its database is open. Only for constant SQL: the cache is unbounded. */
export function statement(database: DatabaseSync, text: string): StatementSync {
  const known = prepared.get(database) ?? new Map<string, StatementSync>()
  prepared.set(database, known)
  const found = known.get(text) ?? database.prepare(text)
  known.set(text, found)
  return found
}

/** The index of all processes of one machine in a folder: its file, the lock of the process that writes it, and its socket. */
export type IndexFiles = { file: string; lock: string; socket: string }

/** `dictionary`: without cases, which are in OpenSearch. */
type IndexKind = 'search' | 'dictionary'

const fileName = (kind: IndexKind) => `${kind}-v${version.replace(/\D+/g, '')}.sqlite`

/** The name of the index file. Each version has its own, so that a new one is built while the former one is searched. @internal for tests */
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

/** Deletes the indexes next to this one, of other versions or for another engine, that no process has written for a day. */
export function deleteUnusedIndexes(own: string, now = Date.now()) {
  const folder = dirname(own)
  const others = readdirSync(folder).filter((name) => name.endsWith('.sqlite') && name !== basename(own))
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
