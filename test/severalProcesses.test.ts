import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob } from '#server/jobs/queue.ts'
import { type ApiClient, apiClient, signedIn } from './apiClient.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { pdf } from './files.ts'
import { until } from './live.ts'
import { nightlyTest } from './nightly.ts'
import { freePort, openProcesses } from './processes.ts'
import { beginUpload, sendPart } from './uploads.ts'

/** Two servers with one database and one data folder, one without jobs and one that does not update the index. */

let api: Api
let processes: ReturnType<typeof openProcesses>
let addresses: [string, string]

beforeAll(async () => {
  api = await openApi()
  processes = openProcesses(api)
  const [one, other] = await Promise.all([
    processes.start(undefined, {}, ['--role', 'web', '--role', 'indexer']),
    processes.start(undefined, {}, ['--role', 'web', '--role', 'worker']),
  ])
  addresses = [`http://127.0.0.1:${one.port}`, `http://127.0.0.1:${other.port}`]
})
afterAll(async () => {
  await processes.close()
  await api.close()
})

/** A user who has signed in at the first server, and a client of each server with their token. */
async function openClients(can: string[] = []): Promise<[ApiClient, ApiClient]> {
  const email = await buildUser(api.databaseUrl, { can })
  const first = await signedIn(addresses[0], email, password)
  return [first, apiClient(addresses[1], first.token)]
}

const me = ({ call }: ApiClient) => call('auth/me', undefined, { method: 'GET' })

test('a session that one server ends is refused at once by the other, which has verified its token', async () => {
  const [here, there] = await openClients()
  expect((await me(there)).status).toBe(200)
  await here.done('auth/logout')
  expect((await me(there)).status).toBe(401)
})

test('a permission that is taken away is missed at once at the other server', async () => {
  const [here, there] = await openClients(['read-courts'])
  expect((await there.call('courts/get')).status).toBe(200)
  const { user } = (await me(here)).body as { user: { id: number } }
  await api.pool.query('delete from user_roles where user_id = $1', [user.id])
  expect((await there.call('courts/get')).status).toBe(403)
})

test('a rate limit of an account counts its attempts at both servers', async () => {
  const email = await buildUser(api.databaseUrl)
  const statuses = []
  for (const address of [0, 1, 0, 1].map((at) => addresses[at] ?? ''))
    statuses.push((await apiClient(address).call('auth/password/resetInit', { Email: email })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('an upload in parts that one server has begun is finished by the other', async () => {
  const [here, there] = await openClients(['create-caseFiles'])
  const bytes = pdf(3000)
  const begun = await beginUpload(here.call, bytes.length)
  expect((await sendPart(here.call, begun, bytes.subarray(0, 1000))).status).toBe(200)
  const { body } = await sendPart(there.call, { ...begun, offset: 1000 }, bytes.subarray(1000))
  const { file } = body['data'] as { file: { link: string } }
  const stored = await (await fetch(addresses[0] + file.link)).bytes()
  const hashOf = (some: Uint8Array) => createHash('sha256').update(some).digest('hex')
  expect(hashOf(stored)).toBe(hashOf(bytes))
})

test('a save that is sent again to the other server is answered as the first one', async () => {
  const [here, there] = await openClients(['create-courts'])
  const headers = { 'idempotency-key': 'a-key-of-one-save' }
  const first = await here.call('courts/create', { name: 'Once' }, { headers })
  const second = await there.call('courts/create', { name: 'Once' }, { headers })
  expect([second.status, second.body['data']]).toEqual([200, first.body['data']])
  const { rowCount } = await api.pool.query(`select from courts where name = 'Once'`)
  expect(rowCount).toBe(1)
})

/** A user may search sixty times a minute. */
const whenReady = { timeout: 60_000, interval: 1000 }

async function createCase(client: ApiClient, title: string): Promise<number> {
  const idOf = ({ data }: Record<string, unknown>) => (data as { id: number }).id
  const court = idOf(await client.done('courts/create', { name: 'Several' }))
  const case_types = [idOf(await client.done('caseTypes/create', { name: 'Several' }))]
  const case_numbers = [{ number: '12/SC-A/2021' }]
  return idOf(await client.done('caseFiles/create', { court, case_types, case_numbers, title, published: true }))
}

test('a case that is saved at one server is found by the other, and not after it is withdrawn', async () => {
  const [here, there] = await openClients(['create-caseFiles', 'update-caseFiles', 'create-courts', 'create-caseTypes'])
  const count = async ({ call }: ApiClient) =>
    (await call('g/search', { Type: 'CaseFile', Query: 'ކުލީގެ' })).body['count']
  // Each server searches the index of the machine, whichever of them updates it.
  for (const one of [here, there]) await expect.poll(() => count(one), whenReady).toBe(0)

  const id = await createCase(here, 'ކުލީގެ އެއްބަސްވުން')
  await expect.poll(() => count(there), whenReady).toBe(1)
  expect(await count(here)).toBe(1)

  await there.done('caseFiles/partialUpdate', { id, version: 1, published: false })
  const reader = await openClients()
  expect([await count(reader[0]), await count(reader[1])]).toEqual([0, 0])
})

test('a server without the role of a worker or of the indexer is ready, and says that others run the jobs', async () => {
  const stateOf = async (address: string) => {
    const response = await fetch(`${address}/readyz`)
    const { parts } = (await response.json()) as { parts: Record<string, string> }
    return [response.status, parts['index'], parts['queue']]
  }
  await until(async () => (await stateOf(addresses[1]))[0] === 200, 60_000)
  expect([await stateOf(addresses[0]), await stateOf(addresses[1])]).toEqual([
    [200, 'ok', 'elsewhere'],
    [200, 'ok', 'ok'],
  ])
})

nightlyTest('a process with the role of a worker alone runs a job and listens on no port', async () => {
  const { db, pool } = api
  const port = await freePort()
  await processes.startWithoutPort(port, ['--role', 'worker'])
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  await pool.query(`delete from graphile_worker._private_jobs`)
  await addJob(db, 'delete-old-events', {})
  await until(async () => (await pool.query('select from graphile_worker._private_jobs')).rowCount === 0, 60_000)
})

test('two processes that create the secrets of one new folder at once have the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-secrets-'))
  const module = pathToFileURL(join(import.meta.dirname, '../server/config/secrets.ts')).href
  const script = `const { readSecrets } = await import(${JSON.stringify(module)})
    while (Date.now() < Number(process.argv[2]));
    process.stdout.write(readSecrets(process.argv[1]).token_key)`
  const at = String(Date.now() + 3000)
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder, at])
  const keys = (await Promise.all([run(), run(), run()])).map(({ stdout }) => stdout)
  expect(new Set(keys).size).toBe(1)
  rmSync(folder, { recursive: true })
})
