import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server as NetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { demoPassword, refuseDemoPassword } from '#server/auth/demoPassword.ts'
import { readEnv, StartupError } from '#server/config/env.ts'
import { connect } from '#server/db/database.ts'
import { hashPassword } from '#server/security/passwords.ts'
import { serve } from './serve.ts'
import { demoUsers, writeAccess } from '#db/seed/access.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/processes.ts'
import { runs } from '#test/nightly.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'hukum-serve-'))

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const listen = (port: number) =>
  new Promise<NetServer>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
const close = (server: NetServer) => new Promise((resolve) => server.close(resolve))

test.each(['PORT', 'WS_PORT', 'METRICS_PORT'].slice(0, runs(1, 3)))(
  'a start with its %s in use names the variable and leaves nothing listening',
  async (name) => {
    const occupied = await listen(0)
    const address = occupied.address()
    const used = typeof address === 'object' && address ? address.port : 0
    const free = await freePort()
    const other = name === 'PORT' ? 'WS_PORT' : 'PORT'
    const ports = { [other]: String(free), [name]: String(used) }
    const env = readEnv({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      SEARCH_THREADS: '1',
      ...ports,
    })

    await expect(serve(env)).rejects.toThrow(`Port ${used} is in use: stop what uses it, or set ${name} to another.`)
    await close(occupied)
    // Both ports and the index folder are free for the next start.
    for (const port of [used, free]) await close(await listen(port))
    const server = await serve(env)
    expect((await fetch(`${server.address}/api/docs`)).status).toBe(200)
    await server.close()
  },
)

/** A database with the accounts of the demo library, a function that starts a server on it, and the check of its start alone. */
async function openDemoAccounts() {
  const demo = await cloneDatabase()
  const { db, close: closeDb } = connect(demo.url, { connections: 2 })
  onTestFinished(() => closeDb().then(demo.drop))
  const client = new pg.Client({ connectionString: demo.url })
  await client.connect()
  onTestFinished(() => client.end())
  await writeAccess(client)

  const envOf = (settings: Record<string, string>) =>
    readEnv({
      DATABASE_URL: demo.url,
      DATA_DIR: folder,
      SEARCH_THREADS: '1',
      SEED: 'none',
      PORT: '0',
      ...settings,
    })
  return {
    client,
    start: async (settings: Record<string, string>) => (await serve(envOf(settings))).close(),
    check: (settings: Record<string, string>) => refuseDemoPassword(db, envOf(settings)),
  }
}

const onlyLocal = [{}, { HOST: 'localhost' }, { HOST: '127.0.0.2' }, { PUBLIC_URL: 'http://localhost:4000' }]
const exposed = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { PUBLIC_URL: 'https://hukum.example.mv' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:4000' },
]

test('a server that other machines can reach does not start while accounts have the demo password', async () => {
  const { client, start, check } = await openDemoAccounts()
  await start({})
  await expect(start({ HOST: '0.0.0.0' })).rejects.toBeInstanceOf(StartupError)
  for (const settings of onlyLocal) await check(settings)
  for (const settings of exposed) {
    const error: unknown = await check(settings).catch((thrown: unknown) => thrown)
    expect(error, JSON.stringify(settings)).toBeInstanceOf(StartupError)
    const { message } = error as StartupError
    for (const { email } of demoUsers) expect(message).toContain(email)
    expect(message).toMatch(
      /; start it on 127\.0\.0\.1 without PUBLIC_URL and change their passwords or delete them first\.$/,
    )
    expect(message.split('\n')).toHaveLength(1)
  }

  await client.query(`update users set deleted_at = now() where email = 'reader@hukum.test'`)
  const others = await hashPassword('a wholly other 34')
  await client.query(`update users set password_hash = $1 where email <> 'admin@hukum.test'`, [others])
  await client.query(`update users set email = 'aminath@example.mv' where email = 'admin@hukum.test'`)
  await expect(check({ HOST: '0.0.0.0' })).rejects.toThrow(/public: aminath@example\.mv; start/)
  await client.query('update users set password_hash = $1', [others])
  await start({ HOST: '0.0.0.0' })
  await client.query('update users set password_hash = $1, deleted_at = now()', [await hashPassword(demoPassword)])
  await check({ HOST: '0.0.0.0' })
})
