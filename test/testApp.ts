import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/config/env.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { connect, type Connection, type Db } from '#server/db/database.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import { openScanner } from '#server/files/scanner.ts'
import { createAdmission } from '#server/http/admission.ts'
import { createReadiness } from '#server/http/health.ts'
import { openRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { openSearchLog } from '#server/search/log/searchLog.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { type Log, openLog } from '#server/telemetry/log.ts'
import { openWorkerPool } from '#server/workerPool/workerPool.ts'

/** Not of zeros: HMAC pads keys with them, so that they equal an empty key. */
const secrets: Secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }

export type AppOptions = {
  env?: Record<string, string>
  /** All calls of a test come from one address, so the rate limits are raised; tests of the limits pass 1. */
  limitsScale?: number
  /** Receives the lines of the log, in place of the standard output. */
  log?: Log
  /** The disk space in bytes that uploads leave free. */
  fileReserve?: number
}

type Places = {
  databaseUrl: string
  /** DATA_DIR, absolute. */
  folder: string
  /** Without one, a search fails. */
  search?: SearchIndex | undefined
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>

/** The application on a migrated database, without a port, jobs and live channels. Needs no test runner. */
export async function openTestApp({ databaseUrl, folder, search, ...options }: AppOptions & Places) {
  const { env: given = {}, limitsScale = 1000 } = options
  const { db, pool, close } = connect(databaseUrl, { connections: 4 })
  const reserved = connect(databaseUrl, { connections: 2 })
  const env = readEnv({ LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, DATA_DIR: folder, ...given })
  const log = options.log ?? openLog(env)
  const rateLimiter = openRateLimiter(reserved.pool, { scale: limitsScale, points: { reading: env.READS_PER_DAY } })
  const traces = openSearchLog(db)
  const files = await openFileStore(env, { folder, scanner: openScanner(env), reserve_bytes: options.fileReserve ?? 0 })
  const watched = watch({ pool, reserved: reserved.db, search, files })
  const found = { db, secrets, search: search ?? noIndex, rateLimiter, files }
  const app = buildApp({ ...watched, ...found, env, log, searchLog: traces })
  return {
    ...found,
    pool,
    traces,
    admission: watched.admission,
    app,
    env,
    log,
    close: async () => {
      for (const closeOne of [() => app.close(), watched.workerPool.close, traces.flushed, reserved.close, close])
        await closeOne()
    },
  }
}

/** Admission control by the pool of calls, the readiness of a server that runs jobs, and worker threads. */
export const watch = ({
  pool,
  reserved,
  search,
  files,
}: {
  pool: Connection['pool']
  reserved: Db
  search: SearchIndex | undefined
  files?: FileStore
}) => ({
  reserved,
  workerPool: openWorkerPool(),
  admission: createAdmission({ loopDelay_ms: () => 0, pool }),
  readiness: createReadiness({
    askDatabase: () => sql`select`.execute(reserved),
    askIndex: async () => search?.ping(),
    hasIndex: () => search?.deletionsAppliedUpTo() !== undefined,
    queue: () => 'ok' as const,
    askFiles: async () => files?.ping(),
  }),
})

/** Stands in for the index in tests that do not search: its threads and file take a second. */
const noIndex = new Proxy({} as SearchIndex, {
  get: () => {
    throw new Error('this test opened no search index: openApi({ index: true })')
  },
})
