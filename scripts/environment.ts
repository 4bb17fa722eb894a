import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServer } from 'node:net'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { type Env, readEnv, StartFailure } from '#server/env.ts'
import { readSecrets } from '#server/secrets.ts'
import { startCluster } from './cluster.ts'

/** What the scripts share: the environment, a database that is up to date, and how failures are said. */

export type ReadyHouse = { env: Env & { DATABASE_URL: string }; stop: () => Promise<void> }

/** `.env` when there is one, and what was set outside of it, which wins. */
export function loadEnv(): Env {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return readEnv(process.env)
}

/** A database with the newest schema: the one of DATABASE_URL, or the embedded one. */
export async function openHouse(env: Env): Promise<ReadyHouse> {
  const folder = resolve(env.DATA_DIR)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { database_password } = readSecrets(folder)
    if (env.DATABASE_URL) {
      await migrate(env.DATABASE_URL)
      return { env: { ...env, DATABASE_URL: env.DATABASE_URL }, stop: () => Promise.resolve() }
    }
    const cluster = await startCluster(join(folder, 'postgres'), database_password)
    await createDatabase(cluster.url('postgres'))
    const DATABASE_URL = cluster.url('hukum')
    await migrate(DATABASE_URL)
    return { env: { ...env, DATABASE_URL }, stop: cluster.stop }
  } catch (error) {
    throw explain(error, env)
  }
}

async function createDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(`select from pg_database where datname = 'hukum'`)
  if (rowCount === 0) await client.query('create database hukum')
  await client.end()
}

/** Is the port free? Asked before the long part of a first start. */
export async function checkPort({ PORT, HOST }: Env) {
  const server = createServer()
  await new Promise<void>((settle, fail) => {
    server.once('error', fail)
    server.listen(PORT, HOST, () => server.close(() => settle()))
  }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartFailure(`Port ${PORT} is in use: stop what uses it, or set PORT to another.`)
    if (code === 'EACCES')
      throw new StartFailure(`Port ${PORT} may not be opened by this user: set PORT to one above 1023.`)
    throw new StartFailure(`HOST ${HOST} is not an address of this machine.`)
  })
}

/** What a person can mend is said in one sentence; everything else keeps its stack. */
const sentences: Record<string, (env: Env) => string> = {
  ENOSPC: () => 'The disk is full.',
  '53100': () => 'The disk of the database is full.',
  EACCES: (env) => `The data folder ${env.DATA_DIR} cannot be read or written by this user.`,
  EPERM: (env) => `The data folder ${env.DATA_DIR} cannot be read or written by this user.`,
  EROFS: (env) => `The data folder ${env.DATA_DIR} is on a disk that cannot be written.`,
  EEXIST: (env) => `The data folder ${env.DATA_DIR} is not a folder.`,
  ENOTDIR: (env) => `The data folder ${env.DATA_DIR} is not a folder.`,
  ECONNREFUSED: () => 'DATABASE_URL: nothing answers there. Is that PostgreSQL running?',
  ETIMEDOUT: () => 'DATABASE_URL: nothing answers there in time.',
  ENOTFOUND: () => 'DATABASE_URL: there is no such host.',
  EAI_AGAIN: () => 'DATABASE_URL: its host cannot be found.',
  '28P01': () => 'DATABASE_URL: the name or the password is wrong.',
  '28000': () => 'DATABASE_URL: this user may not connect.',
  '3D000': () => 'DATABASE_URL: there is no such database.',
  '42501': () => 'DATABASE_URL: this user may not create tables there.',
}

export function explain(error: unknown, env: Env) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  return sentence ? new StartFailure(sentence(env)) : error
}

/** Runs a script: one clear sentence and exit 1 where it cannot go on. */
export async function run(script: () => Promise<void>) {
  try {
    await script()
  } catch (error) {
    console.error(error instanceof StartFailure ? error.message : error)
    process.exitCode = 1
  }
}

/** A second signal does not wait for the rest. */
export function untilAskedToStop() {
  return new Promise<void>((settle) => {
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (asked && signal === 'SIGINT') process.exit(1)
        asked = true
        settle()
      })
  })
}
