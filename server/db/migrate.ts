import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { StartupError } from '#server/config/env.ts'
import { DatabaseClient, withoutTimeouts } from './client.ts'
import { openPool } from './database.ts'

const folder = fileURLToPath(new URL('../../db/migrations/', import.meta.url))

type Migration = { name: string; text: string; hash: string }

/** The migrations of `db/migrations`, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(folder + name, 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Migrates a database to the newest schema, or to that of an earlier version by its migrations (`only`): each migration in
 * its own transaction, one process at a time. Returns the names of the applied ones. Throws when an applied migration was
 * changed.
 */
export async function migrate(url: string, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'hukum migrate', ...withoutTimeouts })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('hukum migrate'))`)
    await client.query(`
      create table if not exists migrations (
        name text primary key,
        hash text not null,
        applied_at timestamptz not null default now()
      )`)
    // The job queue has its own tables, which queries of e-mails use.
    await migrateQueue(url)
    const migrations = await readMigrations()
    return await applyMissing(client, only ? migrations.filter(({ name }) => only.has(name)) : migrations)
  } finally {
    await client.end()
  }
}

async function migrateQueue(url: string) {
  const pgPool = openPool(url, { max: 1, ...withoutTimeouts })
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
  } finally {
    await pgPool.end()
  }
}

async function applyMissing(client: pg.Client, migrations: Migration[]) {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const missing = migrations.filter((migration) => !applied.has(migration.name))

  for (const { name, hash } of migrations)
    if (applied.has(name) && applied.get(name) !== hash)
      throw new StartupError(
        `The migration ${name} was changed after this database had applied it: write a new one instead.`,
      )

  for (const { name, text, hash } of missing) {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  }
  return missing.map((migration) => migration.name)
}
