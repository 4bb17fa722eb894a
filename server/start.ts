import { flushCompileCache } from 'node:module'
import { migrate } from '#server/db/migrate.ts'
import { readEnv, StartFailure } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'

/** Serves on the database of the environment until the process is asked to stop; says why when it cannot. */
export async function start() {
  try {
    const env = readEnv(process.env)
    if (env.DATABASE_URL) await migrate(env.DATABASE_URL)
    const { address, close } = await serve(env)
    process.stdout.write(`Hukum is ready: ${address}\n`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
    flushCompileCache()
  } catch (error) {
    process.stderr.write(
      `${error instanceof StartFailure ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    )
    process.exitCode = 1
  }
}
