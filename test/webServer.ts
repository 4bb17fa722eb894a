import { readEnv } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'

/** Serves the built web from the folder in the first argument, in a process whose output tests can read. */
const { address } = await serve(readEnv(process.env), { webFolder: process.argv[2] ?? '' })
process.stdout.write(`Hukum is ready: ${address}\n`)
