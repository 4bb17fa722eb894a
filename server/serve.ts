import type { Server as HttpServer } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { codeOf } from '#server/config/errorCode.ts'
import { buildApp } from './app.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import { type Flags, readFlags } from '#server/config/flags.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { openFileStore } from '#server/files/openFileStore.ts'
import { claimStore, ForeignStore } from '#server/files/owner.ts'
import { openScanner, type Scanner } from '#server/files/scanner.ts'
import { builtWeb, serveStaticFiles } from '#server/http/staticFiles.ts'
import { openTasks, type TaskDependencies } from '#server/worker/tasks.ts'
import { startWorker } from '#server/jobs/runner.ts'
import { openPort } from '#server/live/port.ts'
import { externalBroadcasterOf } from '#server/live/externalBroadcaster.ts'
import { openLive } from '#server/live/startLive.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { loadListed } from '#server/resources/index.ts'
import { liveKeyOf, type Secrets } from '#server/config/secrets.ts'
import { openMonitor } from './monitor.ts'
import { openSearch, openStores, type Stores } from './stores.ts'
import { openWorkerPool, type WorkerPool } from '#server/workerPool/workerPool.ts'
import { type Log, openLog } from '#server/telemetry/log.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import { traceTasks } from './traced.ts'
import { refuseUnfinishedRestore } from '#server/config/unfinishedRestore.ts'
import { jobsOffSince } from '#server/jobs/jobsOff.ts'

export type Server = { address: string; close: () => Promise<void> }

type Options = { limitsScale: number; log: Log; webFolder: string; flags: Pick<Flags, 'roles' | 'waitsForIndex'> }

/**
 * Opens every part of the roles of this process, and listens if it serves the web; returns the address of the web. Throws a
 * `StartupError` for what the operator can fix, and closes what was opened. `limitsScale` multiplies the rate limits for
 * tests; `webFolder` contains the built web.
 */
export async function serve(
  env: Env,
  { limitsScale = 1, log = openLog(env), webFolder = builtWeb, flags = readFlags([]) }: Partial<Options> = {},
): Promise<Server> {
  const closers: Closers = { callers: [], stores: [] }
  const close = () => closeAll(closers, log)
  try {
    return { address: await openAll(env, { limitsScale, log, webFolder, flags }, closers), close }
  } catch (error) {
    await close()
    throw toStartupError(error, env)
  }
}

type Closer = () => Promise<unknown>
/** The callers use the stores, such as database and index, which are closed after them. */
type Closers = { callers: Closer[]; stores: Closer[] }

/** Closes the callers together, then the stores in turn. A part that fails to close does not prevent the others. */
async function closeAll({ callers, stores }: Closers, log: Log) {
  const reportFailure = (error: unknown) => log.error({ err: error }, 'A part was not closed')
  await Promise.all(callers.splice(0).map((close) => close().catch(reportFailure)))
  for (const close of stores.splice(0).reverse()) await close().catch(reportFailure)
}

/** Opens one part after the other. Each registers its closer. */
async function openAll(env: Env, { limitsScale, log, webFolder, flags }: Options, { callers, stores }: Closers) {
  const { roles, waitsForIndex } = flags
  const folder = isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(env.DATA_DIR)
  refuseUnfinishedRestore(folder)
  const opened = await openStores(env, { folder, limitsScale, log, closers: stores })
  const { db, directDb, directUrl, secrets, tracing } = opened
  const scanner = openScanner(env, { onFailure: (reason) => log.warn({ reason }, 'A file could not be scanned') })
  const onFailure = (reason: string) => log.warn({ reason }, 'The bucket of the files failed')
  const files = await openFileStore(env, { folder, scanner, onFailure })
  await claimFiles(db, files)
  const workerPool = openWorkerPool()
  stores.push(workerPool.close)

  const web: WebDependencies = {
    ...opened,
    env,
    log,
    folder,
    files,
    scanner,
    workerPool,
    webFolder,
    roles,
    waitsForIndex,
  }
  const search =
    roles.has('web') || roles.has('indexer') ? await openSearch(env, roles, { ...web, closers: stores }) : undefined
  const served = search && roles.has('web') ? await listen({ ...web, search }, { callers, stores }) : undefined
  const address = served?.address ?? publicAddressOf(env)
  const tasks = { env, db: directDb, secrets, files, folder, address, log, ...workerPool }
  const worker = roles.has('worker') ? await openWorker(directUrl, tasks, tracing) : undefined
  if (worker) callers.push(worker.close)
  await served?.start(worker)
  return address
}

type WebDependencies = Stores & {
  env: Env
  log: Log
  folder: string
  files: FileStore
  scanner: Scanner | undefined
  workerPool: WorkerPool
  webFolder: string
} & Options['flags']

/** Opens the web and its API, and listens. Returns the address, and what starts when the worker, if any, is open. */
async function listen(dependencies: WebDependencies & { search: SearchIndex }, { callers, stores }: Closers) {
  const { env, webFolder, search, workerPool, waitsForIndex } = dependencies
  const monitor = await openMonitor(env, dependencies)
  stores.push(monitor.close)
  const app = buildApp({ ...dependencies, ...monitor })
  callers.push(() => app.close())
  await serveStaticFiles(app, webFolder, env)
  if (waitsForIndex) await search.waitForRefresh()
  await app.listen({ port: env.PORT, host: env.HOST })
  return {
    address: publicAddressOf(env, portOf(app.server.address()) ?? env.PORT),
    start: async (worker: Awaited<ReturnType<typeof openWorker>> | undefined) => {
      const live = await openLiveChannels(app.server, dependencies)
      callers.push(live.close)
      await monitor.start({ app, worker, live, workerPool })
    },
  }
}

/** A bucket that is away at the start is claimed by the first sweep. */
async function claimFiles(db: Db, files: FileStore) {
  try {
    await claimStore(db, files)
  } catch (error) {
    if (error instanceof ForeignStore) throw new StartupError(error.message)
    if (!(error instanceof ApiError)) throw error
  }
}

type LiveDependencies = { env: Env; db: Db; directUrl: string; secrets: Secrets; rateLimiter: RateLimiter; log: Log }

/** Opens the live channels, on the port of the web or on WS_PORT. */
async function openLiveChannels(web: HttpServer, { env, db, directUrl, secrets, rateLimiter, log }: LiveDependencies) {
  const { WS_PORT: port, HOST: host, PUBLIC_URL: publicUrl } = env
  const socketServer = port === undefined ? undefined : await openPort({ port, host, publicUrl })
  const live = await openLive({
    server: socketServer?.server ?? web,
    db,
    databaseUrl: directUrl,
    keys: liveKeysOf(liveKeyOf(secrets)),
    publicUrl,
    rateLimiter,
    trustedProxies: env.TRUSTED_PROXIES,
    broadcaster: externalBroadcasterOf(env),
    loadRows: (resource, ids) => loadListed(db, resource, ids),
    onError: (reason) => log.warn({ reason }, 'Live channels are behind'),
  })
  return { sockets: live.sockets, close: () => live.close().then(socketServer?.close) }
}

/** Starts the worker in the process of the server, unless mail and jobs are off. */
async function openWorker(databaseUrl: string, dependencies: TaskDependencies, tracing: Tracing | undefined) {
  const { db, log } = dependencies
  const offSince = await jobsOffSince(db)
  if (offSince) {
    log.warn(
      `Mail and jobs are off since ${offSince.toISOString()}: no e-mail is sent and no file is analyzed. Turn them on with npm run jobs -- on`,
    )
    return { state: () => 'off' as const, close: () => Promise.resolve() }
  }
  const { MAIL_FROM, PUBLIC_URL, SMTP_URL } = dependencies.env
  if (SMTP_URL !== undefined && MAIL_FROM.includes('@localhost'))
    log.warn(`MAIL_FROM is not set: most mail servers reject e-mails from ${MAIL_FROM}`)
  if (SMTP_URL !== undefined && PUBLIC_URL === undefined)
    log.warn(`PUBLIC_URL is not set: the links of e-mails open ${dependencies.address}`)
  const { tasks, stop, close } = openTasks(dependencies)
  const worker = await startWorker({
    databaseUrl,
    tasks: traceTasks(tasks, tracing),
    analyses: dependencies.env.ANALYSES_AT_ONCE,
    onError: (reason) => dependencies.log.error({ reason }, 'A job failed'),
  })
  return {
    state: () => (worker.isRunning() ? ('ok' as const) : ('stopped' as const)),
    close: () => {
      stop()
      return worker.close().then(close)
    },
  }
}

/** The public address of the web, without a trailing slash. */
export function publicAddressOf(env: Env, port = env.PORT) {
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST
  return (env.PUBLIC_URL ?? `http://${host}:${port}`).replace(/\/+$/, '')
}

function toStartupError(error: unknown, env: Env) {
  const code = codeOf(error)
  if (code === undefined || !(error instanceof Error)) return error
  const port = 'port' in error ? Number(error.port) : env.PORT
  const name = (['METRICS_PORT', 'WS_PORT'] as const).find((one) => port === env[one] && port !== env.PORT) ?? 'PORT'
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is in use: stop what uses it, or set ${name} to another.`)
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be opened by this user: set ${name} to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`${hostOf(error, env)} is not an address of this machine.`)
  return error
}

const portOf = (address: ReturnType<NetServer['address']>) => (typeof address === 'object' ? address?.port : undefined)

/** The variable of an address, with its value. */
const hostOf = (error: object, { HOST, METRICS_HOST }: Env) => {
  const address = ['address', 'hostname'].map((name) => (error as Record<string, unknown>)[name]).find(Boolean)
  return address === METRICS_HOST && METRICS_HOST !== HOST ? `METRICS_HOST ${METRICS_HOST}` : `HOST ${HOST}`
}
