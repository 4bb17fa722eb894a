import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#shared/limits.ts'
import { until } from '../../test/live.ts'
import { accept } from './accept.ts'
import { buildSockets } from './sockets.ts'

/** A socket from whose other end nothing is heard. Its time is said, not waited for. */

const { activity_seconds, pong_seconds } = limits.live
const server = createServer()
const sockets = buildSockets()
const stop = accept(server, [
  { key: 'key', sockets, mayCome: () => true, onMessage: () => (said += 1), onGone: () => undefined },
])
let said = 0
let quiet: Awaited<ReturnType<typeof connect>>

beforeAll(() => new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle)))
beforeEach(async () => {
  said = 0
  for (const socket of sockets.all()) socket.close('the server stops')
  await until(() => sockets.count() === 0)
  quiet = await connect()
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
