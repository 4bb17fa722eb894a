import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import Pusher from 'pusher-js'
import { serveBroadcaster } from '#server/broadcaster/calls.ts'
import { openHub } from '#server/broadcaster/hub.ts'
import { accept } from '#server/live/accept.ts'

export const outsideApp = { id: 'hukum', key: 'key-of-outside', secret: 'a-secret-of-the-outside' }

/** Our own server as the broadcaster of others, as `PUSHER_SERVE` opens it. */
export async function serveOutside() {
  const web = fastify()
  web.removeAllContentTypeParsers()
  web.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const hub = openHub(outsideApp)
  serveBroadcaster(web, outsideApp, hub)
  await web.listen({ port: 0, host: '127.0.0.1' })
  const stop = accept(web.server, [hub.application])
  const { port } = web.server.address() as AddressInfo
  const { id, key, secret } = outsideApp
  return {
    port,
    url: `http://${key}:${secret}@127.0.0.1:${port}/apps/${id}`,
    close: () => stop().then(() => web.close()),
  }
}

type Ask = (path: string, body: object) => Promise<{ status: number; body: Record<string, unknown> }>

/** The official client, connected to wherever `broadcasting/place` says. */
export async function connectToPlace(ask: Ask) {
  const { key, host, port, tls } = (await ask('broadcasting/place', {})).body
  const pusher = new Pusher(String(key), {
    cluster: '',
    wsHost: String(host),
    wsPort: Number(port),
    forceTLS: tls === true,
    enableStats: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) =>
        void ask('broadcasting/auth', { socket_id: socketId, channel_name: channelName }).then(({ status, body }) =>
          status === 200
            ? done(null, body as { auth: string; channel_data?: string })
            : done(new Error(String(body['code'])), null),
        ),
    },
    userAuthentication: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId }, done) =>
        void ask('broadcasting/user', { socket_id: socketId }).then(({ body }) =>
          done(null, body as { auth: string; user_data: string }),
        ),
    },
  })
  pusher.signin()
  return pusher
}
