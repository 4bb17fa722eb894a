import type { AddressInfo } from 'node:net'
import Pusher, { type Channel } from 'pusher-js'
import { loadListed } from '#server/resources/index.ts'
import type { SocketAdmission } from '#server/live/accept.ts'
import { createRawErrors } from '#server/http/rawErrors.ts'
import { openLive } from '#server/live/startLive.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import type { Api } from './api.ts'
import { buildUser, password } from './factories.ts'

export type Live = Awaited<ReturnType<typeof serveLive>>

/** Listens with an application and its live channels, as `serve` does. */
export async function serveLive(
  { app, db, databaseUrl, secrets, rateLimiter }: Api,
  loadRows: typeof loadListed = loadListed,
  sweepInterval_ms?: number,
) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const keys = liveKeysOf(secrets.token_key)
  const live = await openLive({
    server: app.server,
    db,
    databaseUrl,
    keys,
    rateLimiter,
    // As the tests of rate limits have it, so that each client can have an address of its own.
    trustedProxies: 1,
    loadRows: (resource, ids) => loadRows(db, resource, ids),
    ...(sweepInterval_ms !== undefined && { sweepInterval_ms }),
  })
  return { port, keys, close: live.close }
}

/** Admission control without a limit, for sockets that no server with rate limits accepts. */
export const unlimited: SocketAdmission = {
  networkOf: () => '',
  admit: async () => undefined,
  refuse: createRawErrors(undefined).refuse,
}

type Target = { api: Pick<Api, 'call'>; live: Pick<Live, 'port' | 'keys'> }
type AuthRequest = {
  socket_id: string
  channel_name: string
  since?: number
  doing?: 'View' | 'Update'
  permissions?: string
}

/** Connects the official client with the token of a session. */
export function connectPusher(
  { api, live }: Target,
  token: string,
  more: Omit<AuthRequest, 'socket_id' | 'channel_name'> = {},
) {
  const pusher = new Pusher(live.keys.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: live.port,
    forceTLS: false,
    enableStats: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) => {
        const request: AuthRequest = { socket_id: socketId, channel_name: channelName, ...more }
        void api.call('broadcasting/auth', request, { token }).then((answer) => {
          if (answer.status === 200) done(null, answer.body as { auth: string })
          else done(new Error(String(answer.body['code'])), null)
        })
      },
    },
  })
  return { pusher }
}

/** The result of a subscription: whether it was accepted, and the data that came with it. */
export function subscriptionResult(channel: Channel): Promise<{ accepted: boolean; data: unknown }> {
  return new Promise((resolve) => {
    channel.bind('pusher:subscription_succeeded', (data: unknown) => resolve({ accepted: true, data }))
    channel.bind('pusher:subscription_error', (data: unknown) => resolve({ accepted: false, data }))
  })
}

/** Signs in a new user with these permissions; `call` throws when the answer is not 200. */
export async function signInWith(api: Pick<Api, 'call' | 'databaseUrl'>, can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  const call = async (path: string, input: object, socket?: string) => {
    const headers = socket === undefined ? {} : { 'x-socket-id': socket }
    const answer = await api.call(path, input, { token, headers })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return { ...answer, row: (answer.body['data'] ?? {}) as { id: number; version: number } & Record<string, unknown> }
  }
  return { email, token, call }
}

type SubscriberOptions = { can?: string[]; since?: number; event: string }

/** Signs in a new user, subscribes to a channel, and collects its messages. */
export async function openSubscriber(
  { api, live }: { api: Pick<Api, 'call' | 'databaseUrl'>; live: Pick<Live, 'port' | 'keys'> },
  name: string,
  { can = [], since, event }: SubscriberOptions,
) {
  const user = await signInWith(api, can)
  const { pusher } = connectPusher({ api, live }, user.token, since === undefined ? {} : { since })
  const channel = pusher.subscribe(name)
  const received = collectMessages(channel, event)
  const { accepted, data } = await subscriptionResult(channel)
  return { ...user, pusher, channel, received, isAccepted: accepted, subscription: data as Record<string, unknown> }
}

export function collectMessages(channel: Channel, event: string) {
  const received: LiveMessage[] = []
  channel.bind(event, (message: LiveMessage) => received.push(message))
  return received
}

/** The pause between two checks. */
const pollInterval_ms = 5

/**
 * Waits until a condition holds; throws after `ms`. Returns the elapsed time in milliseconds of an idle machine: it
 * counts checks, which a busy machine delays as much as everything else.
 */
export async function until(condition: () => boolean | Promise<boolean>, ms = 20_000) {
  let elapsed = 0
  while (!(await condition())) {
    if (elapsed > ms) throw new Error(`the condition did not hold within ${ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, pollInterval_ms))
    elapsed += pollInterval_ms
  }
  return elapsed
}

/** The least of several times, each in milliseconds: other load may delay one of them, but hardly each. */
export async function leastTimeOf<Case>(cases: readonly Case[], measure: (one: Case) => Promise<number>) {
  let least = Infinity
  for (const one of cases) least = Math.min(least, await measure(one))
  return least
}
