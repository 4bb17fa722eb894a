import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { schema, version } from './schema.ts'
import { statement } from './statements.ts'

const settings = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma busy_timeout = 5000;
  pragma cache_size = -65536;
  pragma mmap_size = 2147483648;
`

/** Opens the index file for writing; one that is missing, damaged, or of another version is recreated. */
export function openForWriting(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file)
    database.exec(settings)
    if (readMeta(database, 'version') === version) return database
    database.close()
  } catch {
    // No database, or one without our tables: the index is derived from PostgreSQL and can be built again.
  }
  return recreate(file)
}

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

const setMeta = 'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value'
