import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { acceptConnections } from '#server/live/accept.ts'
import { encodeMessage, type ErrorReason, type Message } from '#server/live/protocol.ts'
import type { Socket } from '#server/live/socket.ts'
import { createSocketRegistry } from '#server/live/sockets.ts'
import { backoff } from '#shared/backoff.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { type Live, serveLive, unlimited, until } from './live.ts'
import { createSubscriptionRegistry } from '#web/platform/live/subscriptionRegistry.ts'
import { buildConnection } from '#web/platform/live/connection.ts'
import type { LiveState } from '#web/platform/live/connectionState.ts'

/** The connection of a tab, with the real server and the official client. */

const channel = 'private-Court-Primary'
let api: Api
let live: Live
let token: string
let email: string

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
  email = await buildUser(api.databaseUrl, { can: ['read-courts', 'create-courts', 'read-judges'] })
  token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
})
afterAll(async () => {
  await live.close()
  await api.close()
})

type TabOptions = {
  isSignedIn?: () => boolean
  isReachable?: () => boolean
  address?: { key: string; port: number }
  wait?: (attempts: number) => number
}

function openTab({ isSignedIn = () => true, isReachable = () => true, address, wait = backoff }: TabOptions = {}) {
  const subscriptions = createSubscriptionRegistry(() => undefined)
  const states: LiveState[] = []
  const received: LiveMessage[] = []
  let reloads = 0
  const connection = buildConnection({
    subscriptions,
    isSignedIn,
    backoff: wait,
    fetchServerAddress: async () =>
      isReachable()
        ? { key: live.keys.key, port: live.port, ...address, host: '127.0.0.1', isSecure: false, isExternal: false }
        : 'transient',
    authorizeChannel: async (socket_id, channel_name, since) => {
      const input = { socket_id, channel_name, ...(since !== undefined && { since }) }
      const { status, body } = await api.call('broadcasting/auth', input, { token })
      return status === 200 ? (body as { auth: string; channel_data: string }) : 'refused'
    },
    authenticateUser: async () => 'refused',
    sendHeartbeat: () => undefined,
    fetchMissed: async () => 'refused',
    onStateChange: (state) => states.push(state),
    onPermissionsChange: () => undefined,
    onMembersChange: () => undefined,
    onRecordViewers: () => undefined,
    onAllRecordViewers: () => undefined,
  })
  // Also when the test fails: a tab that stays open reconnects for ever.
  onTestFinished(() => connection.close())
  const listener = {
    onEvent: (message: LiveMessage) => void received.push(message),
    onReload: () => void (reloads += 1),
  }
  const listen = () => {
    subscriptions.listen(channel, listener)
    return connection.open()
  }
  return { connection, subscriptions, listener, listen, states, received, reloads: () => reloads }
}

const create = async (name: string, socketId?: string) => {
  const headers = socketId === undefined ? {} : { 'x-socket-id': socketId }
  const answer = await fetch(`http://127.0.0.1:${live.port}/api/courts/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ name }),
  })
  expect(answer.status).toBe(200)
}

const namesOf = (received: LiveMessage[]) =>
  received.map(({ data }) => (typeof data === 'number' ? data : data['name']))

test('a tab connects with its first listener and receives changes of others', async () => {
  const tab = openTab()
  await tab.connection.open()
  expect(tab.connection.state()).toBe('off')
  await tab.listen()
  await until(() => tab.reloads() === 1)
  await create('Received')
  await until(() => tab.received.length === 1)
  expect(namesOf(tab.received)).toEqual(['Received'])
  expect(tab.states).toEqual(['connecting', 'connected'])
  expect(tab.connection.lineSocketId()).toBe(tab.connection.socketId())
  tab.connection.close()
})

test('changes during a disconnection are received exactly once after the reconnection', async () => {
  let isReachable = true
  const tab = openTab({ isReachable: () => isReachable })
  await tab.listen()
  await until(() => tab.reloads() === 1)
  await create('Before')
  await until(() => tab.received.length === 1)

  isReachable = false
  tab.connection.disconnect()
  expect(tab.connection.state()).toBe('offline')
  for (const name of ['Missed 1', 'Missed 2', 'Missed 3']) await create(name)
  isReachable = true
  tab.connection.reconnectNow()
  await until(() => tab.received.length === 4)
  await create('After')
  await until(() => tab.received.length === 5)
  expect(namesOf(tab.received)).toEqual(['Before', 'Missed 1', 'Missed 2', 'Missed 3', 'After'])
  expect(tab.reloads()).toBe(1)
  tab.connection.close()
})

test('a tab recognizes its own changes', async () => {
  const tab = openTab()
  await tab.listen()
  await until(() => tab.reloads() === 1)
  await create('Own', tab.connection.socketId())
  await create('By another')
  await until(() => tab.received.length === 2)
  expect(tab.received.map(tab.connection.isOwn)).toEqual([true, false])
  tab.connection.close()
})

test('a tab whose user signs out while it connects opens no socket', async () => {
  let isSignedIn = true
  const tab = openTab({ isSignedIn: () => isSignedIn })
  const opening = tab.listen()
  isSignedIn = false
  tab.connection.close()
  await opening
  // A socket that was opened meanwhile would be connected before this one.
  const other = openTab()
  await other.listen()
  await until(() => other.connection.state() === 'connected')
  expect(tab.states).toEqual(['connecting', 'off'])
  for (const { connection } of [tab, other]) connection.close()
})

test('a tab does not connect before the user signs in', async () => {
  const tab = openTab({ isSignedIn: () => false })
  await tab.listen()
  expect(tab.connection.state()).toBe('off')
})

test('a listener that leaves a channel and returns receives the changes in between', async () => {
  const tab = openTab()
  await tab.listen()
  await until(() => tab.reloads() === 1)
  tab.subscriptions.leave(channel, tab.listener)
  tab.connection.leave(channel)
  await create('Between')
  tab.subscriptions.listen(channel, tab.listener)
  tab.connection.join(channel)
  await until(() => tab.received.length === 1)
  expect(namesOf(tab.received)).toEqual(['Between'])
  tab.connection.close()
})

test('a channel is joined again after its permission was revoked and restored', async () => {
  const tab = openTab()
  await tab.listen()
  await until(() => tab.reloads() === 1)
  const revocation = sql`delete from role_permissions where role_id = (select id from roles where name = ${`role of ${email}`}) returning role_id, permission_id`
  const { rows } = await revocation.execute(api.db)
  await until(() => tab.reloads() === 2)
  for (const row of rows as { role_id: number; permission_id: number }[])
    await sql`insert into role_permissions (role_id, permission_id) values (${row.role_id}, ${row.permission_id})`.execute(
      api.db,
    )
  tab.connection.rejoin()
  await create('Given back')
  await until(() => namesOf(tab.received).includes('Given back'))
  tab.connection.close()
})

/** A server that accepts each channel; `onJoined` may close the socket after that. */
async function acceptAll(onJoined: (socket: Socket) => void = () => undefined) {
  const server = createServer()
  const sockets = createSocketRegistry()
  const joined: string[] = []
  const onMessage = (socket: Socket, { event, data }: Message) => {
    if (event !== 'pusher:subscribe') return
    const name = String(data['channel'])
    joined.push(name)
    socket.send(encodeMessage('pusher_internal:subscription_succeeded', { sequence: 1 }, name))
    onJoined(socket)
  }
  const application = { key: 'key', sockets, isAllowedOrigin: () => true, onMessage, onDisconnect: () => undefined }
  const stop = acceptConnections(server, [application], unlimited)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => stop().then(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { address: { key: 'key', port }, sockets, joined, close }
}

/** Runs the timers that are due at once, and no others. */
async function untilInFakeTime(condition: () => boolean) {
  while (!condition()) {
    vi.advanceTimersByTime(0)
    await nextTurn()
  }
}

const second = 'private-Judge-Primary'

test.each<ErrorReason>(['the server stops', 'too much at once', 'no channel was joined'])(
  'a tab whose socket is closed because "%s" opens one new socket, which works',
  async (reason) => {
    const server = await acceptAll()
    const tab = openTab({ address: server.address, wait: () => 0 })
    await tab.listen()
    await until(() => tab.reloads() === 1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (const socket of server.sockets.all()) socket.close(reason)
      await untilInFakeTime(() => server.joined.length === 2 && tab.connection.state() === 'connected')
      // pusher-js would connect again by itself, at once or after one second.
      vi.advanceTimersByTime(2000)
    } finally {
      vi.useRealTimers()
    }
    tab.subscriptions.listen(second, tab.listener)
    tab.connection.join(second)
    await until(() => server.joined.includes(second))
    // A further socket of the tab would be connected before this one.
    const other = openTab({ address: server.address })
    await other.listen()
    await until(() => other.reloads() === 1)
    expect(server.sockets.count()).toBe(2)
    expect(server.joined).toEqual([channel, channel, second, channel])
    for (const { connection } of [tab, other]) connection.close()
    await server.close()
  },
)

test('a tab whose every socket is closed right after it has connected waits longer before each attempt', async () => {
  const server = await acceptAll((socket) => socket.close('too much at once'))
  const attempts: number[] = []
  const tab = openTab({ address: server.address, wait: (attempt) => (attempts.push(attempt), 0) })
  await tab.listen()
  await until(() => attempts.length >= 4)
  tab.connection.close()
  expect(attempts.slice(0, 4)).toEqual([0, 1, 2, 3])
  await server.close()
})

test('a tab whose connection has lasted reconnects with the shortest wait', async () => {
  const server = await acceptAll()
  onTestFinished(() => server.close())
  let later_ms = 0
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later_ms)
  onTestFinished(() => clock.mockRestore())
  const attempts: number[] = []
  const tab = openTab({ address: server.address, wait: (attempt) => (attempts.push(attempt), 0) })
  await tab.listen()
  const closeNext = async () => {
    const ended = attempts.length
    await until(() => tab.connection.state() === 'connected')
    for (const socket of server.sockets.all()) socket.close('the server stops')
    await until(() => attempts.length > ended)
  }
  await closeNext()
  await closeNext()
  await until(() => tab.connection.state() === 'connected')
  later_ms = 60_000
  await closeNext()
  expect(attempts).toEqual([0, 1, 0])
})
