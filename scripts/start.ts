import { flushCompileCache } from 'node:module'
import type { Env } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'
import { waitForShutdown } from '#server/shutdown.ts'
import { demoSignIns } from '../db/seed/library.ts'
import { buildWeb } from './buildWeb.ts'
import { fillDemo } from './demoAnalyses.ts'
import { checkPort, type Environment, loadEnv, openEnvironment, runScript, toStartupError } from './environment.ts'

/**
 * `npm start`: database, demo library, web build, search index, server; prints the address to open and runs until a
 * signal. With `prepares` it stops after everything has started once.
 */
export const start = ({ prepares }: { prepares: boolean }) =>
  runScript(async () => {
    const env = loadEnv()
    await checkPort(env)
    const stopped = waitForShutdown()
    const environment = await openEnvironment(env)
    try {
      const opening = openServer(environment.env)
      const server = await Promise.race([opening, stopped])
      // What a signal interrupts fails when its database stops.
      if (!server) return void opening.catch(() => undefined)
      try {
        if (!prepares) await run(env, server.address, { stopped, ...environment })
      } finally {
        await server.close()
      }
    } finally {
      await environment.stop()
    }
  })

async function openServer(env: Environment['env']) {
  try {
    if (env.SEED === 'demo') await fillDemo(env, { log: console.log })
    await buildWeb({ say: console.log })
    const server = await serve(env)
    flushCompileCache()
    return server
  } catch (error) {
    throw toStartupError(error, env)
  }
}

type Ends = { stopped: Promise<void>; failed: Promise<never> }

async function run(env: Env, address: string, { stopped, failed }: Ends) {
  console.log(`\n${env.PRODUCT_NAME ?? 'ޙުކުމް (Hukum)'} is ready: ${address}`)
  if (env.SEED === 'demo') console.log(demoSignIns())
  console.log('Ctrl-C stops it.')
  await Promise.race([stopped, failed])
  console.log('\nStopping…')
}
