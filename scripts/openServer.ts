import { flushCompileCache } from 'node:module'
import { prepareCompileCache } from '#server/analysis/child/confinement.ts'
import type { Env } from '#server/config/env.ts'
import type { Flags } from '#server/config/flags.ts'
import { toStartupError } from '#server/config/startupErrors.ts'
import { serve } from '#server/serve.ts'
import { announce, type Log, logsText } from '#server/telemetry/log.ts'
import { demoSignIns } from '#db/seed/access.ts'
import { buildWeb } from './buildWeb.ts'
import { fillDemo } from './demoAnalyses.ts'
import type { Environment } from './environment.ts'

/** What `npm start` does when its database is open. It is a module of its own, which is loaded while the database starts. */

type Envs = { given: Env; filled: Environment['env'] }

/** Calls go through the pooler of DATABASE_URL, if there is one; what fills the library goes past it. */
export const servedUrl = ({ given, filled }: Envs) => given.DATABASE_URL ?? filled.DATABASE_URL

type Options = { flags: Flags; log: Log; prepares: boolean }

/**
 * Fills the library, builds the web, and serves. The process that `prepares` also builds the index of a library that it has
 * filled: the memory of that is freed when it ends.
 */
export async function openServer({ given, filled: env }: Envs, { flags, log, prepares }: Options) {
  try {
    const hasFilled = await fill(env, log)
    const served = { ...env, DATABASE_URL: servedUrl({ given, filled: env }) }
    const server = await serve(served, {
      log,
      flags: prepares && hasFilled ? { ...flags, waitsForIndex: true } : flags,
    })
    flushCompileCache()
    return server
  } catch (error) {
    throw toStartupError(error, env)
  }
}

/** Fills an empty library, builds the web, and compiles what reads PDFs. Returns whether the library was filled. */
export async function fill(env: Environment['env'], log: Log): Promise<boolean> {
  const say = (sentence: string) => announce(log, sentence)
  const hasFilled = env.SEED === 'demo' && (await fillDemo(env, { log: say }))
  await Promise.all([buildWeb({ say }), prepareCompileCache()])
  return hasFilled
}

export function announceReady(log: Log, env: Env, address: string) {
  announce(log, `${env.PRODUCT_NAME ?? 'ޙުކުމް (Hukum)'} is ready: ${address}`)
  if (env.SEED === 'demo') announce(log, demoSignIns())
  if (logsText(env)) announce(log, 'Ctrl-C stops it.')
}
