import { serve } from '#server/serve.ts'
import { waitForShutdown } from '#server/shutdown.ts'
import { loadEnv, openEnvironment, runServer } from '#scripts/environment.ts'

/** `npm start` without the demo library and the build of the web: the server with its embedded database. */
await runServer(async () => {
  const environment = await openEnvironment(loadEnv())
  try {
    const server = await serve(environment.env)
    console.log(`Hukum is ready: ${server.address}`)
    try {
      await Promise.race([waitForShutdown(), environment.failed])
    } finally {
      await server.close()
    }
  } finally {
    await environment.stop()
  }
})
process.exit()
