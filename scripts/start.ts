import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { prepareCompileCache } from '#server/analysis/child/confinement.ts'
import { type Env, readLogEnv, StartupError } from '#server/config/env.ts'
import { type Flags, readFlags } from '#server/config/flags.ts'
import { toStartupError } from '#server/config/startupErrors.ts'
import { runProcesses } from '#server/processes.ts'
import { serve } from '#server/serve.ts'
import { signalsOfPrimary, waitForShutdown } from '#server/shutdown.ts'
import { announce, type Log, logFatal, logsText, logWarnings, openLog } from '#server/telemetry/log.ts'
import { demoSignIns } from '../db/seed/access.ts'
import { buildWeb } from './buildWeb.ts'
import { fillDemo } from './demoAnalyses.ts'
import { checkPort, type Environment, loadEnv, openEnvironment, runScript } from './environment.ts'

/**
 * `npm start`: database, demo library, web build, search index, server; prints the address to open and runs until a
 * signal. With `prepares` it stops after everything has started once. With `--processes N` so many processes serve.
 */
export const start = ({ prepares }: { prepares: boolean }) => runScript(() => startAll(prepares), logError)

/** Also an environment that is not right is reported in the format that it asks for. */
const logError = (error: unknown) => logFatal(openLog(readLogEnv(process.env)), error)

async function startAll(prepares: boolean) {
  const flags = readFlags(process.argv.slice(2))
  const env = loadEnv()
  const log = openLog(env)
  logWarnings(log)
  await checkPort(env)
  if (flags.processes > 1 && !prepares) await runSeveral(env, flags, log)
  else await runOne(env, { flags, log, prepares })
}

async function runOne(given: Env, { flags, log, prepares }: { flags: Flags; log: Log; prepares: boolean }) {
  const stopped = waitForShutdown((reason) => logFatal(log, reason))
  const environment = await openEnvironment(given)
  try {
    const opening = openServer({ given, filled: environment.env }, flags, log)
    const server = await Promise.race([opening, stopped])
    // What a signal interrupts fails when its database stops.
    if (!server) return void opening.catch(() => undefined)
    try {
      if (!prepares) await run(log, environment.env, { address: server.address, stopped, ...environment })
    } finally {
      await server.close()
    }
  } finally {
    await environment.stop()
  }
}

type Envs = { given: Env; filled: Environment['env'] }

/** Calls go through the pooler of DATABASE_URL, if there is one; what fills the library goes past it. */
const servedUrl = ({ given, filled }: Envs) => given.DATABASE_URL ?? filled.DATABASE_URL

async function openServer({ given, filled: env }: Envs, flags: Flags, log: Log) {
  try {
    await fill(env, log)
    const server = await serve({ ...env, DATABASE_URL: servedUrl({ given, filled: env }) }, { log, flags })
    flushCompileCache()
    return server
  } catch (error) {
    throw toStartupError(error, env)
  }
}

/** Fills an empty library, builds the web, and compiles what reads PDFs. */
async function fill(env: Environment['env'], log: Log) {
  const say = (sentence: string) => announce(log, sentence)
  if (env.SEED === 'demo') await fillDemo(env, { log: say })
  await Promise.all([buildWeb({ say }), prepareCompileCache()])
}

type Started = { address: string; stopped: Promise<void>; failed: Promise<never> }

async function run(log: Log, env: Env, { address, stopped, failed }: Started) {
  announceReady(log, env, address)
  await Promise.race([stopped, failed])
  announce(log, 'Stopping…')
}

function announceReady(log: Log, env: Env, address: string) {
  announce(log, `${env.PRODUCT_NAME ?? 'ޙުކުމް (Hukum)'} is ready: ${address}`)
  if (env.SEED === 'demo') announce(log, demoSignIns())
  if (logsText(env)) announce(log, 'Ctrl-C stops it.')
}

/** This process has the database, the others serve. */
async function runSeveral(given: Env, flags: Flags, log: Log) {
  const stopped = waitForShutdown((reason) => logFatal(log, reason), signalsOfPrimary)
  const { env, failed, stop } = await openEnvironment(given)
  try {
    const filling = fill(env, log)
    if (await Promise.race([filling.then(() => false), stopped.then(() => true)]))
      return void filling.catch(() => undefined)
    await runProcesses({
      flags,
      module: fileURLToPath(new URL('../server/main.mjs', import.meta.url)),
      env: { ...process.env, DATABASE_URL: servedUrl({ given, filled: env }) },
      log,
      stopped,
      failed,
      prepare: prepareVersion,
      onReady: (address) => announceReady(log, env, address),
    })
  } catch (error) {
    throw toStartupError(error, env)
  } finally {
    await stop()
  }
}

/** Migrates the database and builds the web of the version that is there now, in a process that stops after it has started once. */
async function prepareVersion() {
  const parameters = [...process.execArgv, fileURLToPath(new URL('./start.mjs', import.meta.url)), '--prepare']
  const env = { ...process.env, PORT: '0', WS_PORT: '', METRICS_PORT: '' }
  const child = spawn(process.execPath, parameters, { env, stdio: 'inherit' })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) throw new StartupError('The new version could not be prepared: the lines above say why.')
}
