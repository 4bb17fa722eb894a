import type { Server as HttpServer } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { refuseDemoPassword } from '#server/auth/demoPassword.ts'
import { connect, type Db } from '#server/db/database.ts'
import { type Env, StartupError } from '#server/config/env.ts'
import { openFileStore } from '#server/files/fileStore.ts'
import { builtWeb, serveStaticFiles } from '#server/http/staticFiles.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { openTasks, type TaskDependencies } from '#server/worker/tasks.ts'
import { startWorker } from '#server/jobs/runner.ts'
import { openPort } from '#server/live/port.ts'
import { externalBroadcasterOf } from '#server/live/externalBroadcaster.ts'
import { openLive } from '#server/live/startLive.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import { type Limits, openLimits } from '#server/limits/limits.ts'
import { openSearchLog } from '#server/search/log/searchLog.ts'
import { loadListed } from '#server/resources/index.ts'
import { liveKeyOf, readSecrets, type Secrets } from '#server/config/secrets.ts'

export type Server = { address: string; close: () => Promise<void> }

/**
 * Opens every part and listens; returns the address. Throws a `StartupError` for what the operator can fix, and closes
 * what was opened. `limitsScale` multiplies the rate limits for tests; `print` receives a line for each e-mail when
 * there is no mail server; `webFolder` contains the built web.
 */
export async function serve(
  env: Env,
  { limitsScale = 1, print = printLine, webFolder = builtWeb } = {},
): Promise<Server> {
  const closers: Closers = { callers: [], stores: [] }
  const close = () => closeAll(closers)
  try {
    return { address: await openAll(env, { limitsScale, print, webFolder }, closers), close }
  } catch (error) {
    await close()
    throw toStartupError(error, env)
  }
}

type Closer = () => Promise<unknown>
/** The callers use the stores, such as database and index, which are closed after them. */
type Closers = { callers: Closer[]; stores: Closer[] }

/** Closes the callers together, then the stores in turn. A part that fails to close does not prevent the others. */
async function closeAll({ callers, stores }: Closers) {
  const reportFailure = (error: unknown) => logErrors('A part was not closed')(String(error))
  await Promise.all(callers.splice(0).map((close) => close().catch(reportFailure)))
  for (const close of stores.splice(0).reverse()) await close().catch(reportFailure)
}

type Options = { limitsScale: number; print: typeof printLine; webFolder: string }

/** Opens one part after the other. Each registers its closer. */
async function openAll(env: Env, { limitsScale, print, webFolder }: Options, { callers, stores }: Closers) {
  const databaseUrl = env.DATABASE_URL
  if (!databaseUrl)
    throw new StartupError('DATABASE_URL is not set: `npm start` brings a database of its own, this does not.')
  const folder = isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(env.DATA_DIR)
  const secrets = readSecrets(folder)
  const { db, pool, close } = connect(databaseUrl)
  stores.push(close)
  await refuseDemoPassword(db, env)
  const search = await openSearch(databaseUrl, join(folder, 'index'), env)
  stores.push(search.close)
  const limits = openLimits(pool, {
    scale: limitsScale,
    points: { reading: env.READS_PER_DAY },
    onReached: (name, key) => logErrors('A limit was reached')(`${name} by ${key}`),
  })
  const searchLog = openSearchLog(db, { onError: ({ message }) => logErrors('Searches are not logged')(message) })
  stores.push(searchLog.flushed)

  const app = buildApp({ env, db, secrets, search, searchLog, limits, files: openFileStore(join(folder, 'files')) })
  callers.push(() => app.close())
  await serveStaticFiles(app, webFolder, env)
  await app.listen({ port: env.PORT, host: env.HOST })
  const address = publicAddressOf(env, portOf(app.server.address()) ?? env.PORT)
  const worker = await openWorker(databaseUrl, { env, db, secrets, folder, address, print })
  callers.push(worker.close)
  const live = await openLiveChannels(app.server, { env, db, databaseUrl, secrets, limits })
  callers.push(live.close)
  return address
}

const printLine = (sentence: string) => void process.stdout.write(`${sentence}\n`)

/** The search index of this process, which follows the database. */
const openSearch = (databaseUrl: string, folder: string, env: Env) =>
  openIndex({
    folder,
    databaseUrl,
    threads: env.SEARCH_THREADS,
    facetsAtOnce: env.SEARCH_FACETS_AT_ONCE,
    onError: logErrors('The search index is behind'),
  })

type LiveDependencies = { env: Env; db: Db; databaseUrl: string; secrets: Secrets; limits: Limits }

/** Opens the live channels, on the port of the web or on WS_PORT. */
async function openLiveChannels(web: HttpServer, { env, db, databaseUrl, secrets, limits }: LiveDependencies) {
  const { WS_PORT: port, HOST: host, PUBLIC_URL: publicUrl } = env
  const socketServer = port === undefined ? undefined : await openPort({ port, host, publicUrl })
  const live = await openLive({
    server: socketServer?.server ?? web,
    db,
    databaseUrl,
    keys: liveKeysOf(liveKeyOf(secrets)),
    publicUrl,
    limits,
    trustedProxies: env.TRUSTED_PROXIES,
    broadcaster: externalBroadcasterOf(env),
    loadRows: (resource, ids) => loadListed(db, resource, ids),
    onError: logErrors('Live channels are behind'),
  })
  return { close: () => live.close().then(socketServer?.close) }
}

/** Starts the worker in the process of the server. */
async function openWorker(databaseUrl: string, dependencies: TaskDependencies) {
  const { tasks, stop, close } = openTasks(dependencies)
  const worker = await startWorker({
    databaseUrl,
    tasks,
    analyses: dependencies.env.ANALYSES_AT_ONCE,
    onError: logErrors('A job failed'),
  })
  return {
    close: () => {
      stop()
      return worker.close().then(close)
    },
  }
}

const logErrors = (about: string) => (sentence: string) => void process.stderr.write(`${about}: ${sentence}\n`)

/** The public address of the web, without a trailing slash. */
export function publicAddressOf(env: Env, port = env.PORT) {
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST
  return (env.PUBLIC_URL ?? `http://${host}:${port}`).replace(/\/+$/, '')
}

function toStartupError(error: unknown, env: Env) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === undefined || !(error instanceof Error)) return error
  const port = 'port' in error ? Number(error.port) : env.PORT
  const name = port === env.WS_PORT && port !== env.PORT ? 'WS_PORT' : 'PORT'
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is in use: stop what uses it, or set ${name} to another.`)
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be opened by this user: set ${name} to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST ${env.HOST} is not an address of this machine.`)
  return error
}

const portOf = (address: ReturnType<NetServer['address']>) => (typeof address === 'object' ? address?.port : undefined)
