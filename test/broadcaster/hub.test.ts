import Official from 'pusher'
import Pusher, { type Channel } from 'pusher-js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { pusherLimits } from './httpApi.ts'
import { subscriptionResult, until } from '#test/live.ts'
import { broadcasterApp, startBroadcaster } from './startBroadcaster.ts'
import { signedQuery } from '#server/live/signedCall.ts'

/** The test broadcaster, with the official libraries on both sides. */

/** Limits and refusals of the broadcaster of the tests; sockudo has other statuses, and no answer to a wrong authorization. */
const isStandIn = process.env['BROADCASTER'] === undefined

let broadcaster: Awaited<ReturnType<typeof startBroadcaster>>
let official: Official
const open: Pusher[] = []

beforeAll(async () => {
  broadcaster = await startBroadcaster()
  const { id: appId, key, secret } = broadcasterApp
  official = new Official({ appId, key, secret, host: '127.0.0.1', port: String(broadcaster.port) })
})
afterEach(() => {
  for (const pusher of open.splice(0)) pusher.disconnect()
})
afterAll(() => broadcaster.close())

/** A browser of an installation that signs with these keys, for this user. */
function connect({ user_id = '1', sign = official, signsIn = false } = {}) {
  const pusher = new Pusher(broadcasterApp.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: broadcaster.port,
    forceTLS: false,
    enableStats: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) => {
        const member = channelName.startsWith('presence-')
          ? { user_id, user_info: { name: `Person ${user_id}` } }
          : undefined
        done(null, sign.authorizeChannel(socketId, channelName, member))
      },
    },
    userAuthentication: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId }, done) => done(null, sign.authenticateUser(socketId, { id: user_id })),
    },
  })
  if (signsIn) pusher.signin()
  open.push(pusher)
  return pusher
}

async function listen(channel: Channel, event = 'Changed') {
  const received: unknown[] = []
  channel.bind(event, (data: unknown) => received.push(data))
  return { received, ...(await subscriptionResult(channel)) }
}

test('an event of the official library is received by the official client on its channels only', async () => {
  const pusher = connect()
  const one = await listen(pusher.subscribe('private-one'))
  const open = await listen(pusher.subscribe('open'))
  const other = await listen(pusher.subscribe('private-other'))
  await official.trigger(['private-one', 'open'], 'Changed', { sequence: 1 })
  await until(() => one.received.length === 1 && open.received.length === 1)
  expect([one.received, open.received, other.received]).toEqual([[{ sequence: 1 }], [{ sequence: 1 }], []])
})

test('a batch of events is received in order', async () => {
  const { received } = await listen(connect().subscribe('private-one'))
  const batch = [1, 2, 3].map((sequence) => ({ channel: 'private-one', name: 'Changed', data: { sequence } }))
  await official.triggerBatch(batch)
  await until(() => received.length === 3)
  expect(received).toEqual([{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }])
})

describe('the connections of a user', () => {
  const state = ({ connection }: Pusher) => connection.state

  test('the official library terminates all connections of a user and no other, and removes them from presence', async () => {
    const [one, another, other, anonymous] = [
      connect({ user_id: '7', signsIn: true }),
      connect({ user_id: '7', signsIn: true }),
      connect({ user_id: '8', signsIn: true }),
      connect(),
    ]
    for (const pusher of [one, another, other]) await pusher.user.signinDonePromise
    const present = other.subscribe('presence-group')
    await subscriptionResult(present)
    const removed: unknown[] = []
    present.bind('pusher:member_removed', ({ id }: { id: string }) => removed.push(id))
    const events = await listen(one.subscribe('presence-group'))
    await subscriptionResult(anonymous.subscribe('open'))
    await official.terminateUserConnections('7')
    await until(() => [one, another].every((pusher) => state(pusher) === 'disconnected'))
    await until(() => removed.length === 1)
    await official.trigger('presence-group', 'Changed', 1)
    expect([other, anonymous].map(state)).toEqual(['connected', 'connected'])
    expect([removed, events.received]).toEqual([['7'], []])
  })

  test('a connection belongs only to a user that the installation signed', async () => {
    const forger = new Official({
      appId: broadcasterApp.id,
      key: broadcasterApp.key,
      secret: 'another-secret',
      host: '127.0.0.1',
    })
    const forged = connect({ user_id: '9', sign: forger, signsIn: true })
    const codes: unknown[] = []
    forged.connection.bind('error', ({ data }: { data?: { code: number } }) => codes.push(data?.code))
    await until(() => codes.length > 0)
    await official.terminateUserConnections('9')
    expect((await subscriptionResult(forged.subscribe('open'))).accepted).toBe(true)
  })

  test.runIf(isStandIn)('connections cannot be terminated without the secret', async () => {
    const path = `/apps/${broadcasterApp.id}/users/7/terminate_connections`
    const answer = await fetch(`http://127.0.0.1:${broadcaster.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(401)
  })
})

test('the socket that an event excludes does not receive it', async () => {
  const [own, other] = [connect(), connect()]
  const excluded = await listen(own.subscribe('private-one'))
  const included = await listen(other.subscribe('private-one'))
  await official.trigger('private-one', 'Changed', 1, { socket_id: own.connection.socket_id })
  await until(() => included.received.length === 1)
  expect(excluded.received).toEqual([])
})

test.runIf(isStandIn)('a socket at the channel limit is rejected on another channel and keeps its own', async () => {
  const pusher = connect()
  const channels = Array.from({ length: limits.live.channels }, (_, n) => pusher.subscribe(`open-${n}`))
  const results = await Promise.all(channels.map(subscriptionResult))
  expect(new Set(results.map(({ accepted }) => accepted))).toEqual(new Set([true]))
  const errors: unknown[] = []
  channels[0]?.bind('pusher:subscription_error', (error: unknown) => errors.push(error))
  pusher.send_event('pusher:subscribe', { channel: 'open-0' })
  expect((await subscriptionResult(pusher.subscribe('one-more'))).accepted).toBe(false)
  expect(errors).toEqual([])
})

test('a client that left a channel receives no more events of it', async () => {
  const pusher = connect()
  const left = await listen(pusher.subscribe('private-one'))
  const stays = await listen(pusher.subscribe('private-two'))
  pusher.unsubscribe('private-one')
  await official.trigger(['private-one', 'private-two'], 'Changed', 1)
  await until(() => stays.received.length === 1)
  expect(left.received).toEqual([])
})

test('a presence channel announces each user once, on the first socket and after the last', async () => {
  const watcher = connect().subscribe('presence-group')
  const added = await listen(watcher, 'pusher:member_added')
  const removed: unknown[] = []
  watcher.bind('pusher:member_removed', (member: unknown) => removed.push(member))
  const sockets = [connect({ user_id: '2' }), connect({ user_id: '2' })]
  for (const socket of sockets) {
    const { data } = await listen(socket.subscribe('presence-group'))
    expect(data).toMatchObject({ count: 2, members: { 1: { name: 'Person 1' }, 2: { name: 'Person 2' } } })
  }
  expect(added.received).toEqual([{ id: '2', info: { name: 'Person 2' } }])
  sockets[0]?.disconnect()
  const marker = await listen(connect({ user_id: '3' }).subscribe('presence-group'))
  expect(marker.data).toMatchObject({ count: 3 })
  expect(removed).toEqual([])
  sockets[1]?.disconnect()
  await until(() => removed.length === 1)
  expect(removed).toEqual([{ id: '2', info: { name: 'Person 2' } }])
})

test.runIf(isStandIn)('a channel authorization with another secret is rejected', async () => {
  const sign = new Official({ appId: '1', key: broadcasterApp.key, secret: 'another', host: 'x' })
  const pusher = connect({ sign })
  for (const name of ['private-one', 'presence-group'])
    expect((await subscriptionResult(pusher.subscribe(name))).accepted).toBe(false)
})

describe.runIf(isStandIn)('rejected calls', () => {
  const path = `/apps/${broadcasterApp.id}/events`
  const event = { name: 'Changed', channels: ['open'], data: '1' }
  const post = (
    body: string,
    { at = path, query = signedQuery(broadcasterApp, { method: 'POST', path: at, body }) } = {},
  ) =>
    fetch(`http://127.0.0.1:${broadcaster.port}${at}?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })

  test('a call that is not signed is rejected, and no client receives it', async () => {
    const { received } = await listen(connect().subscribe('open'))
    const body = JSON.stringify(event)
    const other = signedQuery({ ...broadcasterApp, secret: 'another' }, { method: 'POST', path, body })
    const empty = signedQuery(broadcasterApp, { method: 'POST', path, body: '' })
    for (const query of [new URLSearchParams(), other, empty]) expect((await post(body, { query })).status).toBe(401)
    expect((await post(body)).status).toBe(200)
    await until(() => received.length === 1)
  })

  test('a call to another application is rejected', async () => {
    expect((await post(JSON.stringify(event), { at: '/apps/other/events' })).status).toBe(404)
  })

  const bad: [string, unknown][] = [
    ['no event', {}],
    ['a list', [event]],
    ['no channel', { ...event, channels: [] }],
    ['too many channels', { ...event, channels: Array.from({ length: pusherLimits.channels + 1 }, () => 'open') }],
    ['an invalid channel name', { ...event, channels: ['open\n'] }],
    ['a long name', { ...event, name: 'x'.repeat(201) }],
    ['data that is not a string', { ...event, data: { a: 1 } }],
    ['too much data', { ...event, data: 'x'.repeat(pusherLimits.data_bytes + 1) }],
    ['an invalid socket id', { ...event, socket_id: '1' }],
  ]
  test.each(bad)('a call with %s is rejected', async (_what, body) => {
    expect((await post(JSON.stringify(body))).status).toBe(400)
  })

  test('a call that is not JSON or has too many events is rejected', async () => {
    expect((await post('{')).status).toBe(400)
    const batch = Array.from({ length: pusherLimits.batch + 1 }, () => ({
      name: 'A',
      channel: 'open',
      data: '1',
    }))
    expect((await post(JSON.stringify({ batch }), { at: `/apps/${broadcasterApp.id}/batch_events` })).status).toBe(400)
  })
})
