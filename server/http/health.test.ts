import fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { watch } from '#test/testApp.ts'
import { until } from '#test/live.ts'
import { recordLog } from '#test/log.ts'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/config/env.ts'
import { connect } from '#server/db/database.ts'
import { askRaw } from '#test/rawHttp.ts'
import { openTcpProxy } from '#test/tcpProxy.ts'
import { drainOnClose } from './drain.ts'
import { createReadiness, serveHealth } from './health.ts'

let api: Api
const { log, lines } = recordLog('debug')

beforeAll(async () => {
  // The limits are those of production: a probe is not counted.
  api = await openApi({ limitsScale: 1, log })
})
afterAll(() => api.close())

const probe = async (app: Pick<Api['app'], 'inject'>, url: string) => {
  const { statusCode, payload, headers } = await app.inject({ url })
  return { status: statusCode, body: JSON.parse(payload) as Record<string, unknown>, headers }
}

test('a probe needs no session, has no limit, and is not logged', async () => {
  lines.length = 0
  const answers = await Promise.all(
    Array.from({ length: 250 }, async (_, number) =>
      probe(api.app, ['/healthz', '/readyz', '/readyz/proxy'][number % 3] ?? ''),
    ),
  )
  expect(new Set(answers.map(({ body }) => body['status']))).toEqual(new Set(['alive', 'not-ready']))
  const building = { server: 'ok', database: 'ok', index: 'building', queue: 'ok' }
  expect(answers[1]).toMatchObject({ status: 503, body: { parts: building }, headers: { 'cache-control': 'no-store' } })
  expect(lines).toEqual([])
})

test('a process whose database is away is alive and not ready, and it is ready when the database is back', async () => {
  const target = new URL(api.databaseUrl)
  const proxy = await openTcpProxy({ host: target.hostname, port: Number(target.port) })
  target.port = String(proxy.port)
  const { db, pool, close } = connect(target.href, { connections: 1 })
  const { search, secrets, rateLimiter, traces } = api
  let time = 0
  const readiness = createReadiness(
    {
      askDatabase: async () => pool.query('select'),
      askIndex: async () => undefined,
      hasIndex: () => true,
      queue: () => 'ok' as const,
      askFiles: async () => undefined,
    },
    () => (time += 1000),
  )
  const watched = { ...watch({ pool, reserved: db, search }), readiness }
  const app = buildApp({
    ...watched,
    env: readEnv({}),
    log,
    db,
    secrets,
    search,
    searchLog: traces,
    rateLimiter,
    files: undefined as never,
  })

  expect((await probe(app, '/readyz')).status).toBe(200)
  proxy.setMode('refuse')
  expect((await probe(app, '/readyz')).body).toMatchObject({ status: 'not-ready', parts: { database: 'unreachable' } })
  expect(await probe(app, '/readyz')).toMatchObject({ status: 503 })
  expect(await probe(app, '/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } })
  proxy.setMode('pass')
  expect((await probe(app, '/readyz')).status).toBe(200)
  await app.close()
  await close()
  await proxy.close()
})

const healthy = {
  askDatabase: async () => undefined,
  askIndex: async () => undefined,
  hasIndex: () => true,
  queue: () => 'ok' as const,
  askFiles: async () => undefined,
}

test.each([
  ['index', 'building', { hasIndex: () => false }],
  ['index', 'unreachable', { askIndex: () => Promise.reject(new Error('refused')) }],
  ['queue', 'stopped', { queue: () => 'stopped' as const }],
  ['database', 'unreachable', { askDatabase: () => Promise.reject(new Error('refused')) }],
])('a server is not ready while its %s is %s, and the answer names it', async (part, state, broken) => {
  const app = fastify()
  serveHealth(app, { readiness: createReadiness({ ...healthy, ...broken }), isDraining: () => false })
  const { status, body } = await probe(app, '/readyz')
  expect({ status, part: (body['parts'] as Record<string, string>)[part] }).toEqual({ status: 503, part: state })
  expect(await probe(app, '/healthz')).toMatchObject({ status: 200 })
})

test.each([
  ['index', 'building', { hasIndex: () => false }],
  ['index', 'unreachable', { askIndex: () => Promise.reject(new Error('refused')) }],
  ['queue', 'stopped', { queue: () => 'stopped' as const }],
])(
  'a proxy goes on to send requests while the %s is %s, but to a new server only after a minute',
  async (_part, _state, broken) => {
    let [time, isBroken] = [0, true]
    const parts = () => (isBroken ? { ...healthy, ...broken } : healthy)
    const readiness = {
      all: () => createReadiness(parts()).all(),
      database: () => createReadiness(parts()).database(),
    }
    const open = () => {
      const app = fastify()
      serveHealth(app, { readiness, isDraining: () => false, now: () => time })
      return app
    }
    const app = open()
    const starting = { status: 'not-ready', parts: { server: 'starting', database: 'ok' } }
    const ready = { status: 'ready', parts: { server: 'ok', database: 'ok' } }
    expect(await probe(app, '/readyz/proxy')).toMatchObject({ status: 503, body: starting })
    time += 60_000
    expect(await probe(app, '/readyz/proxy')).toMatchObject({ status: 200, body: ready })

    const restarted = open()
    expect(await probe(restarted, '/readyz/proxy')).toMatchObject({ status: 503, body: starting })
    isBroken = false
    expect(await probe(restarted, '/readyz/proxy')).toMatchObject({ status: 200, body: ready })
    isBroken = true
    expect(await probe(restarted, '/readyz/proxy')).toMatchObject({ status: 200, body: ready })
    expect(await probe(restarted, '/readyz')).toMatchObject({ status: 503 })
  },
)

test('a proxy sends no requests to a server whose database is unreachable, or that stops', async () => {
  const askDatabase = () => Promise.reject(new Error('refused'))
  const app = fastify()
  serveHealth(app, { readiness: createReadiness({ ...healthy, askDatabase }), isDraining: () => false, now: () => 0 })
  expect((await probe(app, '/readyz/proxy')).status).toBe(503)
  const stopping = fastify()
  serveHealth(stopping, { readiness: createReadiness(healthy), isDraining: () => true })
  expect(await probe(stopping, '/readyz/proxy')).toMatchObject({ status: 503, body: { parts: { server: 'draining' } } })
})

test('a server is ready while an operator has turned its jobs off, and the answer says so', async () => {
  const app = fastify()
  const readiness = createReadiness({ ...healthy, queue: () => 'off' })
  serveHealth(app, { readiness, isDraining: () => false })
  expect(await probe(app, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready', parts: { queue: 'off' } } })
})

test.each([
  ['away', 'unreachable', () => Promise.reject(new Error('refused'))],
  ['there', 'ok', async () => undefined],
])('a server whose files are %s is ready, and the answer says so', async (_what, files, askFiles) => {
  const app = fastify()
  serveHealth(app, { readiness: createReadiness({ ...healthy, askFiles }), isDraining: () => false })
  expect(await probe(app, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready', parts: { files } } })
})

test.each([
  ['away', 'unreachable', () => Promise.reject(new Error('refused'))],
  ['there', 'ok', async () => undefined],
])('a server whose virus scanner is %s is ready, and the answer says so', async (_what, scanner, askScanner) => {
  const app = fastify()
  serveHealth(app, { readiness: createReadiness({ ...healthy, askScanner }), isDraining: () => false })
  expect(await probe(app, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready', parts: { scanner } } })
})

test('all parts are asked together: those that are slow delay an answer by the slowest, not by all', async () => {
  const { promise: allAsked, resolve } = Promise.withResolvers<undefined>()
  let asked = 0
  const ask = () => {
    if ((asked += 1) === 4) resolve(undefined)
    return allAsked
  }
  const readiness = createReadiness({ ...healthy, askDatabase: ask, askIndex: ask, askScanner: ask, askFiles: ask })
  expect(await readiness.all()).toMatchObject({ database: 'ok', index: 'ok', scanner: 'ok', files: 'ok' })
})

test('the database is asked once a second, however many probes come', async () => {
  let [asked, time] = [0, 5000]
  const askDatabase = async () => void (asked += 1)
  const readiness = createReadiness({ ...healthy, askDatabase }, () => time)
  await Promise.all(Array.from({ length: 20 }, readiness.all))
  time += 999
  await readiness.all()
  expect(asked).toBe(1)
  time += 1
  await readiness.all()
  expect(asked).toBe(2)
})

test('a server that stops says so at once, and accepts connections until a proxy has had time to notice', async () => {
  const app = fastify({ return503OnClosing: false })
  const { isDraining } = drainOnClose(app)
  let timesAsked = 0
  const { all, database } = createReadiness(healthy)
  const readiness = { database, all: async () => (timesAsked++, all()) }
  serveHealth(app, { readiness, isDraining })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  expect((await askRaw(port, '/readyz/proxy')).status).toBe(200)
  const now = performance.now.bind(performance)
  let passed_ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed_ms)
  onTestFinished(() => clock.mockRestore())
  const closed = app.close()
  await until(isDraining)
  const { status, headers, body } = await askRaw(port, '/readyz/proxy')
  expect({ status, body: JSON.parse(body.toString()) as object }).toEqual({
    status: 503,
    body: { status: 'not-ready', parts: { server: 'draining' } },
  })
  expect(headers).toMatchObject({ connection: 'close' })
  expect(timesAsked).toBe(1)
  passed_ms = 1000
  expect(await askRaw(port, '/healthz')).toMatchObject({ status: 200, headers: { connection: 'close' } })
  passed_ms = 3000
  await closed
  await expect(askRaw(port, '/healthz')).rejects.toThrow('ECONNREFUSED')
})
