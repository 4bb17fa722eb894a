import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { StartupError } from '#server/config/env.ts'
import { backoff } from '#shared/backoff.ts'
import { DatabaseClient, withoutTimeouts } from './client.ts'
import { openPool } from './database.ts'

const folder = fileURLToPath(new URL('../../db/migrations/', import.meta.url))

type Migration = { name: string; text: string; hash: string }

/**
 * The steps of a migration, each of which has its own transaction: a lock that one needs is not held during the next. A process
 * that was killed between them runs all again at its next start, so each has to leave alone what is done.
 */
export const stepsOf = (text: string) => text.split('\n-- next step\n')

/** Former texts of a migration, by their hashes, that lead to the same schema as the text of today. */
const formerHashes: Readonly<Record<string, readonly string[]>> = {
  // It rebuilt its indexes while no user could read.
  '0059_analyses_by_file_name.sql': ['ffbfbf5e25f46c385d8df7b920f7ee4626d58c47712d65b8cb3f5bfaf85f17d8'],
}

/** Whether a database that has applied the text with this hash has the schema of the migration. */
export const isTextOf = ({ name, hash }: Pick<Migration, 'name' | 'hash'>, applied: string) =>
  applied === hash || (formerHashes[name]?.includes(applied) ?? false)

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

type Options = {
  /** Only these: the schema of an earlier version. */
  only?: ReadonlySet<string>
  /** How long a statement waits for a lock: those who come after it wait as long behind it. */
  lockTimeout_ms?: number
  /** Exponential backoff between the attempts, from this. */
  pause_ms?: number
  /** How long a step of a migration is attempted. */
  patience_ms?: number
  /** Called when a migration is postponed, because others hold its locks. */
  onPostponed?: (name: string) => void
  /** Called with a sentence when migrations were applied to a database that had some. */
  onMigrated?: ((sentence: string) => void) | undefined
}

/**
 * Migrates a database to the newest schema: each step of a migration in its own transaction, one process at a time. Returns the names
 * of the applied ones. A migration whose tables are in use releases its locks after the lock timeout and is tried again, so
 * that a long read blocks no other behind it. Throws when an applied migration is not known or was changed, or a lock was not
 * to be had. A process that runs goes on with the newer schema: only its start is refused.
 */
export async function migrate(url: string, options: Options = {}): Promise<string[]> {
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
    const migrations = await readMigrations()
    const applied = await readApplied(client)
    refuseOther(migrations, applied)
    // The job queue has its own tables, which queries of e-mails use.
    await whenLocksAreFree(client, 'of the job queue', options, (lock_timeout) => migrateQueue(url, lock_timeout))
    const missing = migrations.filter(({ name }) => !applied.has(name) && (options.only?.has(name) ?? true))
    const names = await applyMissing(client, missing, options)
    if (applied.size > 0 && names.length > 0) options.onMigrated?.(`The database was migrated: ${names.join(', ')}`)
    return names
  } finally {
    await client.end()
  }
}

async function migrateQueue(url: string, lock_timeout: number) {
  const pgPool = openPool(url, { max: 1, ...withoutTimeouts, lock_timeout })
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
  } finally {
    await pgPool.end()
  }
}

/** The hashes of the applied migrations by their names. */
async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations order by name')
  return new Map(rows.map((row) => [row.name, row.hash]))
}

/** Refuses a database that a newer or another program has migrated. */
function refuseOther(migrations: readonly Migration[], applied: ReadonlyMap<string, string>) {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const [name, hash] of applied) {
    const migration = known.get(name)
    if (!migration)
      throw new StartupError(
        `The database is of a newer version (migration ${name}): update this program, or restore the backup of before.`,
      )
    if (!isTextOf(migration, hash))
      throw new StartupError(
        `The migration ${name} was changed after this database had applied it: write a new one instead.`,
      )
  }
}

async function applyMissing(client: pg.Client, missing: readonly Migration[], options: Options) {
  for (const migration of missing)
    await apply(client, migration, options).catch((error: unknown) => explainClosedAudit(client, migration, error))
  return missing.map((migration) => migration.name)
}

/** A migration of the audit log fails where that belongs to another role than that of the application. */
async function explainClosedAudit(client: pg.Client, { name }: Migration, error: unknown): Promise<never> {
  if (codeOf(error) !== sqlState.insufficient_privilege) throw error
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('public.audit') and not pg_has_role(relowner, 'usage')`,
  )
  if (!rowCount) throw error
  throw new StartupError(
    `The audit log belongs to another role, so that the migration ${name} cannot change it. As a superuser: "reassign owned by hukum_audit to hukum"; close it again after the start (docs/deployment.md, Upgrade).`,
  )
}

/** The migration counts as applied when the last of its steps is committed. */
async function apply(client: pg.Client, { name, text, hash }: Migration, options: Options) {
  const steps = stepsOf(text)
  for (const [index, step] of steps.entries())
    await whenLocksAreFree(client, name, { ...options, completed: index }, (lock_timeout) =>
      inTransaction(client, lock_timeout, async () => {
        await client.query(step)
        if (index === steps.length - 1)
          await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
      }),
    )
}

async function inTransaction(client: pg.Client, lock_timeout: number, run: () => Promise<unknown>) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lock_timeout}`)
    await run()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const lockErrors: ReadonlySet<string | undefined> = new Set([sqlState.lock_not_available, sqlState.deadlock_detected])

/** Runs until the locks that it needs are free. Throws a `StartupError` when they are not in time. */
async function whenLocksAreFree(
  client: pg.Client,
  name: string,
  {
    lockTimeout_ms = 1000,
    pause_ms = 500,
    patience_ms = 300_000,
    onPostponed = () => undefined,
    completed = 0,
  }: Options & { completed?: number },
  run: (lockTimeout_ms: number) => Promise<unknown>,
) {
  const startedAt = performance.now()
  for (let attempts = 0; ; attempts += 1)
    try {
      return void (await run(lockTimeout_ms))
    } catch (error) {
      if (!lockErrors.has(codeOf(error))) throw error
      if (performance.now() - startedAt > patience_ms)
        throw new StartupError(
          `The migration ${name} does not get its locks: others use its tables. ${completed === 0 ? 'Nothing was changed by it' : 'Its completed steps stay, and the next start goes on with it'}; these transactions are the oldest:\n${await oldestTransactions(client)}`,
        )
      onPostponed(name)
      await sleep(backoff(attempts, { first_ms: pause_ms, longest_ms: 10_000 }))
    }
}

async function oldestTransactions(client: pg.Client) {
  const { rows } = await client.query<{ line: string }>(`
    select format('  process %s (%s), since %s: %s', pid, application_name, xact_start, left(query, 200)) as line
      from pg_stat_activity
     where datname = current_database()
       and pid <> pg_backend_pid()
       and xact_start is not null
     order by xact_start
     limit 3`)
  return rows.map(({ line }) => line).join('\n')
}
