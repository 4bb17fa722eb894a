import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readEnv } from '#server/config/env.ts'
import { rateLimitTable } from '#server/endpoint/rateLimits.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import { serve } from '#server/serve.ts'
import { limits } from '#shared/limits.ts'
import { resources } from '#shared/resources/index.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { connectPusher, subscriptionResult, type Live, serveLive, until } from '#test/live.ts'
import { freePort } from '#test/processes.ts'
import { signChannelAuth } from './channelAuth.ts'
import { nightlyTest } from '#test/nightly.ts'

/** The limits of channels and sockets, and the port of the sockets. */

let api: Api
let live: Live

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
})
afterAll(async () => {
  await live.close()
  await api.close()
})

async function tokenOf(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  return String((await api.call('auth/login', { email, password })).body['encodedToken'])
}

test('a socket subscribes to at most the limit of channels, and leaving one frees a slot', async () => {
  const { pusher } = connectPusher({ api, live }, await tokenOf(resources.map(({ name }) => `read-${name}`)))
  const names = resources.flatMap((resource) => {
    const isFiltered = 'filters' in resource && Object.values(resource.filters).some((filter) => 'required' in filter)
    const select = `private-${resource.model}-Select`
    return isFiltered ? [select] : [select, `private-${resource.model}-Primary`]
  })
  expect(names.length).toBeGreaterThan(limits.live.channels)
  for (const [index, name] of names.slice(0, limits.live.channels + 1).entries()) {
    // Stays within the message rate limit.
    if (index >= limits.live.message_burst / 2) await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await subscriptionResult(pusher.subscribe(name)), name).toMatchObject({
      accepted: index < limits.live.channels,
    })
  }
  pusher.unsubscribe(names[0] ?? '')
  expect((await subscriptionResult(pusher.subscribe(names.at(-1) ?? ''))).accepted).toBe(true)
  pusher.disconnect()
})

test('a socket above the limit per session is closed, and the others stay open', async () => {
  const token = await tokenOf(['read-courts'])
  const open = []
  for (let count = 1; count <= limits.live.sockets_per_session; count += 1) {
    const { pusher } = connectPusher({ api, live }, token)
    open.push(pusher)
    expect((await subscriptionResult(pusher.subscribe('private-Court-Primary'))).accepted).toBe(true)
  }
  const { pusher } = connectPusher({ api, live }, token)
  const codes: unknown[] = []
  pusher.connection.bind('error', ({ data }: { data?: { code: number } }) => codes.push(data?.code))
  pusher.subscribe('private-Court-Primary')
  await until(() => codes.includes(4100))
  expect(open.map(({ connection }) => connection.state)).toEqual(open.map(() => 'connected'))
  for (const one of [...open, pusher]) one.disconnect()
})

describe('the rate of new sockets', () => {
  let strict: Api
  let strictLive: Live

  beforeAll(async () => {
    strict = await openApi({ limitsScale: 1 })
    strictLive = await serveLive(strict)
  })
  afterAll(async () => {
    await strictLive.close()
    await strict.close()
  })

  const { points, seconds } = rateLimitTable['anonymous-socket']

  /** Opens a socket from an address; returns the answer to the handshake. */
  async function open(address: string) {
    const url = `ws://127.0.0.1:${strictLive.port}/app/${strictLive.keys.key}?protocol=7`
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': address } })
    socket.on('error', () => undefined)
    const established = new Promise<{ id: string }>((resolve) =>
      socket.once('message', (bytes: Buffer) => resolve({ id: socketIdIn(bytes.toString()) })),
    )
    const refused = new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve) => {
      socket.once('unexpected-response', (_request, { statusCode, headers }) =>
        resolve({ status: statusCode, retryAfter: headers['retry-after'] }),
      )
    })
    return { socket, answer: await Promise.race([established, refused]) }
  }

  test('sockets that stay anonymous are refused above the rate of their address, and those of another address are not', async () => {
    const opened = await Promise.all(Array.from({ length: points + 1 }, () => open('203.0.113.1')))
    const refused = opened.flatMap(({ answer }) => ('id' in answer ? [] : [answer]))
    expect(refused).toMatchObject([{ status: 429 }])
    expect(Number(refused[0]?.retryAfter)).toBeLessThanOrEqual(seconds)
    const other = await open('203.0.113.2')
    expect(other.answer).toHaveProperty('id')
    for (const { socket } of [...opened, other]) socket.terminate()
  })

  nightlyTest('sockets that sign in do not count, so that an office behind one address opens any number', async () => {
    const sessions = await createSessions(Math.ceil(points / limits.live.sockets_per_session) + 2)
    const opened = []
    for (let count = 0; count < points + limits.live.sockets_per_session; count += 1) {
      const { socket, answer } = await open('203.0.113.3')
      expect(answer).toHaveProperty('id')
      if ('id' in answer) await subscribe(socket, answer.id, sessions[count % sessions.length] ?? '')
      opened.push(socket)
    }
    for (const socket of opened) socket.terminate()
  })

  async function createSessions(count: number) {
    const email = await buildUser(strict.databaseUrl, { can: ['read-courts'] })
    const { rows } = await sql<{ id: string }>`
      insert into sessions (user_id, token_id, remember, token_ends_at, ends_at)
      select users.id, gen_random_uuid(), true, now() + interval '1 day', now() + interval '1 day'
        from users, generate_series(1, ${count})
       where email = ${email}
      returning id`.execute(strict.db)
    return rows.map(({ id }) => id)
  }

  async function subscribe(socket: WebSocket, socket_id: string, session_id: string) {
    const channel = 'private-Court-Primary'
    const subscribed = new Promise<string>((resolve) =>
      socket.once('message', (bytes: Buffer) => resolve((JSON.parse(bytes.toString()) as { event: string }).event)),
    )
    const authorization = signChannelAuth(strictLive.keys, socket_id, channel, { session_id })
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...authorization } }))
    expect(await subscribed).toBe('pusher_internal:subscription_succeeded')
  }
})

const socketIdIn = (message: string) =>
  (JSON.parse((JSON.parse(message) as { data: string }).data) as { socket_id: string }).socket_id

test('with WS_PORT, sockets are accepted on that port and not on the port of the web', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-ports-'))
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(api.secrets))
  const [webPort, port] = [await freePort(), await freePort()]
  const server = await serve(
    readEnv({
      DATABASE_URL: api.databaseUrl,
      DATA_DIR: folder,
      PORT: String(webPort),
      WS_PORT: String(port),
      SEARCH_THREADS: '1',
    }),
  )
  const keys = liveKeysOf(api.secrets.token_key)
  const { pusher } = connectPusher({ api, live: { port, keys } }, await tokenOf(['read-courts']))
  expect((await subscriptionResult(pusher.subscribe('private-Court-Primary'))).accepted).toBe(true)
  pusher.disconnect()

  const socket = new WebSocket(`ws://127.0.0.1:${webPort}/app/${keys.key}?protocol=7`)
  const outcome = await new Promise((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('error', () => resolve('refused'))
  })
  expect(outcome).toBe('refused')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  await server.close()
  rmSync(folder, { recursive: true })
})
