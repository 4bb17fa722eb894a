import { flushCompileCache } from 'node:module'
import { type Env, readLogEnv } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'
import { waitForShutdown } from '#server/shutdown.ts'
import { announce, type Log, logFatal, logsText, logWarnings, openLog } from '#server/telemetry/log.ts'
import { demoSignIns } from '../db/seed/library.ts'
import { buildWeb } from './buildWeb.ts'
import { fillDemo } from './demoAnalyses.ts'
import { checkPort, type Environment, loadEnv, openEnvironment, runScript, toStartupError } from './environment.ts'

/**
 * `npm start`: database, demo library, web build, search index, server; prints the address to open and runs until a
 * signal. With `prepares` it stops after everything has started once.
 */
export const start = ({ prepares }: { prepares: boolean }) => runScript(() => startAll(prepares), logError)

/** Also an environment that is not right is reported in the format that it asks for. */
const logError = (error: unknown) => logFatal(openLog(readLogEnv(process.env)), error)

async function startAll(prepares: boolean) {
  const env = loadEnv()
  const log = openLog(env)
  logWarnings(log)
  await checkPort(env)
  const stopped = waitForShutdown((reason) => logFatal(log, reason))
  const environment = await openEnvironment(env)
  try {
    const opening = openServer(environment.env, log)
    const server = await Promise.race([opening, stopped])
    // What a signal interrupts fails when its database stops.
    if (!server) return void opening.catch(() => undefined)
    try {
      if (!prepares) await run(log, env, { address: server.address, stopped, ...environment })
    } finally {
      await server.close()
    }
  } finally {
    await environment.stop()
  }
}

async function openServer(env: Environment['env'], log: Log) {
  const say = (sentence: string) => announce(log, sentence)
  try {
    if (env.SEED === 'demo') await fillDemo(env, { log: say })
    await buildWeb({ say })
    const server = await serve(env, { log })
    flushCompileCache()
    return server
  } catch (error) {
    throw toStartupError(error, env)
  }
}

type Started = { address: string; stopped: Promise<void>; failed: Promise<never> }

async function run(log: Log, env: Env, { address, stopped, failed }: Started) {
  announce(log, `${env.PRODUCT_NAME ?? 'ޙުކުމް (Hukum)'} is ready: ${address}`)
  if (env.SEED === 'demo') announce(log, demoSignIns())
  if (logsText(env)) announce(log, 'Ctrl-C stops it.')
  await Promise.race([stopped, failed])
  announce(log, 'Stopping…')
}
