import Official from 'pusher'
import Pusher, { type Channel } from 'pusher-js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { bounds } from './httpApi.ts'
import { joined, until } from '../live.ts'
import { broadcasterApp, startBroadcaster } from './startBroadcaster.ts'
import { signedQuery } from '#server/live/signedCall.ts'

/** Our server as the broadcaster of others: the official libraries on both sides of it. */

let outside: Awaited<ReturnType<typeof startBroadcaster>>
let official: Official
const open: Pusher[] = []

beforeAll(async () => {
  outside = await startBroadcaster()
  const { id: appId, key, secret } = broadcasterApp
  official = new Official({ appId, key, secret, host: '127.0.0.1', port: String(outside.port) })
})
afterEach(() => {
  for (const pusher of open.splice(0)) pusher.disconnect()
})
afterAll(() => outside.close())

/** A browser of an installation that signs with these keys, for this person. */
function connect({ user_id = '1', sign = official, signsIn = false } = {}) {
  const pusher = new Pusher(broadcasterApp.key, {
    cluster: '', wsHost: '127.0.0.1', wsPort: outside.port, forceTLS: false, enableStats: false, enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax', endpoint: '',
      customHandler: ({ socketId, channelName }, done) => {
        const person = channelName.startsWith('presence-') ? { user_id, user_info: { name: `Person ${user_id}` } } : undefined
        done(null, sign.authorizeChannel(socketId, channelName, person))
      },
    },
    userAuthentication: {
      transport: 'ajax', endpoint: '',
      customHandler: ({ socketId }, done) => done(null, sign.authenticateUser(socketId, { id: user_id })),
    },
  }) // prettier-ignore
  if (signsIn) pusher.signin()
  open.push(pusher)
  return pusher
}

async function listen(channel: Channel, event = 'Changed') {
  const heard: unknown[] = []
  channel.bind(event, (said: unknown) => heard.push(said))
  return { heard, ...(await joined(channel)) }
}

test('what is told by the official library is heard with the official client, on its channels only', async () => {
  const pusher = connect()
  const one = await listen(pusher.subscribe('private-one'))
  const open = await listen(pusher.subscribe('open'))
  const other = await listen(pusher.subscribe('private-other'))
  await official.trigger(['private-one', 'open'], 'Changed', { sequence: 1 })
  await until(() => one.heard.length === 1 && open.heard.length === 1)
  expect([one.heard, open.heard, other.heard]).toEqual([[{ sequence: 1 }], [{ sequence: 1 }], []])
})

test('several events in one call are heard in their order', async () => {
  const { heard } = await listen(connect().subscribe('private-one'))
  const batch = [1, 2, 3].map((sequence) => ({ channel: 'private-one', name: 'Changed', data: { sequence } }))
  await official.triggerBatch(batch)
  await until(() => heard.length === 3)
  expect(heard).toEqual([{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }])
})

describe('the connections of a person', () => {
  const state = ({ connection }: Pusher) => connection.state

  test('are ended by a call of the official library, all of them and of nobody else, and tell who looks that he went', async () => {
    const [one, another, other, nobody] = [
      connect({ user_id: '7', signsIn: true }), connect({ user_id: '7', signsIn: true }), connect({ user_id: '8', signsIn: true }), connect(),
    ] // prettier-ignore
    for (const pusher of [one, another, other]) await pusher.user.signinDonePromise
    const present = other.subscribe('presence-room')
    await joined(present)
    const gone: unknown[] = []
    present.bind('pusher:member_removed', ({ id }: { id: string }) => gone.push(id))
    const seen = await listen(one.subscribe('presence-room'))
    await joined(nobody.subscribe('open'))
    await official.terminateUserConnections('7')
    await until(() => [one, another].every((pusher) => state(pusher) === 'disconnected'))
    await until(() => gone.length === 1)
    await official.trigger('presence-room', 'Changed', 1)
    expect([other, nobody].map(state)).toEqual(['connected', 'connected'])
    expect([gone, seen.heard]).toEqual([['7'], []])
  })

  test('are those of whoever the installation says, and of nobody who says it himself', async () => {
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
    expect((await joined(forged.subscribe('open'))).in).toBe(true)
  })

  test('are ended by nobody without the secret', async () => {
    const path = `/apps/${broadcasterApp.id}/users/7/terminate_connections`
    const answer = await fetch(`http://127.0.0.1:${outside.port}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }) // prettier-ignore
    expect(answer.status).toBe(401)
  })
})

test('the socket that an event names does not hear it', async () => {
  const [own, other] = [connect(), connect()]
  const mine = await listen(own.subscribe('private-one'))
  const theirs = await listen(other.subscribe('private-one'))
  await official.trigger('private-one', 'Changed', 1, { socket_id: own.connection.socket_id })
  await until(() => theirs.heard.length === 1)
  expect(mine.heard).toEqual([])
})

test('a socket with as many channels as it may have is refused another one, and none that it is on', async () => {
  const pusher = connect()
  const channels = Array.from({ length: limits.live.channels }, (_, n) => pusher.subscribe(`open-${n}`))
  expect((await Promise.all(channels.map(joined))).every((one) => one.in)).toBe(true)
  const refused: unknown[] = []
  channels[0]?.bind('pusher:subscription_error', (why: unknown) => refused.push(why))
  pusher.send_event('pusher:subscribe', { channel: 'open-0' })
  expect((await joined(pusher.subscribe('one-more'))).in).toBe(false)
  expect(refused).toEqual([])
})

test('who left a channel hears nothing of it any more', async () => {
  const pusher = connect()
  const left = await listen(pusher.subscribe('private-one'))
  const stays = await listen(pusher.subscribe('private-two'))
  pusher.unsubscribe('private-one')
  await official.trigger(['private-one', 'private-two'], 'Changed', 1)
  await until(() => stays.heard.length === 1)
  expect(left.heard).toEqual([])
})

test('a presence channel tells each person once, when he comes and when his last socket goes', async () => {
  const watcher = connect().subscribe('presence-room')
  const came = await listen(watcher, 'pusher:member_added')
  const went: unknown[] = []
  watcher.bind('pusher:member_removed', (member: unknown) => went.push(member))
  const sockets = [connect({ user_id: '2' }), connect({ user_id: '2' })]
  for (const socket of sockets) {
    const { told } = await listen(socket.subscribe('presence-room'))
    expect(told).toMatchObject({ count: 2, members: { 1: { name: 'Person 1' }, 2: { name: 'Person 2' } } })
  }
  expect(came.heard).toEqual([{ id: '2', info: { name: 'Person 2' } }])
  sockets[0]?.disconnect()
  const marker = await listen(connect({ user_id: '3' }).subscribe('presence-room'))
  expect(marker.told).toMatchObject({ count: 3 })
  expect(went).toEqual([])
  sockets[1]?.disconnect()
  await until(() => went.length === 1)
  expect(went).toEqual([{ id: '2', info: { name: 'Person 2' } }])
})

test('a ticket that was signed with another secret opens nothing', async () => {
  const sign = new Official({ appId: '1', key: broadcasterApp.key, secret: 'another', host: 'x' })
  const pusher = connect({ sign })
  for (const name of ['private-one', 'presence-room']) expect((await joined(pusher.subscribe(name))).in).toBe(false)
})

describe('a call is refused', () => {
  const path = `/apps/${broadcasterApp.id}/events`
  const event = { name: 'Changed', channels: ['open'], data: '1' }
  const post = (
    body: string,
    { at = path, query = signedQuery(broadcasterApp, { method: 'POST', path: at, body }) } = {},
  ) =>
    fetch(`http://127.0.0.1:${outside.port}${at}?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })

  test('when it is not signed, and nobody hears anything', async () => {
    const { heard } = await listen(connect().subscribe('open'))
    const body = JSON.stringify(event)
    const other = signedQuery({ ...broadcasterApp, secret: 'another' }, { method: 'POST', path, body })
    const empty = signedQuery(broadcasterApp, { method: 'POST', path, body: '' })
    for (const query of [new URLSearchParams(), other, empty]) expect((await post(body, { query })).status).toBe(401)
    expect((await post(body)).status).toBe(200)
    await until(() => heard.length === 1)
  })

  test('when it is of another application', async () => {
    expect((await post(JSON.stringify(event), { at: '/apps/other/events' })).status).toBe(404)
  })

  const bad: [string, unknown][] = [
    ['no event', {}],
    ['a list', [event]],
    ['no channel', { ...event, channels: [] }],
    ['too many channels', { ...event, channels: Array.from({ length: bounds.channels + 1 }, () => 'open') }],
    ['a name of a channel that is none', { ...event, channels: ['open\n'] }],
    ['a long name', { ...event, name: 'x'.repeat(201) }],
    ['data that are not written', { ...event, data: { a: 1 } }],
    ['more data than may be', { ...event, data: 'x'.repeat(bounds.data_bytes + 1) }],
    ['a socket that is none', { ...event, socket_id: '1' }],
  ]
  test.each(bad)('when it holds %s', async (_what, body) => {
    expect((await post(JSON.stringify(body))).status).toBe(400)
  })

  test('when it is no JSON, or too many events at once', async () => {
    expect((await post('{')).status).toBe(400)
    const batch = Array.from({ length: bounds.batch + 1 }, () => ({
      name: 'A',
      channel: 'open',
      data: '1',
    }))
    expect((await post(JSON.stringify({ batch }), { at: `/apps/${broadcasterApp.id}/batch_events` })).status).toBe(400)
  })
})
