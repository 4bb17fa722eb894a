import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { limits } from '#shared/limits.ts'
import { openSocket, type Socket } from './socket.ts'
import type { Sockets } from './sockets.ts'
import { type Message, readMessage, type Trouble, write, writeTrouble } from './wire.ts'

type Options = {
  key: string
  sockets: Sockets
  /** The web's own address, when it was told; else the host that is asked. */
  publicUrl: string | undefined
  onMessage: (socket: Socket, message: Message) => void
  onGone: (socket: Socket) => void
}

/** Takes connections to `/app/{key}` on a server, and answers what takes them no longer. */
export function accept(server: Server, options: Options): () => Promise<void> {
  const { frame_bytes } = limits.live
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: frame_bytes, perMessageDeflate: false })

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!isOurOrigin(request, options.publicUrl)) {
      stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    webSockets.handleUpgrade(request, stream, head, (connection) => greet(connection, request, options))
  }
  server.on('upgrade', upgrade)

  return async () => {
    server.off('upgrade', upgrade)
    for (const socket of options.sockets.all()) socket.close('the server stops')
    await new Promise<void>((settle) => webSockets.close(() => settle()))
    for (const connection of webSockets.clients) connection.terminate()
  }
}

/** A browser says where its page is from; other programs need not. */
function isOurOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string | undefined) {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  // The sockets may have a port of their own, never a name of their own.
  return URL.canParse(`http://${host}`) && new URL(origin).hostname === new URL(`http://${host}`).hostname
}

function greet(connection: WebSocket, request: IncomingMessage, options: Options) {
  connection.on('error', () => undefined)
  const socket = openSocket(connection)
  const trouble = troubleOf(request, options)
  if (trouble) {
    socket.close(trouble)
    return
  }

  const { sockets, onMessage, onGone } = options
  sockets.add(socket)
  connection.once('close', () => {
    onGone(socket)
    sockets.remove(socket)
  })
  connection.on('message', (bytes: Buffer, isBinary) => {
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

function troubleOf({ url = '' }: IncomingMessage, { key, sockets }: Options): Trouble | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [, given] = /^\/app\/([^/]+)$/.exec(pathname) ?? []
  if (given === undefined) return 'no such path'
  if (given !== key) return 'no such application'
  const protocol = searchParams.get('protocol')
  if (protocol === null) return 'the protocol must be named'
  if (!['5', '6', '7'].includes(protocol)) return 'this protocol is not spoken here'
  return sockets.count() >= limits.live.sockets ? 'too much at once' : undefined
}
