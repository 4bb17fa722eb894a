import { flushCompileCache } from 'node:module'
import { serve } from '#server/serve.ts'
import { demoSignIns, fillLibrary } from '../db/seed/library.ts'
import { buildWeb } from './buildWeb.ts'
import { checkPort, loadEnv, openEnvironment, runScript, toStartupError, waitForShutdown } from './environment.ts'

/**
 * `npm start`: database, demo library, web build, search index, server; prints the address to open. With `prepares` it stops
 * after everything has started once.
 */
export const start = ({ prepares }: { prepares: boolean }) =>
  runScript(async () => {
    const env = loadEnv()
    await checkPort(env)
    const environment = await openEnvironment(env)
    try {
      if (env.SEED === 'demo') await fillLibrary(environment.env.DATABASE_URL, { log: console.log })
      await buildWeb({ say: console.log })
      const server = await serve(environment.env)
      flushCompileCache()
      if (!prepares) {
        console.log(`\n${env.PRODUCT_NAME ?? 'ޙުކުމް (Hukum)'} is ready: ${server.address}`)
        if (env.SEED === 'demo') console.log(demoSignIns())
        console.log('Ctrl-C stops it.')
        await waitForShutdown()
        console.log('\nStopping…')
      }
      await server.close()
    } catch (error) {
      throw toStartupError(error, env)
    } finally {
      await environment.stop()
    }
  })
