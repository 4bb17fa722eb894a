import type { Server as HttpServer } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { connect, type Db } from '#server/db/database.ts'
import { type Env, StartFailure } from '#server/config/env.ts'
import { openStore } from '#server/files/fileStore.ts'
import { builtWeb, serveStaticFiles } from '#server/http/staticFiles.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { openTasks, type TaskDependencies } from '#server/worker/tasks.ts'
import { startWorker } from '#server/jobs/runner.ts'
import { openPort } from '#server/live/port.ts'
import { externalBroadcasterOf } from '#server/live/externalBroadcaster.ts'
import { openLive } from '#server/live/startLive.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import { openLimits } from '#server/limits/limits.ts'
import { openSearchLog } from '#server/search/log/searchLog.ts'
import { loadListed } from '#server/resources/index.ts'
import { readSecrets, type Secrets } from '#server/config/secrets.ts'

export type Server = { address: string; close: () => Promise<void> }

/**
 * Opens everything, listens, and answers where. Throws a `StartFailure` for what the caller can mend; nothing is left
 * open then. Tests give themselves room with `limitsScale`; `say` hears of letters where there is no mail server;
 * `webFolder` holds the built web.
 */
export async function serve(env: Env, { limitsScale = 1, say = print, webFolder = builtWeb } = {}): Promise<Server> {
  const opened: Closing[] = []
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part()
  }
  try {
    return { address: await openAll(env, { limitsScale, say, webFolder }, opened), close }
  } catch (error) {
    await close()
    throw explain(error, env)
  }
}

type Closing = () => Promise<unknown>
type Options = { limitsScale: number; say: typeof print; webFolder: string }

/** Opens part after part; each says to `opened` how it closes, and is closed before what it stands on. */
async function openAll(env: Env, { limitsScale, say, webFolder }: Options, opened: Closing[]) {
  const databaseUrl = env.DATABASE_URL
  if (!databaseUrl)
    throw new StartFailure('DATABASE_URL is not set: `npm start` brings a database of its own, this does not.')
  const folder = isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(env.DATA_DIR)
  const secrets = readSecrets(folder)
  const { db, pool, close } = connect(databaseUrl)
  opened.push(close)
  const search = await openSearch(databaseUrl, join(folder, 'index'), env)
  opened.push(search.close)
  const limits = openLimits(pool, {
    scale: limitsScale,
    onReached: (name, who) => complain('A limit was reached')(`${name} by ${who}`),
    onError: ({ message }) => complain('Tries are not counted')(message),
  })
  const traces = openSearchLog(db, { onError: ({ message }) => complain('Searches leave no trace')(message) })
  opened.push(traces.flushed)

  const app = buildApp({ env, db, secrets, search, traces, limits, files: openStore(join(folder, 'files')) })
  opened.push(() => app.close())
  await serveStaticFiles(app, webFolder, env)
  await app.listen({ port: env.PORT, host: env.HOST })
  const address = addressOf(env, portOf(app.server.address()) ?? env.PORT)
  const work = await openWork(databaseUrl, { env, db, secrets, folder, address, say })
  opened.push(work.close)
  const live = await openSockets(app.server, { env, db, databaseUrl, secrets })
  opened.push(live.close)
  return address
}

const print = (sentence: string) => void process.stdout.write(`${sentence}\n`)

/** The index of this process, which follows what the database tells. */
const openSearch = (databaseUrl: string, folder: string, env: Env) =>
  openIndex({
    folder,
    databaseUrl,
    threads: env.SEARCH_THREADS,
    facetsAtOnce: env.SEARCH_FACETS_AT_ONCE,
    onError: complain('The search index is behind'),
  })

type Channels = { env: Env; db: Db; databaseUrl: string; secrets: Secrets }

/** The live channels, on the web's own port or on WS_PORT. */
async function openSockets(web: HttpServer, { env, db, databaseUrl, secrets }: Channels) {
  const own = env.WS_PORT === undefined ? undefined : await openPort({ port: env.WS_PORT, host: env.HOST })
  const live = await openLive({
    server: own?.server ?? web,
    db,
    databaseUrl,
    keys: liveKeysOf(secrets.token_key),
    publicUrl: env.PUBLIC_URL,
    broadcaster: externalBroadcasterOf(env),
    loadRows: (resource, ids) => loadListed(db, resource, ids),
    onError: complain('Live channels are behind'),
  })
  return { close: () => live.close().then(own?.close) }
}

/** The worker beside the server. What it puts into the folder of letters is said where the server runs. */
async function openWork(databaseUrl: string, workshop: TaskDependencies) {
  const { tasks, close } = openTasks(workshop)
  const work = await startWorker({ databaseUrl, tasks, onError: complain('A job failed') })
  return { close: () => work.close().then(close) }
}

const complain = (about: string) => (sentence: string) => void process.stderr.write(`${about}: ${sentence}\n`)

/** Where people find the web, without a slash at its end. */
export function addressOf(env: Env, port = env.PORT) {
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST
  return (env.PUBLIC_URL ?? `http://${host}:${port}`).replace(/\/+$/, '')
}

function explain(error: unknown, env: Env) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === undefined || !(error instanceof Error)) return error
  const port = 'port' in error ? Number(error.port) : env.PORT
  const name = port === env.WS_PORT && port !== env.PORT ? 'WS_PORT' : 'PORT'
  if (code === 'EADDRINUSE')
    return new StartFailure(`Port ${port} is in use: stop what uses it, or set ${name} to another.`)
  if (code === 'EACCES')
    return new StartFailure(`Port ${port} may not be opened by this user: set ${name} to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFailure(`HOST ${env.HOST} is not an address of this machine.`)
  return error
}

const portOf = (address: ReturnType<NetServer['address']>) => (typeof address === 'object' ? address?.port : undefined)
