import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '#server/db/migrate.ts'
import { type Env, readEnv, readLogEnv } from '#server/config/env.ts'
import { type Flags, readFlags } from '#server/config/flags.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { toStartupError } from '#server/config/startupErrors.ts'
import { refuseUnfinishedRestore } from '#server/config/unfinishedRestore.ts'
import { refuseForeignDatabase } from '#server/security/secretsOfLibrary.ts'
import { type ReadyMessage, runProcesses } from './processes.ts'
import { serve } from './serve.ts'
import { signalsOfPrimary, waitForShutdown } from './shutdown.ts'
import { announce, type Log, logFatal, logWarnings, openLog } from '#server/telemetry/log.ts'

/** Starts the server on the database of the environment and runs until a signal; logs why when it cannot start. */
export async function start() {
  const log = openLog(readLogEnv(process.env))
  logWarnings(log)
  try {
    const flags = readFlags(process.argv.slice(2))
    const env = readEnv(process.env)
    if (flags.processes > 1) await runAll(flags, log)
    else await runOne(env, flags, log)
  } catch (error) {
    logFatal(log, error)
    process.exitCode = 1
  }
  process.exit()
}

const runAll = (flags: Flags, log: Log) =>
  runProcesses({
    flags,
    module: fileURLToPath(new URL('./main.mjs', import.meta.url)),
    env: process.env,
    log,
    stopped: waitForShutdown((reason) => logFatal(log, reason), signalsOfPrimary),
    onReady: (address) => announce(log, `Hukum is ready: ${address}`),
  })

async function runOne(env: Env, flags: Flags, log: Log) {
  const { address, close } = await openServer(env, flags, log).catch((error: unknown) => {
    throw toStartupError(error, env)
  })
  const stopped = waitForShutdown((reason) => logFatal(log, reason))
  if (cluster.isWorker) process.send?.({ ready: address } satisfies ReadyMessage)
  else announce(log, `Hukum is ready${flags.roles.has('web') ? `: ${address}` : ` (${[...flags.roles].join(', ')})`}`)
  flushCompileCache()
  try {
    await stopped
    if (!cluster.isWorker) announce(log, 'Hukum stops')
  } finally {
    await close()
  }
}

/** Migrates the database and opens the server. */
async function openServer(env: Env, flags: Flags, log: Log) {
  const directUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  if (directUrl !== undefined) {
    const folder = resolve(env.DATA_DIR)
    refuseUnfinishedRestore(folder)
    await refuseForeignDatabase(directUrl, { folder, secrets: readSecrets(folder) })
    await migrate(directUrl, {
      onPostponed: (name) => log.warn({ migration: name }, 'A migration waits: others use its tables'),
      onMigrated: (sentence) => announce(log, sentence),
    })
  }
  return serve(env, { log, flags })
}
