import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import Pusher from 'pusher-js'
import { acceptConnections } from '#server/live/accept.ts'
import { unlimited } from '#test/live.ts'
import { serveHttpApi } from './httpApi.ts'
import { openHub } from './hub.ts'
import { startSockudo } from './startSockudo.ts'

/** Pusher's app id, key, and secret of the installation under test. */
export const broadcasterApp = { id: 'hukum', key: 'broadcaster-key', secret: 'a-broadcaster-secret' }

/** Starts a broadcaster that speaks Pusher's protocol, sockudo with BROADCASTER: what `PUSHER_URL` points an installation to. */
export async function startBroadcaster() {
  const program = process.env['BROADCASTER']
  const { port, close } = await (program === undefined ? startStandIn() : startSockudo(program, broadcasterApp))
  const { id, key, secret } = broadcasterApp
  return { port, url: `http://${key}:${secret}@127.0.0.1:${port}/apps/${id}`, close }
}

/** The broadcaster of the tests. */
async function startStandIn() {
  const web = fastify()
  web.removeAllContentTypeParsers()
  web.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const hub = openHub(broadcasterApp)
  serveHttpApi(web, broadcasterApp, hub)
  await web.listen({ port: 0, host: '127.0.0.1' })
  const stop = acceptConnections(web.server, [hub.application], unlimited)
  const { port } = web.server.address() as AddressInfo
  return { port, close: () => stop().then(() => web.close()) }
}

type CallApi = (path: string, body: object) => Promise<{ status: number; body: Record<string, unknown> }>

/** Connects the official client to the address that `broadcasting/place` answers. */
export async function connectOfficialClient(callApi: CallApi) {
  const { key, host, port, tls } = (await callApi('broadcasting/place', {})).body
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
        void callApi('broadcasting/auth', { socket_id: socketId, channel_name: channelName }).then(({ status, body }) =>
          status === 200
            ? done(null, body as { auth: string; channel_data?: string })
            : done(new Error(String(body['code'])), null),
        ),
    },
    userAuthentication: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId }, done) =>
        void callApi('broadcasting/user', { socket_id: socketId }).then(({ body }) =>
          done(null, body as { auth: string; user_data: string }),
        ),
    },
  })
  pusher.signin()
  return pusher
}
