import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server as NetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { serve } from '#server/serve.ts'
import { cloneDatabase, type TestDatabase } from '../test/database.ts'
import { freePort } from '../test/processes.ts'

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

test.each(['PORT', 'WS_PORT'])(
  'a start with its %s in use names the variable and leaves nothing listening',
  async (name) => {
    const occupied = await listen(0)
    const address = occupied.address()
    const used = typeof address === 'object' && address ? address.port : 0
    const free = await freePort()
    const ports = { PORT: String(free), WS_PORT: String(free), [name]: String(used) }
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
