import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { limits } from '#shared/limits.ts'
import { Socket } from './socket.ts'
import type { Sockets } from './sockets.ts'
import { type Message, readMessage, type Trouble, write, writeTrouble } from './protocol.ts'

/** An application whose sockets are kept here, and what is done when they speak or go. */
export type Application = {
  key: string
  sockets: Sockets
  /** Whether a page of this origin may have its sockets here. */
  mayCome: (request: IncomingMessage) => boolean
  onMessage: (socket: Socket, message: Message) => void
  onGone: (socket: Socket) => void
}

/** Takes connections to `/app/{key}` on a server, and answers what takes them no longer. */
export function accept(server: Server, applications: readonly Application[]): () => Promise<void> {
  const { frame_bytes } = limits.live
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: frame_bytes, perMessageDeflate: false })

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Whoever goes before he is answered would else take the process with him.
    stream.on('error', ignore)
    const key = keyOf(request)
    const application = applications.find((one) => one.key === key)
    if (application?.mayCome(request) === false) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => stream.destroy())
      return
    }
    webSockets.handleUpgrade(request, stream, head, (connection) => {
      connection.on('error', ignore)
      const socket = new Socket(connection, stream)
      const trouble = troubleOf(request, key, application)
      if (trouble) socket.close(trouble)
      else if (application) greet(connection, socket, application)
    })
  }
  server.on('upgrade', upgrade)

  return async () => {
    server.off('upgrade', upgrade)
    for (const { sockets } of applications) for (const socket of sockets.all()) socket.close('the server stops')
    await new Promise<void>((settle) => webSockets.close(() => settle()))
    for (const connection of webSockets.clients) connection.terminate()
  }
}

/** Made out here: a function made beside a request would keep the whole of it for as long as the socket is open. */
const ignore = () => undefined

/**
 * A browser says where its page is from; other programs need not. `publicUrl` is the web's own address, when it was
 * told; else it is the host that is asked.
 */
export const isOurOrigin =
  (publicUrl: string | undefined) =>
  ({ headers: { origin, host } }: IncomingMessage): boolean => {
    if (origin === undefined) return true
    if (!URL.canParse(origin)) return false
    if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
    // The sockets may have a port of their own, never a name of their own.
    return URL.canParse(`http://${host}`) && new URL(origin).hostname === new URL(`http://${host}`).hostname
  }

function greet(connection: WebSocket, socket: Socket, { sockets, onMessage, onGone }: Application) {
  sockets.add(socket)
  connection.once('close', () => {
    onGone(socket)
    sockets.remove(socket)
  })
  connection.on('pong', () => socket.hear())
  connection.on('message', (bytes: Buffer, isBinary) => {
    socket.hear()
    if (!socket.mayTalk()) {
      socket.close('too much at once')
      return
    }
    const message = isBinary ? undefined : readMessage(bytes.toString('utf8'))
    if (message) onMessage(socket, message)
    else socket.send(writeTrouble('the message cannot be read'))
  })
  const { activity_seconds: activity_timeout } = limits.live
  socket.send(write('pusher:connection_established', { socket_id: socket.id, activity_timeout }))
}

/** What anybody may send is no address of the library's: it is cut, never read as one. */
const addressOf = ({ url = '' }: IncomingMessage) => {
  const [path = '', query = ''] = url.split('?', 2)
  return { path, query: new URLSearchParams(query) }
}

const keyOf = (request: IncomingMessage) => /^\/app\/([^/]+)$/.exec(addressOf(request).path)?.[1]

function troubleOf(
  request: IncomingMessage,
  key: string | undefined,
  application: Application | undefined,
): Trouble | undefined {
  if (key === undefined) return 'no such path'
  if (!application) return 'no such application'
  const protocol = addressOf(request).query.get('protocol')
  if (protocol === null) return 'the protocol must be named'
  if (!['5', '6', '7'].includes(protocol)) return 'this protocol is not spoken here'
  return application.sockets.count() >= limits.live.sockets ? 'too much at once' : undefined
}
