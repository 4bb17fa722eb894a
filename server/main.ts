/** Starts the server on a database of your own. The only file of this room that does something when it is imported. */
import { migrate } from '#server/db/migrate.ts'
import { readEnv, StartFailure } from '#server/env.ts'
import { serve } from '#server/serve.ts'

try {
  const env = readEnv(process.env)
  if (env.DATABASE_URL) await migrate(env.DATABASE_URL)
  const { address, close } = await serve(env)
  process.stdout.write(`Hukum is ready: ${address}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
} catch (error) {
  process.stderr.write(
    `${error instanceof StartFailure ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exitCode = 1
}
