import { flushCompileCache } from 'node:module'
import { readEnv } from '#server/config/env.ts'
import { readFlags } from '#server/config/flags.ts'
import { serve } from '#server/serve.ts'

/** The server under test, in a child process of a test worker. It ends with its parent. */
const [settings = '{}', webFolder = '', ...flags] = process.argv.slice(2)

const { address } = await serve(readEnv(JSON.parse(settings) as Record<string, string>), {
  // All browsers share one address.
  limitsScale: 1000,
  webFolder,
  flags: readFlags(flags),
})
// Node writes its cache of compiled code when a process exits, and this one is killed.
flushCompileCache()
process.once('disconnect', () => process.exit())
process.send?.(address)
