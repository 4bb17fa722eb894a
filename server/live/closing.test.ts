import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#shared/limits.ts'
import { unlimited, until } from '#test/live.ts'
import { acceptConnections, isOurOrigin } from './accept.ts'
import { createSocketRegistry } from './sockets.ts'

/** A socket whose client is silent. The time is passed in, not waited for. */

const { activity_seconds, pong_seconds, unsubscribed_seconds } = limits.live
const server = createServer()
const sockets = createSocketRegistry()
const application = {
  key: 'key',
  sockets,
  isAllowedOrigin: isOurOrigin(undefined),
  onMessage: () => (messageCount += 1),
  onDisconnect: () => undefined,
}
/** The clock of the sockets. */
let now_ms = 0
const stop = acceptConnections(server, [application], unlimited, () => now_ms)
let messageCount = 0
let silent: Awaited<ReturnType<typeof connect>>

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
beforeEach(async () => {
  messageCount = 0
  for (const socket of sockets.all()) socket.close('the server stops')
  await until(() => sockets.count() === 0)
  silent = await connect()
  for (const socket of sockets.all()) sockets.bind(socket, 'a session')
})
afterAll(async () => {
  await stop()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

async function connect() {
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/key?protocol=7`)
  const received: string[] = []
  const state = { closed: undefined as number | undefined }
  socket.on('message', (bytes: Buffer) => received.push((JSON.parse(bytes.toString()) as { event: string }).event))
  socket.on('close', (code) => (state.closed = code))
  await until(() => received.length === 1)
  return { socket, received, state }
}

/** Runs the check as the sweep does, the given number of seconds from now. */
const sweep = (seconds: number) => {
  for (const socket of sockets.all()) socket.check(now_ms + seconds * 1000)
}

test('a clock of the server that is set back silences no client', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  try {
    for (const socket of sockets.all()) expect(socket.takeMessageToken()).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('a silent client is pinged once', async () => {
  sweep(activity_seconds / 2)
  // What the server sent before has arrived when this is answered.
  silent.socket.ping()
  await once(silent.socket, 'pong')
  expect(silent.received).not.toContain('pusher:ping')
  sweep(activity_seconds + 1)
  sweep(activity_seconds + 6)
  await until(() => silent.received.includes('pusher:ping'))
  expect(silent.received.filter((event) => event === 'pusher:ping')).toHaveLength(1)
})

test('a client that does not answer the ping is closed with code 4201 and removed', async () => {
  sweep(activity_seconds + 1)
  sweep(activity_seconds + pong_seconds + 1)
  await until(() => silent.state.closed !== undefined && sockets.count() === 0)
  expect(silent.state.closed).toBe(4201)
})

test('a client that answers the ping stays connected', async () => {
  sweep(activity_seconds + 1)
  await until(() => silent.received.includes('pusher:ping'))
  now_ms += 1000
  silent.socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
  await until(() => messageCount === 1)
  // Too late when counted from before the pong, in time when counted from the pong.
  sweep(activity_seconds + pong_seconds - 0.5)
  // What the server sent before has arrived when this is answered.
  silent.socket.ping()
  await Promise.race([once(silent.socket, 'pong'), once(silent.socket, 'close')])
  expect(silent.received).not.toContain('pusher:error')
  expect(sockets.count()).toBe(1)
})

test('a client that joins no channel in time is closed with code 4101', async () => {
  const anonymous = await connect()
  sweep(unsubscribed_seconds - 1)
  expect(sockets.count()).toBe(2)
  sweep(unsubscribed_seconds + 1)
  await until(() => anonymous.state.closed !== undefined)
  expect(anonymous.state.closed).toBe(4101)
  expect(silent.state.closed).toBeUndefined()
})

/** Sends an unusual upgrade request; the state shows when a response came or the connection was closed. */
async function requestUpgrade(address: string, headers: readonly string[] = []) {
  const connection = connectTcp((server.address() as AddressInfo).port, '127.0.0.1')
  const state = { isOver: false }
  for (const event of ['data', 'close', 'error']) connection.on(event, () => (state.isOver = true))
  const lines = ['Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  connection.write(
    [`GET ${address} HTTP/1.1`, ...lines, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...headers, '', ''].join(
      '\r\n',
    ),
  )
  return { connection, state }
}

test.each([
  '//',
  '//[',
  'http://[',
  '*',
  '/app/%',
  '/app/key?protocol=%E0%A4',
  '/app/key?',
  `/app/${'x'.repeat(4000)}`,
])('the request target %s gets a response, and the next client connects', async (address) => {
  const { connection, state } = await requestUpgrade(address)
  await until(() => state.isOver)
  connection.destroy()
  expect((await connect()).received).toEqual(['pusher:connection_established'])
})

test('a client that disconnects before it is rejected does not crash the server, and a rejected one is closed', async () => {
  const foreign = ['Origin: https://elsewhere.example']
  for (let times = 0; times < 20; times += 1)
    (await requestUpgrade('/app/key?protocol=7', foreign)).connection.resetAndDestroy()
  const { connection } = await requestUpgrade('/app/key?protocol=7', foreign)
  await until(() => connection.readyState === 'closed')
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  await until(async () => (await open()) === 1)
  expect((await connect()).received).toEqual(['pusher:connection_established'])
})

test('a server that stops refuses a handshake with 503, and answers it as no request for a page', async () => {
  const draining = createServer((_request, response) => response.end('a page'))
  const stopAccepting = acceptConnections(draining, [application], unlimited)
  await new Promise<void>((resolve) => draining.listen(0, '127.0.0.1', resolve))
  await stopAccepting()
  const { port } = draining.address() as AddressInfo
  const late = new WebSocket(`ws://127.0.0.1:${port}/app/key?protocol=7`)
  late.on('error', () => undefined)
  const [, response] = (await once(late, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(response.statusCode).toBe(503)
  await new Promise<void>((resolve) => draining.close(() => resolve()))
})
