import type { Server as NetServer } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { build } from '#server/app.ts'
import { connect } from '#server/db/database.ts'
import { type Env, StartFailure } from '#server/env.ts'
import { serveWeb } from '#server/http/web.ts'
import { openIndex } from '#server/search/open.ts'
import { openTraces } from '#server/search/traces.ts'
import { readSecrets } from '#server/secrets.ts'

export type Server = { address: string; close: () => Promise<void> }

/** Opens everything, listens, and answers where. Throws a `StartFailure` for what the caller can mend. */
export async function serve(env: Env): Promise<Server> {
  if (!env.DATABASE_URL)
    throw new StartFailure('DATABASE_URL is not set: `npm start` brings a database of its own, this does not.')
  const folder = isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(env.DATA_DIR)
  const secrets = readSecrets(folder)
  const { db, close } = connect(env.DATABASE_URL)
  const search = await openIndex({
    folder: join(folder, 'index'),
    databaseUrl: env.DATABASE_URL,
    threads: env.SEARCH_THREADS,
    onTrouble: (sentence) =>
      process.stderr.write(`The search index is behind: ${sentence}
`),
  })

  const traces = openTraces(db, {
    onTrouble: (error) => process.stderr.write(`Searches leave no trace: ${error.message}\n`),
  })

  const app = build({ env, db, secrets, search, traces })
  await serveWeb(app, { productName: env.PRODUCT_NAME })
  try {
    await app.listen({ port: env.PORT, host: env.HOST })
  } catch (error) {
    await Promise.all([search.close(), close()])
    throw explain(error, env)
  }
  return {
    address: addressOf(env, portOf(app.server.address()) ?? env.PORT),
    close: async () => {
      await app.close()
      await traces.written()
      await search.close()
      await close()
    },
  }
}

export function addressOf(env: Env, port = env.PORT) {
  const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST
  return env.PUBLIC_URL ?? `http://${host}:${port}`
}

function explain(error: unknown, env: Env) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new StartFailure(`Port ${env.PORT} is in use: stop what uses it, or set PORT to another.`)
  if (code === 'EACCES')
    return new StartFailure(`Port ${env.PORT} may not be opened by this user: set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFailure(`HOST ${env.HOST} is not an address of this machine.`)
  return error
}

const portOf = (address: ReturnType<NetServer['address']>) => (typeof address === 'object' ? address?.port : undefined)
