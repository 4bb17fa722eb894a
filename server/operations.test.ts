import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#test/allEndpoints.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { until } from '#test/live.ts'
import { freePort, openProcesses, type ServerProcess } from '#test/processes.ts'
import { askRaw } from '#test/rawHttp.ts'
import { nightlyTest } from '#test/nightly.ts'

/** A server in a process of its own, with its metrics and traces. */
let api: Api
let processes: ReturnType<typeof openProcesses>
let server: ServerProcess
let metricsPort: number
let output = ''
const collector = openCollector()

beforeAll(async () => {
  api = await openApi()
  processes = openProcesses(api)
  metricsPort = await freePort()
  server = await processes.start(0, {
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.address,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    LOG_LEVEL: 'debug',
    SEARCH_THREADS: '1',
  })
  server.process.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()))
})
afterAll(async () => {
  await processes.close()
  collector.close()
  await api.close()
})

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** An HTTP server that takes OTLP as JSON, as a collector does. */
function openCollector() {
  const spans: Span[] = []
  const bodies: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      bodies.push(body)
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  return {
    spans,
    bodies,
    address: once(receiver, 'listening').then(() => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`),
    close: () => receiver.close(),
  }
}
const call = (path: string, body: object, token?: string) =>
  fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

const readMetrics = async () => (await askRaw(metricsPort, '/metrics')).body.toString()

test('a server with its database, its index and its queue is ready', async () => {
  await expect.poll(async () => (await askRaw(server.port, '/readyz')).status, { timeout: 60_000 }).toBe(200)
  expect(JSON.parse((await askRaw(server.port, '/readyz')).body.toString())).toEqual({
    status: 'ready',
    parts: { server: 'ok', database: 'ok', index: 'ok', queue: 'ok', scanner: 'off', files: 'ok' },
  })
  expect(await askRaw(server.port, '/readyz', { method: 'HEAD' })).toMatchObject({ status: 200, body: Buffer.from('') })
})

test('the metrics of a process are served on a port of their own, which answers nothing else', async () => {
  const { status, headers, body } = await askRaw(metricsPort, '/metrics')
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect((await askRaw(server.port, '/metrics')).status).toBe(404)
  for (const request of [{ path: '/' }, { path: '/api/auth/me' }, { path: '/metrics', method: 'POST' }])
    expect((await askRaw(metricsPort, request.path, request)).status).toBe(404)

  const text = body.toString()
  const documented = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => name.startsWith('hukum_') && !documented.includes(`\`${name}\``))).toEqual([])
  const alerts = [...documented.matchAll(/`((?:hukum|process|nodejs)_\w+)`/g)].map(([, name = '']) => name)
  expect(alerts.filter((name) => !names.includes(name))).toEqual([])
})

test('a request is counted by its endpoint and the class of its status, and by no other name', async () => {
  const paths = ['auth/me', 'no/such/a1', 'no/such/b2?Query=Aminath']
  for (const path of paths) await call(path, {})
  await askRaw(server.port, '/home/a1')
  await askRaw(server.port, '/files/a1')
  await until(async () => (await readMetrics()).includes('endpoint="files",status="4xx"'))
  const counts = (await readMetrics()).match(/^hukum_http_request_duration_seconds_count.*$/gm) ?? []
  const endpoints = counts.map((line) => /endpoint="([^"]+)"/.exec(line)?.[1])
  expect(endpoints).toEqual(expect.arrayContaining(['unknown', 'web', 'files']))
  const known = [...allEndpoints.map(([path]) => path), 'unknown', 'web', 'files', 'healthz', 'readyz']
  expect(endpoints.filter((name) => !known.includes(name ?? ''))).toEqual([])
  expect(counts.join()).not.toMatch(/a1|b2|Aminath/)
})

test('the metrics name the connections, jobs, sessions, the clock and the lag of the index as they are', async () => {
  await sql`
    select graphile_worker.add_job('no-such-task', max_attempts => 1, run_at => now() - interval '90 seconds')`.execute(
    api.db,
  )
  const session = await api.call('auth/login', { email: await buildUser(api.databaseUrl), password })
  expect(session.status).toBe(200)
  await expect.poll(readMetrics, { timeout: 60_000 }).toContain('hukum_index_lag_changes 0')
  const text = await readMetrics()
  const { rows } = await sql<{ count: string }>`select count(*) from sessions where ended_at is null`.execute(api.db)
  expect(text).toContain(`hukum_sessions ${rows[0]?.count}\n`)
  await until(async () => (await readMetrics()).includes('hukum_jobs{state="waiting"} 1\n'))
  expect(Number(/^hukum_jobs_oldest_waiting_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(89)
  expect(text).toMatch(/^hukum_database_connections\{pool="reserved",state="total"\} [1-4]$/m)
  expect(text).toContain('hukum_index_ready 1\n')
  // They share a clock; the query may have been slow.
  expect(Math.abs(Number(/^hukum_clock_ahead_seconds (\S+)$/m.exec(text)?.[1]))).toBeLessThan(30)
})

test('a request, its search and its statements are sent to the collector as one trace, without a parameter', async () => {
  const email = await buildUser(api.databaseUrl)
  const token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const since = collector.spans.length
  expect((await call('g/search', { Type: 'CaseFile', Query: 'c4n4ry' }, token)).status).toBe(200)
  expect((await call('auth/login', { email: 'c4n4ry@hukum.test', password: 'c4n4ry c4n4ry' })).status).toBe(401)
  const spans = () => collector.spans.slice(since)
  await expect
    .poll(() => spans().map(({ name }) => name), { timeout: 60_000 })
    .toEqual(expect.arrayContaining(['POST /api/g/search', 'search cases', 'POST /api/auth/login']))

  const request = spans().find(({ name }) => name === 'POST /api/g/search')
  const ofRequest = spans().filter(({ traceId }) => traceId === request?.traceId)
  expect(ofRequest.filter(({ parentSpanId }) => parentSpanId === undefined)).toEqual([request])
  const ids = new Set(ofRequest.map(({ spanId }) => spanId))
  for (const { parentSpanId } of ofRequest) if (parentSpanId !== undefined) expect(ids).toContain(parentSpanId)
  expect(ofRequest.map(({ name }) => name)).toEqual(expect.arrayContaining(['WITH', 'search cases']))
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(collector.bodies.join()).not.toContain('c4n4ry')
  expect(collector.bodies.join()).not.toContain(token)
})

nightlyTest('a job is a trace of its own', async () => {
  await sql`select graphile_worker.add_job('resume-emails')`.execute(api.db)
  await expect
    .poll(() => collector.spans.filter(({ name }) => name === 'job resume-emails'), { timeout: 60_000 })
    .not.toEqual([])
})

/** Runs a server until it is ready, then ends it; returns all that it wrote. */
async function runToEnd(env: Record<string, string>) {
  mkdirSync(join(processes.folder, 'other'), { recursive: true })
  copyFileSync(join(processes.folder, 'secrets.json'), join(processes.folder, 'other/secrets.json'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.mjs')], {
    env: {
      ...process.env,
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: join(processes.folder, 'other'),
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      written += bytes.toString()
      if (written.includes('is ready')) child.kill('SIGTERM')
    })
  await once(child, 'close')
  return written.trimEnd().split('\n')
}

test('every line of a process is JSON with its time in UTC, from its start to its end, and of a start that fails', async () => {
  const line = {
    level: expect.any(String) as unknown,
    time: expect.stringMatching(/Z$/) as unknown,
    msg: expect.any(String) as unknown,
  }
  const run = (await runToEnd({ LOG_LEVEL: 'silent' })).map((text) => JSON.parse(text) as object)
  expect(run).toEqual([expect.objectContaining(line), expect.objectContaining({ msg: 'Hukum stops' })])
  const failed = (await runToEnd({ PORT: 'many', SEED: 'some' })).map((text) => JSON.parse(text) as { msg: string })
  expect(failed).toEqual([expect.objectContaining({ ...line, level: 'fatal' })])
  expect(failed[0]?.msg).toContain('  PORT: ')
})

nightlyTest('a start without its database says in one line what to look at', async () => {
  const [line, ...others] = await runToEnd({ DATABASE_URL: 'postgres://hukum:secret@127.0.0.1:9/hukum' })
  expect(others).toEqual([])
  const { msg, err } = JSON.parse(line ?? '') as { msg: string; err?: unknown }
  expect({ msg, err }).toEqual({
    msg: 'DATABASE_URL: nothing answers there. Is that PostgreSQL running?',
    err: undefined,
  })
})

test('what is logged of the requests is JSON with their ids', () => {
  const lines = output
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Record<string, unknown>)
  const requests = lines.filter(({ path }) => path === '/api/g/search')
  expect(requests).toEqual([
    expect.objectContaining({ id: expect.stringMatching(/^[\da-f-]{36}$/) as unknown, status: 200 }),
  ])
  expect(lines.filter(({ path }) => path === '/readyz')).toEqual([])
})
