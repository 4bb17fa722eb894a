import type { AddressInfo } from 'node:net'
import Pusher, { type Channel } from 'pusher-js'
import { loadListed } from '#server/resources/index.ts'
import { openLive } from '#server/live/startLive.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import type { Api } from './api.ts'

export type Live = Awaited<ReturnType<typeof serveLive>>

/** Opens a port for an application and its live channels, as `serve` does. */
export async function serveLive({ app, db, databaseUrl, secrets }: Api, loadRows: typeof loadListed = loadListed) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const keys = liveKeysOf(secrets.token_key)
  const live = await openLive({
    server: app.server,
    db,
    databaseUrl,
    keys,
    loadRows: (resource, ids) => loadRows(db, resource, ids),
  })
  return { port, keys, close: live.close }
}

type Where = { api: Pick<Api, 'call'>; live: Pick<Live, 'port' | 'keys'> }
type Ticket = { socket_id: string; channel_name: string; since?: number; doing?: 'View' | 'Update' }

/** The official client, with the token of a session. */
export function connectPusher({ api, live }: Where, token: string, more: Pick<Ticket, 'since' | 'doing'> = {}) {
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
        const ticket: Ticket = { socket_id: socketId, channel_name: channelName, ...more }
        void api.call('broadcasting/auth', ticket, { token }).then((answer) => {
          if (answer.status === 200) done(null, answer.body as { auth: string })
          else done(new Error(String(answer.body['code'])), null)
        })
      },
    },
  })
  return { pusher }
}

/** Joins a channel; answers whether it was let in, and what it was told. */
export function joined(channel: Channel): Promise<{ in: boolean; told: unknown }> {
  return new Promise((settle) => {
    channel.bind('pusher:subscription_succeeded', (told: unknown) => settle({ in: true, told }))
    channel.bind('pusher:subscription_error', (told: unknown) => settle({ in: false, told }))
  })
}

/** Between two looks. */
const turn_ms = 5

/**
 * Waits until something holds; fails after twenty seconds. Answers how long it took, in milliseconds of a machine that does
 * nothing else: the looks are counted, which come as much later on a busy one as everything else does.
 */
export async function until(holds: () => boolean | Promise<boolean>, ms = 20_000) {
  let waited = 0
  while (!(await holds())) {
    if (waited > ms) throw new Error(`it did not come in ${ms} ms`)
    await new Promise((settle) => setTimeout(settle, turn_ms))
    waited += turn_ms
  }
  return waited
}
