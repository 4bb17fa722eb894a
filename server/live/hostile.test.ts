import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { type Live, serveLive, until } from '#test/live.ts'
import { signChannel } from '#server/security/signing.ts'

/** What a socket must never get, however it asks. */

let api: Api
let live: Live
let token: string
let user: { id: number; session: string }

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
  // Court 1 exists, so what is rejected below is rejected for its form.
  await sql`insert into courts (id, name) overriding system value values (1, 'First')`.execute(api.db)
  const everything = ['courts', 'users', 'analysis', 'caseFiles'].map((name) => `read-${name}`)
  const email = await buildUser(api.databaseUrl, { can: everything })
  token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const { rows } = await sql<{ id: number; session: string }>`
    select user_id as id, sessions.id as session
      from sessions join users on users.id = user_id where email = ${email}`.execute(api.db)
  user = rows[0] ?? { id: 0, session: '' }
})
afterAll(async () => {
  await live.close()
  await api.close()
})

const names: unknown[] = [
  'Court-Primary',
  'public-Court-Primary',
  'private-private-Court-Primary',
  'presence-Court-Primary',
  'private-encrypted-Court-Primary',
  'private-cache-Court-Primary',
  'Private-Court-Primary',
  'private-court-Primary',
  'private-Court-primary',
  'private-Court-Primary.',
  'private-Court-Present.1',
  'presence-Court-Present',
  'private-Court-Primary..',
  'private-Court-Primary.1',
  'private-Court-Primary ',
  ' private-Court-Primary',
  'private-Court-Primary\n',
  'private-Court-Primary\0',
  'private-Court%2ePrimary',
  'private-CaseFile-Primary',
  'private-CaseFile-Primary.*',
  'private-CaseFile-Primary.0',
  'private-CaseFile-Primary.01',
  'private-CaseFile-Primary.-1',
  'private-CaseFile-Primary.1e3',
  'private-CaseFile-Primary.999999999',
  'private-CaseFile-Primary.1.2',
  'private-CaseFile-Primary.1%2e1',
  `private-CaseFile-Primary.${'9'.repeat(41)}`,
  'private-Analysis-Primary.1.Nothing',
  'private-Analysis-Primary..Pending',
  'private-Analysis-Primary.Pending.1',
  'private-User-Primary',
  'private-User-Primary.2',
  'private-User-Primary.true',
  'private-User.0',
  'private-User.1.1',
  'private-User.x',
  'private-Judge-Primary',
  'private-Role-Primary',
  'private-Nothing-Primary',
  'private-Court-Other',
  'private-Ϲourt-Primary',
  'private-constructor-Primary',
  'private-Court-Primary:private-User-Primary',
  'presence-Court.0',
  'presence-Court.999999999',
  'presence-Judge.1',
  'x'.repeat(201),
  '',
  ['private-Court-Primary'],
  { $ne: '' },
  null,
]

const requestAuth = async (socket_id: unknown, channel_name: unknown) =>
  (await api.call('broadcasting/auth', { socket_id, channel_name }, { token })).status

test.each(names)('no channel authorization is given for the name %j', async (name) => {
  expect(await requestAuth('1.1', name)).toBeOneOf([400, 403])
})

test.each([
  '',
  '1',
  '1.',
  '.1',
  '1.1.1',
  'a.b',
  '1.1:private-User-Primary',
  '1.1\n',
  ' 1.1',
  '1,1',
  '١.١',
  '-1.1',
  ['1.1'],
  1.1,
  null,
])('no channel authorization is given to the socket %j', async (socket_id) => {
  expect(await requestAuth(socket_id, 'private-Court-Primary')).toBe(400)
})

test("valid channel names and the user's own channel are authorized, and the channel of another user is not", async () => {
  for (const name of [
    'private-Court-Primary',
    'private-CaseFile-Primary.1',
    'private-Analysis-Primary.1',
    'private-Analysis-Primary.1.Pending',
    'private-User-Primary.1',
    'presence-Court.1',
  ])
    expect([name, await requestAuth('1.1', name)]).toEqual([name, 200])
  expect(await requestAuth('1.1', `private-User.${user.id}`)).toBe(200)
  expect(await requestAuth('1.1', `private-User.${user.id + 1}`)).toBe(403)
})

type ServerMessage = { event: string; data: Record<string, unknown> | string; channel?: string }

/** A plain WebSocket, for what the official client would never send. */
async function connect({ path = `/app/${live.keys.key}?protocol=7`, origin }: { path?: string; origin?: string } = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${live.port}${path}`, origin === undefined ? {} : { origin })
  const received: ServerMessage[] = []
  const state = { closed: undefined as number | undefined, failed: '' }
  socket.on('message', (bytes: Buffer) => received.push(JSON.parse(bytes.toString()) as ServerMessage))
  socket.on('close', (code) => (state.closed = code))
  socket.on('error', (error) => (state.failed = error.message))
  await until(() => received.length > 0 || state.closed !== undefined)
  const first = received[0]
  const id = typeof first?.data === 'string' ? (JSON.parse(first.data) as { socket_id: string }).socket_id : ''
  const send = (event: string, data: unknown) => socket.send(JSON.stringify({ event, data }))
  return { socket, received, state, id, send }
}

const lastEvent = (received: ServerMessage[]) => received.at(-1)?.event

describe('rejected subscriptions', () => {
  const channel = 'private-Court-Primary'
  const authorizationFor = async (socket_id: string, name = channel) =>
    (await api.call('broadcasting/auth', { socket_id, channel_name: name }, { token })).body
  const claimsWith = (more: object) =>
    JSON.stringify({ session_id: user.session, ends: Math.floor(Date.now() / 1000) + 60, ...more })
  const signed = (socket_id: string, channel_data?: string, keys = live.keys) => ({
    auth: signChannel(keys, { socket_id, channel, channel_data }),
    ...(channel_data !== undefined && { channel_data }),
  })

  const attempts: Record<string, (id: string) => object | Promise<object>> = {
    'without an authorization': () => ({}),
    'with the authorization of another socket': () => authorizationFor('1.1'),
    'with the authorization of another channel': (id) => authorizationFor(id, `private-User.${user.id}`),
    'with an expired authorization': (id) => signed(id, claimsWith({ ends: 1 })),
    'with an authorization without a session': (id) => signed(id),
    'with the signature of another installation': (id) => signed(id, claimsWith({}), { ...live.keys, secret: 'x' }),
    'with claims that were not signed': async (id) => ({
      ...(await authorizationFor(id)),
      channel_data: claimsWith({ since: 0 }),
    }),
    'with a list instead of an authorization': () => ({ auth: ['x'], channel_data: ['y'] }),
  }
  test.each(Object.entries(attempts))('a subscription %s is rejected', async (_what, authorization) => {
    const { received, send, id, socket } = await connect()
    send('pusher:subscribe', { channel, ...(await authorization(id)) })
    await until(() => received.length > 1)
    expect(lastEvent(received)).toBe('pusher:subscription_error')
    socket.terminate()
  })

  test('a subscription for a second session on one socket is rejected', async () => {
    const { received, send, id, socket } = await connect()
    send('pusher:subscribe', { channel, ...(await authorizationFor(id)) })
    await until(() => lastEvent(received) === 'pusher_internal:subscription_succeeded')
    const other = 'private-User-Primary.1'
    const foreign = JSON.stringify({ session_id: crypto.randomUUID(), ends: Math.floor(Date.now() / 1000) + 60 })
    send('pusher:subscribe', {
      channel: other,
      channel_data: foreign,
      auth: signChannel(live.keys, { socket_id: id, channel: other, channel_data: foreign }),
    })
    await until(() => lastEvent(received) === 'pusher:subscription_error')
    socket.terminate()
  })

  test('a subscription for a session that has ended since the authorization closes the socket', async () => {
    const { state, send, id } = await connect()
    const endedSession = JSON.stringify({ session_id: crypto.randomUUID(), ends: Math.floor(Date.now() / 1000) + 60 })
    send('pusher:subscribe', { channel, ...signed(id, endedSession) })
    await until(() => state.closed !== undefined)
    expect(state.closed).toBe(4009)
  })
})

describe('connections', () => {
  const invalidConnections: [string, Parameters<typeof connect>[0], number][] = [
    ['of another application', { path: '/app/other?protocol=7' }, 4001],
    ['to another path', { path: '/apps' }, 4005],
    ['that names no protocol', { path: `/app/KEY` }, 4008],
    ['of an old protocol', { path: `/app/KEY?protocol=4` }, 4007],
  ]
  test.each(invalidConnections)(
    'a connection %s is closed with the code of the protocol',
    async (_what, options, code) => {
      const { state } = await connect({ ...options, path: (options?.path ?? '').replace('KEY', live.keys.key) })
      await until(() => state.closed !== undefined)
      expect(state.closed).toBe(code)
    },
  )

  test.each(['https://evil.test', 'http://127.0.0.1.evil.test', 'null', 'file://'])(
    'a connection from a page of %s is rejected',
    async (origin) => {
      const { state, received } = await connect({ origin })
      expect(state.failed).toContain('403')
      expect(received).toEqual([])
    },
  )

  test('a connection from a page of the web itself is accepted', async () => {
    const { socket, id } = await connect({ origin: `http://127.0.0.1:${live.port}` })
    expect(id).toMatch(/^\d+\.\d+$/)
    socket.terminate()
  })

  test('a connection gets an error for client events and a pong for a ping', async () => {
    const { received, send, socket } = await connect()
    send('client-typing', {})
    await until(() => received.length === 2)
    expect(received[1]).toMatchObject({ event: 'pusher:error', data: { code: 4301 } })
    send('pusher:ping', {})
    await until(() => lastEvent(received) === 'pusher:pong')
    socket.terminate()
  })

  test.each(['{', 'null', '[]', '{"event":1}', '"x"'])('a connection that sends %s gets an error', async (text) => {
    const { received, socket } = await connect()
    socket.send(text)
    await until(() => received.length === 2)
    expect(received[1]).toMatchObject({ event: 'pusher:error' })
    socket.terminate()
  })

  test('a connection that exceeds the frame size or the message rate is closed', async () => {
    const long = await connect()
    long.socket.send('x'.repeat(limits.live.frame_bytes + 1))
    const flooding = await connect()
    // A slow server allows more messages meanwhile: messages come until it has closed the connection.
    await until(() => {
      for (let sent = 0; sent <= limits.live.message_burst; sent += 1) flooding.send('pusher:ping', {})
      return flooding.state.closed !== undefined
    })
    await until(() => long.state.closed !== undefined)
    expect([long.state.closed, flooding.state.closed]).toEqual([1009, 4100])
  })
})
