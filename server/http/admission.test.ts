import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openEventLoopMonitor } from '#server/telemetry/eventLoop.ts'
import { limits } from '#shared/limits.ts'
import { apiErrors } from '#shared/messages.ts'
import { allEndpoints } from '#test/allEndpoints.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { until } from '#test/live.ts'
import { createAdmission, reservedCalls } from './admission.ts'

const { overload } = limits.request

let api: Api
let email: string

beforeAll(async () => {
  api = await openApi()
  email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
})
afterAll(() => api.close())

/** Takes every connection of the ordinary pool, as slow searches do, until the test gives them back. */
async function holdConnections() {
  const held = await Promise.all(Array.from({ length: api.pool.options.max }, () => api.pool.connect()))
  const release = () => {
    for (const client of held.splice(0)) client.release()
  }
  onTestFinished(release)
  return release
}

/** So many calls that wait for a connection. */
function fillQueue(token: string) {
  const longest = overload.waiting_per_connection * api.pool.options.max
  return Promise.all(Array.from({ length: longest }, () => api.call('courts/get', {}, { token })))
}

const signIn = async () => api.call('auth/login', { email, password })
const tokenOf = async () => String((await signIn()).body['encodedToken'])

test('while slow calls hold every connection, further calls are refused at once, and signing in, a session and readiness are served', async () => {
  const token = await tokenOf()
  const release = await holdConnections()
  const waiting = fillQueue(token)
  await until(() => api.pool.waitingCount === overload.waiting_per_connection * api.pool.options.max)

  for (const [language, sentence] of [
    ['dv', 1],
    ['en', 2],
  ] as const) {
    const refused = await api.call('courts/get', {}, { token, headers: { 'accept-language': language } })
    expect(refused).toMatchObject({
      status: 503,
      retryAfter: String(overload.retry_after_seconds),
      body: { code: 'unavailable', Message: apiErrors.unavailable[sentence] },
    })
  }
  expect((await api.app.inject({ url: '/files/x' })).statusCode).toBe(503)
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({ status: 200 })
  const renewed = await api.call('auth/refresh', undefined, { token, method: 'GET' })
  expect(renewed).toMatchObject({ status: 200 })
  expect(await signIn()).toMatchObject({ status: 200 })
  const newest = String(renewed.body['encodedToken'])
  expect(await api.call('auth/logout', {}, { token: newest })).toMatchObject({ status: 200 })
  expect((await api.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect((await api.app.inject({ url: '/readyz' })).json()).toMatchObject({ parts: { database: 'ok' } })

  // The session that was signed out is refused, which shows that the waiting calls are served.
  release()
  expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set([401]))
  expect(await api.call('courts/get', {}, { token: await tokenOf() })).toMatchObject({ status: 200 })
})

test('a call is in progress until its response has ended, also when its client has disconnected', async () => {
  const token = await tokenOf()
  const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }))
  await holdConnections()
  const client = connect(Number(port), '127.0.0.1')
  client.write(`POST /api/courts/get HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await until(() => api.admission.count().inProgress === 1)
  client.destroy()
  await until(() => api.admission.count().inProgress === 0)
})

test('every reserved call is an endpoint, and no search, list or upload is reserved', () => {
  const paths = allEndpoints.map(([path]) => path)
  for (const path of reservedCalls) expect(paths).toContain(path)
  expect(reservedCalls.filter((path) => !path.startsWith('auth/'))).toEqual([])
})

/** A pool of two connections whose queue the test sets. */
const fakePool = () => Object.assign(new EventEmitter(), { waitingCount: 0, options: { max: 2 } })
const admissionOf = (pool: ReturnType<typeof fakePool>, loopDelay_ms: () => number, now: () => number) =>
  createAdmission({ pool: pool as unknown as pg.Pool, loopDelay_ms }, now)

test('calls are refused while many are in progress and the event loop is late, and no longer', () => {
  let delay_ms = 0
  const admission = admissionOf(
    fakePool(),
    () => delay_ms,
    () => 0,
  )
  delay_ms = overload.loop_delay_ms + 1
  // Few calls are served however slow the machine is.
  expect(Array.from({ length: overload.calls }, admission.begin)).not.toContain(false)
  expect(admission.begin()).toBe(false)
  delay_ms = 0
  expect(admission.begin()).toBe(true)
  expect(admission.count()).toEqual({ inProgress: overload.calls + 1, refused: 1 })
  delay_ms = overload.loop_delay_ms + 1
  for (let call = 0; call < 2; call += 1) admission.end()
  expect(admission.begin()).toBe(true)
})

test('calls are refused once none has got a connection for a second although one waits, until one gets it', () => {
  let time = 10_000
  const pool = fakePool()
  const admission = admissionOf(
    pool,
    () => 0,
    () => time,
  )
  // An idle pool is not one that is stuck.
  time += 60_000
  expect(admission.begin()).toBe(true)
  pool.waitingCount = 1
  time += overload.stalled_ms
  expect(admission.begin()).toBe(true)
  time += 1
  expect(admission.begin()).toBe(false)
  pool.emit('acquire')
  expect(admission.begin()).toBe(true)
})

test('an event loop whose turns are long is measured as late, and one that turns again is not', async () => {
  const monitor = openEventLoopMonitor()
  onTestFinished(monitor.close)
  const takeTurn = () => new Promise((resolve) => setTimeout(resolve, 1))
  while (monitor.delay_ms() <= overload.loop_delay_ms) {
    for (const end = performance.now() + overload.loop_delay_ms + 50; performance.now() < end;);
    await takeTurn()
  }
  while (monitor.delay_ms() > overload.loop_delay_ms) await takeTurn()
})
