import { join } from 'node:path'
import { refuseDemoPassword } from '#server/auth/demoPassword.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import type { Flags } from '#server/config/flags.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { connect } from '#server/db/database.ts'
import { openReplica } from '#server/db/replica.ts'
import { openRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { claimLibrary } from '#server/security/secretsOfLibrary.ts'
import { openSearchLog } from '#server/search/log/searchLog.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import type { Log } from '#server/telemetry/log.ts'
import { traceSearch } from './traced.ts'

/**
 * The connections of ordinary calls, those that are reserved for signing in, sessions, limits and readiness, and those of jobs
 * past a pooler.
 */
const connections = { ordinary: 10, reserved: 4, direct: 4 }

type Options = { folder: string; limitsScale: number; log: Log; closers: (() => Promise<unknown>)[] }

export type Stores = Awaited<ReturnType<typeof openStores>>

/** Opens what calls are answered from, the search index aside: database, limits, and the search log. Each registers its closer. */
export async function openStores(env: Env, { folder, limitsScale, log, closers }: Options) {
  const databaseUrl = env.DATABASE_URL
  if (!databaseUrl)
    throw new StartupError('DATABASE_URL is not set: `npm start` brings a database of its own, this does not.')
  const secrets = readSecrets(folder)
  const tracing = await openTraces(env, log)
  if (tracing) closers.push(tracing.close)
  const onQuery = tracing?.onQuery
  const { DATABASE_DIRECT_URL: directUrl = databaseUrl } = env
  const isPooled = directUrl !== databaseUrl
  const ordinary = connect(databaseUrl, { connections: connections.ordinary, isPooled, onQuery })
  const reserved = connect(databaseUrl, { connections: connections.reserved, isPooled, onQuery })
  const direct = isPooled ? connect(directUrl, { connections: connections.direct, onQuery }) : ordinary
  closers.push(ordinary.close, reserved.close, ...(isPooled ? [direct.close] : []))
  const { db } = ordinary
  const replica = openReplicaOf(env, log)
  if (replica) closers.push(replica.close)
  await claimLibrary(db, { folder, secrets })
  await refuseDemoPassword(db, env)
  const rateLimiter = openRateLimiter(reserved.pool, {
    scale: limitsScale,
    points: { reading: env.READS_PER_DAY },
    onReached: (limit, key) => log.warn({ limit, by: key }, 'A limit was reached'),
  })
  const searchLog = openSearchLog(db, { onError: (error) => log.error({ err: error }, 'Searches are not logged') })
  closers.push(searchLog.flushed)
  return {
    /** Past a pooler, for what needs a session: LISTEN, the queue, the index. */
    directUrl,
    secrets,
    readSecretsAgain: () => readSecrets(folder),
    tracing,
    db,
    /** For jobs. */
    directDb: direct.db,
    replica,
    reserved: reserved.db,
    pools: { ordinary: ordinary.pool, reserved: reserved.pool, ...(replica && { replica: replica.pool }) },
    rateLimiter,
    searchLog,
  }
}

const openReplicaOf = ({ DATABASE_REPLICA_URL: url }: Env, log: Log) =>
  url === undefined
    ? undefined
    : openReplica(url, {
        connections: connections.ordinary,
        onAway: (reason) => log.warn({ reason }, 'The replica is away: the primary answers'),
      })

/** The packages of OpenTelemetry are loaded only where a collector is configured. */
async function openTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Env, log: Log) {
  if (endpoint === undefined) return undefined
  const { openTracing } = await import('#server/telemetry/tracing.ts')
  return openTracing(endpoint, (reason) => log.warn({ reason: String(reason) }, 'Traces are not sent'))
}

type SearchOptions = Pick<Options, 'folder' | 'log' | 'closers'> & Pick<Stores, 'directUrl' | 'tracing'>

/** Opens the search index of this machine, which follows the database. Only a process of the web searches it. */
export async function openSearch(
  env: Env,
  roles: Flags['roles'],
  { folder, log, closers, directUrl, tracing }: SearchOptions,
): Promise<SearchIndex> {
  const index = await openIndex({
    folder: join(folder, 'index'),
    databaseUrl: directUrl,
    searchUrl: env.SEARCH_URL,
    threads: roles.has('web') ? env.SEARCH_THREADS : 0,
    mayIndex: roles.has('indexer'),
    facetsAtOnce: env.SEARCH_FACETS_AT_ONCE,
    nearBudget: env.SEARCH_NEAR_BUDGET,
    onError: (reason) => log.warn({ reason }, 'The search index is behind'),
  })
  closers.push(index.close)
  return traceSearch(index, tracing)
}
