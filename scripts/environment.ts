import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServer } from 'node:net'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { claimLibrary, refuseForeignDatabase, refuseForeignSecrets } from '#server/security/secretsOfLibrary.ts'
import { connect, type Db } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Env, readEnv, StartupError } from '#server/config/env.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { toStartupError } from '#server/config/startupErrors.ts'
import { refuseUnfinishedRestore } from '#server/config/unfinishedRestore.ts'
import { waitForShutdown } from '#server/shutdown.ts'
import { startCluster } from './cluster.ts'
import { dropDatabase, dropSchemas, openOwnDatabase, protectAudit, releaseAudit } from './ownDatabase.ts'

/** Shared by the scripts: environment variables, a migrated database, and error messages. */

type Report = (sentence: string) => void

export type Environment = Pick<OpenDatabase, 'failed' | 'stop'> & { env: Env & { DATABASE_URL: string } }

export type OpenDatabase = {
  url: string
  /** Rejects when the embedded database has ended for good. */
  failed: Promise<never>
  stop: () => Promise<void>
  /**
   * Applies the missing migrations, which a database that had some reports. Then the role of the application can only read the
   * audit log and add to it.
   */
  migrate: (onMigrated?: Report) => Promise<void>
  /** Deletes everything, the schema included. */
  empty: () => Promise<void>
}

/** Loads `.env` if it exists; variables that are already set take precedence. */
export function loadEnv(): Env {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  return readEnv(process.env)
}

/** Opens and migrates the database: that of DATABASE_URL, past a pooler if there is one, or the embedded one. */
export async function openEnvironment(env: Env, onMigrated: Report = console.error): Promise<Environment> {
  refuseUnfinishedRestore(resolve(env.DATA_DIR))
  const { url, migrate: migrateDatabase, failed, stop } = await openDatabase(env)
  try {
    await refuseForeignDatabase(url, installationOf(env))
    await migrateDatabase(onMigrated)
    await withDb(url, (db) => claimLibrary(db, installationOf(env)))
    return { env: { ...env, DATABASE_URL: url }, failed, stop }
  } catch (error) {
    await stop()
    throw toStartupError(error, env)
  }
}

const installationOf = (env: Env) => {
  const folder = resolve(env.DATA_DIR)
  return { folder, secrets: readSecrets(folder) }
}

export async function withDb<Result>(url: string, run: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = connect(url, { connections: 1 })
  try {
    return await run(db)
  } finally {
    await close()
  }
}

/** Opens the database of the library of DATA_DIR, as it is. Throws a `StartupError` when it is of another installation. */
export async function openLibrary(env: Env): Promise<OpenDatabase> {
  requireLibrary(env)
  const database = await openDatabase(env)
  try {
    await withDb(database.url, (db) => refuseForeignSecrets(db, installationOf(env)))
    return database
  } catch (error) {
    await database.stop()
    if (codeOf(error) === sqlState.undefined_table)
      throw new StartupError('The database has no library: is DATABASE_URL that of the server?')
    throw toStartupError(error, env)
  }
}

/** Refuses a DATA_DIR that has no library, or half of a restored one, and creates nothing in it. */
export function requireLibrary({ DATA_DIR, DATABASE_URL }: Env) {
  const folder = resolve(DATA_DIR)
  refuseUnfinishedRestore(folder)
  const needed = ['secrets.json', ...(DATABASE_URL ? [] : ['postgres/PG_VERSION'])]
  const missing = needed.find((file) => !existsSync(join(folder, file)))
  if (missing !== undefined)
    throw new StartupError(`${folder} has no library (no ${missing}): is DATA_DIR that of the server?`)
}

const name = 'hukum'

/** Opens the database as it is. Throws a `StartupError` for what the operator can fix. */
export async function openDatabase(env: Env): Promise<OpenDatabase> {
  const folder = resolve(env.DATA_DIR)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { database_password } = readSecrets(folder)
    if (env.DATABASE_URL) return ownDatabase(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL)
    const cluster = await startCluster(join(folder, 'postgres'), database_password)
    running.add(cluster.stop)
    const url = await openOwnDatabase(cluster, name)
    return {
      url,
      failed: cluster.failed,
      stop: () => cluster.stop().finally(() => running.delete(cluster.stop)),
      migrate: async (onMigrated) => {
        await releaseAudit(cluster, name)
        await migrate(url, { onMigrated })
        await protectAudit(cluster, name)
      },
      empty: async () => {
        await dropDatabase(cluster, name)
        await openOwnDatabase(cluster, name)
      },
    }
  } catch (error) {
    throw toStartupError(error, env)
  }
}

const ownDatabase = (url: string): OpenDatabase => ({
  url,
  failed: new Promise<never>(() => undefined),
  stop: () => Promise.resolve(),
  migrate: async (onMigrated) => void (await migrate(url, { onMigrated })),
  empty: () => dropSchemas(url),
})

/** Fails when the port is not free; runs before the long part of a first start. */
export async function checkPort({ PORT, HOST }: Env) {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, () => server.close(() => resolve()))
  }).catch((error: unknown) => {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${PORT} is in use: stop what uses it, or set PORT to another.`)
    if (code === 'EACCES')
      throw new StartupError(`Port ${PORT} may not be opened by this user: set PORT to one above 1023.`)
    throw new StartupError(`HOST ${HOST} is not an address of this machine.`)
  })
}

/** Parses the flags of a script that takes nothing else. Throws a `StartupError` with its usage. */
export function parseFlags<Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  try {
    return parseArgs({ options }).values
  } catch {
    throw new StartupError(usage)
  }
}

/** Runs what ends by a signal in its own way; on failure it prints or reports the error and exits with 1. */
export async function runServer(serve: () => Promise<void>, report = printError) {
  try {
    await serve()
  } catch (error) {
    report(error)
    process.exitCode = 1
  }
}

/** What a signal stops before a command ends: the embedded database is a process of its own. */
const running = new Set<() => Promise<void>>()

/** Runs a command; on failure it prints the error and exits with 1, as at a signal and at an uncaught error. */
export const runScript = (command: () => Promise<void>) =>
  runServer(async () => {
    const signal = waitForShutdown()
      .catch(printError)
      .then(() => 'signal')
    const ending = command()
    if ((await Promise.race([ending, signal])) !== 'signal') return
    // What a signal interrupts fails when its database stops.
    ending.catch(() => undefined)
    for (const stop of running) await stop()
    process.exit(1)
  })

const printError = (error: unknown) => console.error(error instanceof StartupError ? error.message : error)
