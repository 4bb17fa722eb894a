import { flushCompileCache } from 'node:module'
import { migrate } from '#server/db/migrate.ts'
import { readEnv, StartupError } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'
import { waitForShutdown } from '#server/shutdown.ts'

/** Starts the server on the database of the environment and runs until a signal; prints why when it cannot start. */
export async function start() {
  try {
    const env = readEnv(process.env)
    if (env.DATABASE_URL) await migrate(env.DATABASE_URL)
    const { address, close } = await serve(env)
    process.stdout.write(`Hukum is ready: ${address}\n`)
    flushCompileCache()
    try {
      await waitForShutdown()
    } finally {
      await close()
    }
  } catch (error) {
    process.stderr.write(
      `${error instanceof StartupError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    )
    process.exitCode = 1
  }
  process.exit()
}
