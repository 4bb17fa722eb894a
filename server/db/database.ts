import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { type ClientConfig, DatabaseClient, type withoutTimeouts } from './client.ts'
import { types } from './types.ts'

/** Queries are written in SQL through Kysely's `sql` tag: values are always parameters, fragments compose. */
export type Db = Kysely<unknown>

export type Connection = { db: Db; pool: pg.Pool; close: () => Promise<void> }

type ConnectOptions = {
  connections?: number
  isPooled?: boolean
  /** Other limits than those of calls (`withoutTimeouts`). */
  timeouts?: Pick<ClientConfig, keyof typeof withoutTimeouts>
  /** How long a query waits for a database that refuses connections, as while it restarts. */
  restart_ms?: number
  /** Called after each statement, for traces. */
  onQuery?: ((event: LogEvent) => void) | undefined
}

/** Opens a pool for Kysely. No connection is made before the first query. */
export function connect(
  url: string,
  { connections = 10, isPooled = false, timeouts, restart_ms = maxRestart_ms, onQuery }: ConnectOptions = {},
): Connection {
  const pool = openPool(url, { types, isPooled, max: connections, ...timeouts })
  waitWhileRefused(pool, restart_ms)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), ...(onQuery && { log: onQuery }) })
  return { db, pool, close: () => db.destroy() }
}

/**
 * A pool of which no connection that breaks, idle or in use, ends the process. When one shows that its server is dead or
 * read-only, all are replaced: the idle ones at once, those in use when they are released.
 */
export function openPool(url: string, options: pg.PoolConfig & ClientConfig): pg.Pool {
  const [idle, inUse, replaced] = [new Set<pg.PoolClient>(), new Set<pg.PoolClient>(), new WeakSet<pg.PoolClient>()]
  const config: pg.PoolConfig & ClientConfig = {
    connectionString: url,
    application_name: 'hukum',
    // Also how long a query waits for a free connection.
    connectionTimeoutMillis: 8000,
    ...options,
    Client: DatabaseClient,
    onUnusable: () => {
      for (const client of inUse) replaced.add(client)
      for (const client of idle) {
        // The pool removes an idle client at its error; the end of its stream comes later.
        client.emit('error', new Error('Connection terminated: its server is dead or read-only'))
        client.connection.stream.destroy()
      }
    },
  }
  const pool = new pg.Pool(config)
  // The pool replaces an idle connection that breaks; the next query shows whether the database is down.
  pool.on('error', () => undefined)
  // `DatabaseClient` has such a handler already; graphile-worker asks every pool for this one.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('acquire', (client) => {
    idle.delete(client)
    inUse.add(client)
  })
  pool.on('release', (_error, client) => {
    inUse.delete(client)
    // The pool forgets a client that has ended.
    if (replaced.has(client)) void client.end()
    else idle.add(client)
  })
  pool.on('remove', (client) => idle.delete(client))
  return pool
}

/** Longer than PostgreSQL takes to restart, and shorter than a user waits. */
const maxRestart_ms = 5000
const restartPause_ms = 100

const refusals: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', sqlState.cannot_connect_now])

const isRefused = (error: unknown) =>
  error instanceof Error &&
  (refusals.has(codeOf(error) ?? '') || error.message === 'Connection terminated unexpectedly')

/** Lets a query wait for a database that restarts, to which nothing was sent yet. */
function waitWhileRefused(pool: pg.Pool, longest_ms: number) {
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const connectLater = async () => {
    for (const end = performance.now() + longest_ms; ;) {
      try {
        return await connectOnce()
      } catch (error) {
        if (!isRefused(error) || performance.now() > end) throw error
      }
      await sleep(restartPause_ms)
    }
  }
  type Callback = Parameters<pg.Pool['connect']>[0]
  pool.connect = ((callback?: Callback) => {
    const connecting = connectLater()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, (error?: Error | boolean) => client.release(error)),
      (error: unknown) => callback(error as Error, undefined, () => undefined),
    )
    return undefined
  }) as pg.Pool['connect']
}
