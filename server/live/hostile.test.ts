import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { type Live, serveLive, until } from '../../test/live.ts'
import { sign } from '#server/security/signing.ts'

/** What a socket must not get, whoever asks and however. */

let api: Api
let live: Live
let token: string
let me: { id: number; session: string }

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
  // There is a first court: what is refused below is refused for how it is written.
  await sql`insert into courts (id, name) overriding system value values (1, 'First')`.execute(api.db)
  const everything = ['courts', 'users', 'analysis', 'caseFiles'].map((name) => `read-${name}`)
  const email = await buildUser(api.databaseUrl, { can: everything })
  token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
  const { rows } = await sql<{ id: number; session: string }>`
    select user_id as id, sessions.id as session
      from sessions join users on users.id = user_id where email = ${email}`.execute(api.db)
  me = rows[0] ?? { id: 0, session: '' }
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
  'private-CaseFile-Primary.1.1',
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

const ask = async (socket_id: unknown, channel_name: unknown) =>
  (await api.call('broadcasting/auth', { socket_id, channel_name }, { token })).status

test.each(names)('no ticket is given to %j', async (name) => {
  expect(await ask('1.1', name)).toBeOneOf([400, 403])
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
])('no ticket is given to the socket %j', async (socket_id) => {
  expect(await ask(socket_id, 'private-Court-Primary')).toBe(400)
})

test('a good name is given one, its own channel too, and that of another person is not', async () => {
  for (const name of [
    'private-Court-Primary',
    'private-CaseFile-Primary.1',
    'private-Analysis-Primary.1',
    'private-Analysis-Primary.1.Pending',
    'private-User-Primary.1',
    'presence-Court.1',
  ])
    // prettier-ignore
    expect([name, await ask('1.1', name)]).toEqual([name, 200])
  expect(await ask('1.1', `private-User.${me.id}`)).toBe(200)
  expect(await ask('1.1', `private-User.${me.id + 1}`)).toBe(403)
})

type Answer = { event: string; data: Record<string, unknown> | string; channel?: string }

/** A bare socket, for what the official client would never send. */
async function connect({ path = `/app/${live.keys.key}?protocol=7`, origin }: { path?: string; origin?: string } = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${live.port}${path}`, origin === undefined ? {} : { origin })
  const heard: Answer[] = []
  const state = { closed: undefined as number | undefined, failed: '' }
  socket.on('message', (bytes: Buffer) => heard.push(JSON.parse(bytes.toString()) as Answer))
  socket.on('close', (code) => (state.closed = code))
  socket.on('error', (error) => (state.failed = error.message))
  await until(() => heard.length > 0 || state.closed !== undefined)
  const first = heard[0]
  const id = typeof first?.data === 'string' ? (JSON.parse(first.data) as { socket_id: string }).socket_id : ''
  const say = (event: string, data: unknown) => socket.send(JSON.stringify({ event, data }))
  return { socket, heard, state, id, say }
}

const last = (heard: Answer[]) => heard.at(-1)?.event

describe('a subscription is refused', () => {
  const channel = 'private-Court-Primary'
  const ticketFor = async (socket_id: string, name = channel) =>
    (await api.call('broadcasting/auth', { socket_id, channel_name: name }, { token })).body
  const claimed = (more: object) =>
    JSON.stringify({ session_id: me.session, ends: Math.floor(Date.now() / 1000) + 60, ...more })
  const signed = (socket_id: string, channel_data?: string, keys = live.keys) => ({
    auth: sign(keys, { socket_id, channel, channel_data }),
    ...(channel_data !== undefined && { channel_data }),
  })

  const tries: Record<string, (id: string) => object | Promise<object>> = {
    'without a ticket': () => ({}),
    'with the ticket of another socket': () => ticketFor('1.1'),
    'with the ticket of another channel': (id) => ticketFor(id, `private-User.${me.id}`),
    'with a ticket that has ended': (id) => signed(id, claimed({ ends: 1 })),
    'with a ticket that names no session': (id) => signed(id),
    'with the signature of another installation': (id) => signed(id, claimed({}), { ...live.keys, secret: 'x' }),
    'with words that were not signed': async (id) => ({
      ...(await ticketFor(id)),
      channel_data: claimed({ since: 0 }),
    }),
    'with a list for a ticket': () => ({ auth: ['x'], channel_data: ['y'] }),
  }
  test.each(Object.entries(tries))('%s', async (_what, ticket) => {
    const { heard, say, id, socket } = await connect()
    say('pusher:subscribe', { channel, ...(await ticket(id)) })
    await until(() => heard.length > 1)
    expect(last(heard)).toBe('pusher:subscription_error')
    socket.terminate()
  })

  test('of a second session on one socket', async () => {
    const { heard, say, id, socket } = await connect()
    say('pusher:subscribe', { channel, ...(await ticketFor(id)) })
    await until(() => last(heard) === 'pusher_internal:subscription_succeeded')
    const other = 'private-User-Primary.1'
    const foreign = JSON.stringify({ session_id: crypto.randomUUID(), ends: Math.floor(Date.now() / 1000) + 60 })
    say('pusher:subscribe', {
      channel: other,
      channel_data: foreign,
      auth: sign(live.keys, { socket_id: id, channel: other, channel_data: foreign }),
    })
    await until(() => last(heard) === 'pusher:subscription_error')
    socket.terminate()
  })

  test('of a session that has ended since the ticket was given: the socket is closed', async () => {
    const { state, say, id } = await connect()
    const gone = JSON.stringify({ session_id: crypto.randomUUID(), ends: Math.floor(Date.now() / 1000) + 60 })
    say('pusher:subscribe', { channel, ...signed(id, gone) })
    await until(() => state.closed !== undefined)
    expect(state.closed).toBe(4009)
  })
})

describe('a connection', () => {
  const doors: [string, Parameters<typeof connect>[0], number][] = [
    ['of another application', { path: '/app/other?protocol=7' }, 4001],
    ['to another path', { path: '/apps' }, 4005],
    ['that names no protocol', { path: `/app/KEY` }, 4008],
    ['of an old protocol', { path: `/app/KEY?protocol=4` }, 4007],
  ]
  test.each(doors)('%s is closed with the number of the protocol', async (_what, where, code) => {
    const { state } = await connect({ ...where, path: (where?.path ?? '').replace('KEY', live.keys.key) })
    await until(() => state.closed !== undefined)
    expect(state.closed).toBe(code)
  })

  test.each(['https://evil.test', 'http://127.0.0.1.evil.test', 'null', 'file://'])(
    'from a page of %s is refused',
    async (origin) => {
      const { state, heard } = await connect({ origin })
      expect(state.failed).toContain('403')
      expect(heard).toEqual([])
    },
  )

  test('from a page of ours is taken', async () => {
    const { socket, id } = await connect({ origin: `http://127.0.0.1:${live.port}` })
    expect(id).toMatch(/^\d+\.\d+$/)
    socket.terminate()
  })

  test('sends no events of its own, and is answered a ping', async () => {
    const { heard, say, socket } = await connect()
    say('client-typing', {})
    await until(() => heard.length === 2)
    expect(heard[1]).toMatchObject({ event: 'pusher:error', data: { code: 4301 } })
    say('pusher:ping', {})
    await until(() => last(heard) === 'pusher:pong')
    socket.terminate()
  })

  test.each(['{', 'null', '[]', '{"event":1}', '"x"'])('that says %s is told that it cannot be read', async (text) => {
    const { heard, socket } = await connect()
    socket.send(text)
    await until(() => heard.length === 2)
    expect(heard[1]).toMatchObject({ event: 'pusher:error' })
    socket.terminate()
  })

  test('that sends more than a frame may hold, or more often than it may, is closed', async () => {
    const long = await connect()
    long.socket.send('x'.repeat(limits.live.frame_bytes + 1))
    const loud = await connect()
    for (let sent = 0; sent <= limits.live.message_burst + 1; sent += 1) loud.say('pusher:ping', {})
    await until(() => long.state.closed !== undefined && loud.state.closed !== undefined)
    expect([long.state.closed, loud.state.closed]).toEqual([1009, 4100])
  })
})
