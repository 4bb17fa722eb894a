import { createServer } from 'node:http'
import { type AddressInfo, connect as connectBare } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#shared/limits.ts'
import { until } from '../../test/live.ts'
import { acceptConnections, isOurOrigin } from './accept.ts'
import { createSocketRegistry } from './sockets.ts'

/** A socket from whose other end nothing is heard. Its time is said, not waited for. */

const { activity_seconds, pong_seconds, unsubscribed_seconds } = limits.live
const server = createServer()
const sockets = createSocketRegistry()
const stop = acceptConnections(server, [
  {
    key: 'key',
    sockets,
    isAllowedOrigin: isOurOrigin(undefined),
    onMessage: () => (said += 1),
    onDisconnect: () => undefined,
  },
])
let said = 0
let quiet: Awaited<ReturnType<typeof connect>>

beforeAll(() => new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle)))
beforeEach(async () => {
  said = 0
  for (const socket of sockets.all()) socket.close('the server stops')
  await until(() => sockets.count() === 0)
  quiet = await connect()
  for (const socket of sockets.all()) sockets.bind(socket, 'a session')
})
afterAll(async () => {
  await stop()
  await new Promise<void>((settle) => server.close(() => settle()))
})

async function connect() {
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/key?protocol=7`)
  const heard: string[] = []
  const state = { closed: undefined as number | undefined }
  socket.on('message', (bytes: Buffer) => heard.push((JSON.parse(bytes.toString()) as { event: string }).event))
  socket.on('close', (code) => (state.closed = code))
  await until(() => heard.length === 1)
  return { socket, heard, state }
}

/** As the sweep does, so many seconds from now. */
const sweep = (seconds: number) => {
  for (const socket of sockets.all()) socket.check(Date.now() + seconds * 1000)
}

test('who is silent for long is asked once whether he is there', async () => {
  sweep(activity_seconds - 1)
  expect(quiet.heard).not.toContain('pusher:ping')
  sweep(activity_seconds + 1)
  sweep(activity_seconds + 6)
  await until(() => quiet.heard.includes('pusher:ping'))
  expect(quiet.heard.filter((event) => event === 'pusher:ping')).toHaveLength(1)
})

test('who does not answer is closed with the number of the protocol, and forgotten', async () => {
  sweep(activity_seconds + 1)
  sweep(activity_seconds + pong_seconds + 1)
  await until(() => quiet.state.closed !== undefined && sockets.count() === 0)
  expect(quiet.state.closed).toBe(4201)
})

test('who answers stays', async () => {
  const late = activity_seconds + pong_seconds
  await new Promise((settle) => setTimeout(settle, 20))
  const before = Date.now()
  sweep(activity_seconds + 1)
  await until(() => quiet.heard.includes('pusher:ping'))
  await new Promise((settle) => setTimeout(settle, 20))
  quiet.socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }))
  await until(() => said === 1)
  // Measured from before the answer he would be too late now, from the answer on he is not.
  for (const socket of sockets.all()) socket.check(before + late * 1000 + 10)
  expect(sockets.count()).toBe(1)
  expect(quiet.state.closed).toBeUndefined()
})

test('who joins no channel gives his place back', async () => {
  const before = Date.now()
  const stranger = await connect()
  for (const socket of sockets.all()) socket.check(before + (unsubscribed_seconds - 1) * 1000)
  expect(sockets.count()).toBe(2)
  sweep(unsubscribed_seconds + 1)
  await until(() => stranger.state.closed !== undefined)
  expect(stranger.state.closed).toBe(4101)
  expect(quiet.state.closed).toBeUndefined()
})

/** Asks for a socket as no client would; answers the connection, once something came back or it was closed. */
async function ask(address: string, headers: readonly string[] = []) {
  const bare = connectBare((server.address() as AddressInfo).port, '127.0.0.1')
  const state = { isOver: false }
  for (const event of ['data', 'close', 'error']) bare.on(event, () => (state.isOver = true))
  const lines = ['Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  bare.write([`GET ${address} HTTP/1.1`, ...lines, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...headers, '', ''].join('\r\n')) // prettier-ignore
  return { bare, state }
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
])('the address %s is answered, and the next one too', async (address) => {
  const { bare, state } = await ask(address)
  await until(() => state.isOver)
  bare.destroy()
  expect((await connect()).heard).toEqual(['pusher:connection_established'])
})

test('who goes before he is turned away takes nobody with him, and who stays is not waited for', async () => {
  const foreign = ['Origin: https://elsewhere.example']
  for (let times = 0; times < 20; times += 1) (await ask('/app/key?protocol=7', foreign)).bare.resetAndDestroy()
  const { bare } = await ask('/app/key?protocol=7', foreign)
  await until(() => bare.readyState === 'closed')
  const open = () => new Promise<number>((settle) => server.getConnections((_, count) => settle(count)))
  await until(async () => (await open()) === 1)
  expect((await connect()).heard).toEqual(['pusher:connection_established'])
})
