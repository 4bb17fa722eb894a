import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Env, readLogEnv, StartupError } from '#server/config/env.ts'
import { type Flags, readFlags } from '#server/config/flags.ts'
import { toStartupError } from '#server/config/startupErrors.ts'
import { runProcesses } from '#server/processes.ts'
import { signalsOfPrimary, waitForShutdown } from '#server/shutdown.ts'
import { announce, type Log, logFatal, logWarnings, openLog } from '#server/telemetry/log.ts'
import { checkPort, loadEnv, openEnvironment, runServer } from './environment.ts'

/**
 * `npm start`: database, demo library, web build, search index, server; prints the address to open and runs until a
 * signal. With `prepares` it stops after everything has started once. With `--processes N`, N processes serve.
 */
export const start = ({ prepares }: { prepares: boolean }) => runServer(() => startAll(prepares), logError)

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

async function runOne(given: Env, options: { flags: Flags; log: Log; prepares: boolean }) {
  const { log, prepares } = options
  const stopped = waitForShutdown((reason) => logFatal(log, reason))
  const [environment, { openServer, announceReady }] = await openWhileLoading(given, log)
  try {
    const opening = openServer({ given, filled: environment.env }, options)
    const server = await Promise.race([opening, stopped])
    // What a signal interrupts fails when its database stops.
    if (!server) return void opening.catch(() => undefined)
    try {
      if (!prepares) {
        announceReady(log, environment.env, server.address)
        await Promise.race([stopped, environment.failed])
        announce(log, 'Stopping…')
      }
    } finally {
      await server.close()
    }
  } finally {
    await environment.stop()
  }
}

/** Opens the database. It starts in a process of its own, and meanwhile this one loads the modules of the server. */
async function openWhileLoading(env: Env, log: Log) {
  const opening = openEnvironment(env, (sentence) => announce(log, sentence))
  const loading = import('./openServer.ts')
  // A database that does not open is reported first.
  loading.catch(() => undefined)
  const environment = await opening
  try {
    return [environment, await loading] as const
  } catch (error) {
    await environment.stop()
    throw error
  }
}

/** This process has the database, the others serve. */
async function runSeveral(given: Env, flags: Flags, log: Log) {
  const stopped = waitForShutdown((reason) => logFatal(log, reason), signalsOfPrimary)
  const [{ env, failed, stop }, { announceReady, fill, servedUrl }] = await openWhileLoading(given, log)
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
