import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { connect, type Connection, type Db } from '#server/db/database.ts'
import { readEnv } from '#server/config/env.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { openScanner } from '#server/files/scanner.ts'
import { type Admission, createAdmission } from '#server/http/admission.ts'
import { createReadiness } from '#server/http/health.ts'
import type { Envelope } from '#server/http/envelope.ts'
import { type Limits, openLimits } from '#server/limits/limits.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { type Log, openLog } from '#server/telemetry/log.ts'
import { readEmails } from './emails.ts'
import type { ReceivedEmail } from './readEmail.ts'
import { openSearchLog, type SearchLog } from '#server/search/log/searchLog.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { openWorkerPool } from '#server/workerPool/workerPool.ts'
import { cloneDatabase } from './database.ts'
import { cloneDemoLibrary } from './demoLibrary.ts'

/** A response as the client sees it: the status, headers of interest, and the body out of its envelope. */
export type ApiAnswer = {
  status: number
  sealed: boolean
  retryAfter?: string
  setCookie?: string
  body: Record<string, unknown>
}

type Request = { token?: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; raw?: string | Buffer }

export type Api = {
  db: Db
  pool: Connection['pool']
  databaseUrl: string
  /** DATA_DIR of the application. */
  folder: string
  secrets: Secrets
  limits: Limits
  search: SearchIndex
  traces: SearchLog
  admission: Admission
  /** The file store. */
  filesFolder: string
  files: FileStore
  app: ReturnType<typeof buildApp>
  call: (path: string, body?: unknown, request?: Request) => Promise<ApiAnswer>
  /** Signs in and returns a function that calls with the token. */
  as: (
    email: string,
    password: string,
  ) => Promise<(path: string, body?: unknown, request?: Request) => Promise<ApiAnswer>>
  /** Runs the waiting jobs and returns all e-mails so far, oldest first; with `to`, those to one recipient. */
  emails: (to?: string) => Promise<ReceivedEmail[]>
  close: () => Promise<void>
}

/** Not of zeros: HMAC pads keys with them, so that they equal an empty key. */
const secrets: Secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }

type Options = {
  /** The demo library with its search index, both copied. */
  demoLibrary?: boolean
  /** Opens a search index; without it a search fails. */
  index?: boolean
  fill?: (url: string) => Promise<unknown>
  env?: Record<string, string>
  /** All calls of a test come from one address, so the rate limits are raised; tests of the limits pass 1. */
  limitsScale?: number
  /** Receives the lines of the log, in place of the standard output. */
  log?: Log
  /** The disk space in bytes that uploads leave free. */
  fileReserve?: number
}

/** Opens the application in this process, on a database of its own. `fill` writes test data before it opens. */
export async function openApi(options: Options = {}): Promise<Api> {
  const { fill, demoLibrary = false, index = demoLibrary, env: given = {}, limitsScale = 1000 } = options
  const folder = mkdtempSync(join(tmpdir(), 'hukum-api-'))
  const database = await (demoLibrary ? cloneDemoLibrary(folder) : cloneDatabase())
  await fill?.(database.url)
  const { db, pool, close } = connect(database.url, { connections: 4 })
  const search = index ? await openBuiltIndex(folder, database.url) : noIndex
  const reserved = connect(database.url, { connections: 2 })
  const env = readEnv({ LOG_LEVEL: 'silent', DATABASE_URL: database.url, DATA_DIR: folder, ...given })
  const log = options.log ?? openLog(env)
  const limits = openLimits(reserved.pool, { scale: limitsScale, points: { reading: env.READS_PER_DAY } })
  const traces = openSearchLog(db)
  const files = await openFileStore(env, { folder, scanner: openScanner(env), reserve_bytes: options.fileReserve ?? 0 })
  const watched = watch({ pool, reserved: reserved.db, search: index ? search : undefined, files })
  const app = buildApp({ ...watched, env, log, db, secrets, search, searchLog: traces, limits, files })
  const call = callerOf(app)
  return {
    db, pool, folder, databaseUrl: database.url, secrets, limits, search, traces, admission: watched.admission, filesFolder: join(folder, 'files'), files, app, call,
    as: async (email, password) => {
      const { body } = await call('auth/login', { email, password })
      const token = String(body['encodedToken'])
      return (path, input, request) => call(path, input, { token, ...request })
    },
    emails: (to) => readEmails({ env, db, secrets, folder, databaseUrl: database.url, log }, to),
    close: async () => {
      const closers = [() => app.close(), watched.workerPool.close, traces.flushed, ...(index ? [search.close] : []), reserved.close, close, database.drop]
      for (const closeOne of closers) await closeOne()
      rmSync(folder, { recursive: true, force: true })
    },
  } // prettier-ignore
}

/** Opens an index that is built: before, a search is refused. */
async function openBuiltIndex(folder: string, databaseUrl: string) {
  const search = await openIndex({ folder, databaseUrl, threads: 1 })
  await search.waitForRefresh()
  return search
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

/** Calls the application without a network and opens the envelope. */
function callerOf(app: Api['app']): Api['call'] {
  return async (path, body, { token, method = 'POST', headers = {}, raw } = {}) => {
    const response = await app.inject({
      method,
      url: `/api/${path}`,
      headers: {
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        'accept-language': 'en',
        ...headers,
      },
      ...(method === 'POST' && { payload: raw ?? JSON.stringify(body ?? {}) }),
    })
    const answer = JSON.parse(response.payload) as Record<string, unknown>
    const sealed = answer['v'] === 1
    const { 'retry-after': retryAfter, 'set-cookie': setCookie } = response.headers
    const about = `${method} /api/${path.replace(/\?.*$/, '')} ${response.statusCode}`
    return {
      status: response.statusCode,
      sealed,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(setCookie !== undefined && { setCookie: String(setCookie) }),
      body: sealed ? openEnvelope(answer as Envelope, token ?? '', about) : answer,
    }
  }
}

/** Opens an envelope as `docs/api.md` describes, by Node's own crypto alone. */
export function openEnvelope({ z, s, iv, ct }: Envelope, token: string, about: string): Record<string, unknown> {
  const key = hkdfSync('sha256', token, Buffer.from(s, 'base64url'), 'hukum/envelope/v1', 32)
  const sealed = Buffer.from(ct, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse((z === 1 ? inflateRawSync(plain) : plain).toString('utf8')) as Record<string, unknown>
}
