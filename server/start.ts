import { flushCompileCache } from 'node:module'
import { migrate } from '#server/db/migrate.ts'
import { readEnv, readLogEnv } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'
import { waitForShutdown } from '#server/shutdown.ts'
import { announce, logFatal, logWarnings, openLog } from '#server/telemetry/log.ts'

/** Starts the server on the database of the environment and runs until a signal; logs why when it cannot start. */
export async function start() {
  const log = openLog(readLogEnv(process.env))
  logWarnings(log)
  try {
    const env = readEnv(process.env)
    if (env.DATABASE_URL)
      await migrate(env.DATABASE_URL, {
        onPostponed: (name) => log.warn({ migration: name }, 'A migration waits: others use its tables'),
      })
    const { address, close } = await serve(env, { log })
    const stopped = waitForShutdown((reason) => logFatal(log, reason))
    announce(log, `Hukum is ready: ${address}`)
    flushCompileCache()
    try {
      await stopped
      announce(log, 'Hukum stops')
    } finally {
      await close()
    }
  } catch (error) {
    logFatal(log, error)
    process.exitCode = 1
  }
  process.exit()
}
