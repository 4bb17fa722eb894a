import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { apiClient, signedIn } from './apiClient.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { until } from './live.ts'
import { nightlyTestIf } from './nightly.ts'
import { freePort, openProcesses } from './processes.ts'

/** A server whose calls go through PgBouncer in transaction mode. */

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0
const title = `calls, jobs, the index and live channels work with a transaction pooler of two sessions${isInstalled ? '' : ' (pgbouncer is not installed)'}`

/** Starts PgBouncer in front of a database; returns the URL through it. It refuses to run as root. */
async function openPooler(databaseUrl: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-pooler-'))
  const [direct, port] = [new URL(databaseUrl), await freePort()]
  const database = direct.pathname.slice(1)
  const { hostname, username } = direct
  writeFileSync(join(folder, 'users'), `"${username}" "${decodeURIComponent(direct.password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${hostname} port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 2
`,
  )
  for (const path of [folder, join(folder, 'users'), join(folder, 'pgbouncer.ini')]) chmodSync(path, 0o755)
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, '--quiet', join(folder, 'pgbouncer.ini')], { stdio: 'inherit' })
  onTestFinished(async () => {
    const exit = once(child, 'exit')
    child.kill('SIGINT')
    await exit
    rmSync(folder, { recursive: true })
  })
  const pooled = new URL(databaseUrl)
  pooled.port = String(port)
  await until(() => answers(pooled.href), 10_000)
  return pooled.href
}

async function answers(connectionString: string) {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function exercise(api: Api, address: string) {
  const can = ['create-courts', 'read-courts']
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => signedIn(address, await buildUser(api.databaseUrl, { can }), password)),
  )
  const saves = clients.flatMap(({ call }, at) =>
    Array.from({ length: 10 }, (_, n) => call('courts/create', { name: `Pooled ${at} ${n}` })),
  )
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200))
  const [client = apiClient(address)] = clients
  await until(async () => (await client.call('g/search', { Type: 'CaseFile', Query: 'ކުލީގެ' })).status === 200, 60_000)
}

nightlyTestIf(isInstalled)(title, async () => {
  const api = await openApi()
  const pooledUrl = await openPooler(api.databaseUrl)
  const processes = openProcesses({ ...api, databaseUrl: pooledUrl })
  onTestFinished(async () => {
    await processes.close()
    await api.close()
  })
  const { port } = await processes.start(undefined, { DATABASE_DIRECT_URL: api.databaseUrl })
  await exercise(api, `http://127.0.0.1:${port}`)
  // The queue listens past the pooler, so that a job begins at once.
  const { rows } = await api.pool.query<{ application_name: string }>(
    `select distinct application_name from pg_stat_activity where datname = current_database()`,
  )
  const names = rows.map(({ application_name }) => application_name)
  expect(names).toEqual(expect.arrayContaining(['hukum index', 'hukum live', 'hukum worker']))
})
