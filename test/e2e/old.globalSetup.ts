import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readEnv } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'
import { fillLibrary } from '../../db/seed/library.ts'
import { openTestCluster } from '../globalSetup.ts'

/** A server on the built web and a fresh demo library. With HUKUM_URL set, the one that runs there is used. */
export default async function () {
  if (process.env['HUKUM_URL']) return undefined

  const { stop, maintenance, template } = await openTestCluster()
  const name = `test_e2e_${Date.now().toString(36)}`
  const client = new pg.Client({ connectionString: maintenance })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  const url = new URL(maintenance)
  url.pathname = `/${name}`

  await fillLibrary(url.href, { log: () => undefined })
  const folder = mkdtempSync(join(tmpdir(), 'hukum-e2e-'))
  const env = readEnv({ PORT: '0', DATABASE_URL: url.href, DATA_DIR: folder, LOG_LEVEL: 'error' })
  // Every browser comes from one address.
  const server = await serve(env, { limitsScale: 1000 })
  process.env['HUKUM_URL'] = server.address
  process.env['HUKUM_DATABASE_URL'] = url.href
  process.env['HUKUM_CLUSTER'] = JSON.stringify({ maintenance, template })
  return async () => {
    await server.close()
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
