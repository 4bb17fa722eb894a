import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { RawErrors } from '#server/http/rawErrors.ts'
import { limits } from '#shared/limits.ts'
import { Socket } from './socket.ts'
import type { SocketRegistry } from './sockets.ts'
import { type Message, decodeMessage, type ErrorReason, encodeMessage, encodeError } from './protocol.ts'

/** An application (in the terms of Pusher) whose sockets this process holds, and its callbacks. */
export type Application = {
  key: string
  sockets: SocketRegistry
  /** Whether a page of this origin may open sockets here. */
  isAllowedOrigin: (request: IncomingMessage) => boolean
  onMessage: (socket: Socket, message: Message) => void
  onDisconnect: (socket: Socket) => void
}

/** Admission control: the rate of new sockets, and how a handshake is refused before it costs one. */
export type SocketAdmission = {
  /** The network of a client, whose sockets are counted together. */
  networkOf: (request: IncomingMessage) => string
  /** Counts a new socket of a network. Throws `too-many` above the rate. */
  admit: (network: string) => Promise<void>
  refuse: RawErrors['refuse']
}

/**
 * Accepts WebSocket connections to `/app/{key}` on a server; returns a function that stops accepting and closes all
 * sockets. `now`: milliseconds of a monotonic clock.
 */
export function acceptConnections(
  server: Server,
  applications: readonly Application[],
  { networkOf, admit, refuse }: SocketAdmission,
  now = () => performance.now(),
): () => Promise<void> {
  const { frame_bytes } = limits.live
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: frame_bytes, perMessageDeflate: false })
  webSockets.on('wsClientError', (_error, stream) => refuse(stream, new ApiError('bad-request')))

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Without a listener, a client that disconnects during the handshake would crash the process.
    stream.on('error', ignore)
    const key = applicationKeyOf(request)
    const application = applications.find((one) => one.key === key)
    if (application?.isAllowedOrigin(request) === false) {
      refuse(stream, new ApiError('not-allowed'))
      return
    }
    const network = networkOf(request)
    const tooMany = await admit(network).catch(asApiError)
    if (tooMany) {
      refuse(stream, tooMany)
      return
    }
    webSockets.handleUpgrade(request, stream, head, (connection) => {
      connection.on('error', ignore)
      const socket = new Socket(connection, stream, network, now)
      const reason = connectionErrorOf(request, key, application)
      if (reason) socket.close(reason)
      else if (application) openSocket(connection, socket, application)
    })
  }
  server.on('upgrade', (...upgraded: Parameters<typeof upgrade>) => void upgrade(...upgraded))

  // The listener stays while the server drains: a handshake is answered by 503 from now on, and not as a request for a page.
  return async () => {
    for (const { sockets } of applications) for (const socket of sockets.all()) socket.close('the server stops')
    await new Promise<void>((resolve) => webSockets.close(() => resolve()))
    for (const connection of webSockets.clients) connection.terminate()
  }
}

/** Any other error is a fault of the server. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Defined at module scope: a closure created per request would keep the request in memory while the socket is open. */
const ignore = () => undefined

/**
 * Browsers send an Origin header, other programs need not. `publicUrl` is the configured address of the web; without
 * it, the host name of the request must match.
 */
export const isOurOrigin =
  (publicUrl: string | undefined) =>
  ({ headers: { origin, host } }: IncomingMessage): boolean => {
    if (origin === undefined) return true
    if (!URL.canParse(origin)) return false
    if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
    // The sockets may use another port, but never another host name.
    return URL.canParse(`http://${host}`) && new URL(origin).hostname === new URL(`http://${host}`).hostname
  }

function openSocket(connection: WebSocket, socket: Socket, { sockets, onMessage, onDisconnect }: Application) {
  sockets.add(socket)
  connection.once('close', () => {
    onDisconnect(socket)
    sockets.remove(socket)
  })
  connection.on('pong', () => socket.markActive())
  connection.on('message', (bytes: Buffer, isBinary) => {
    socket.markActive()
    if (!socket.takeMessageToken()) {
      socket.close('too much at once')
      return
    }
    const message = isBinary ? undefined : decodeMessage(bytes.toString('utf8'))
    if (message) onMessage(socket, message)
    else socket.send(encodeError('the message cannot be read'))
  })
  const { activity_seconds: activity_timeout } = limits.live
  socket.send(encodeMessage('pusher:connection_established', { socket_id: socket.id, activity_timeout }))
}

/** Splits the URL by hand: an arbitrary request target must not be given to the URL parser, which throws on some. */
const requestAddressOf = ({ url = '' }: IncomingMessage) => {
  const [path = '', query = ''] = url.split('?', 2)
  return { path, query: new URLSearchParams(query) }
}

const applicationKeyOf = (request: IncomingMessage) => /^\/app\/([^/]+)$/.exec(requestAddressOf(request).path)?.[1]

function connectionErrorOf(
  request: IncomingMessage,
  key: string | undefined,
  application: Application | undefined,
): ErrorReason | undefined {
  if (key === undefined) return 'no such path'
  if (!application) return 'no such application'
  const protocol = requestAddressOf(request).query.get('protocol')
  if (protocol === null) return 'the protocol must be named'
  if (!['5', '6', '7'].includes(protocol)) return 'this protocol is not spoken here'
  return application.sockets.count() >= limits.live.sockets ? 'too much at once' : undefined
}
