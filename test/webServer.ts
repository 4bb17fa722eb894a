import { readEnv } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'

/** Serves the built web in the folder that the first argument names, in a process whose output a test can read. */
const { address } = await serve(readEnv(process.env), { webFolder: process.argv[2] })
process.stdout.write(`Hukum is ready: ${address}\n`)
