import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { unlimited, until } from '#test/live.ts'
import { acceptConnections } from './accept.ts'
import { createSocketRegistry } from './sockets.ts'

test('a client that reads nothing is disconnected once its send buffer is full', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sockets = createSocketRegistry()
  const application = {
    key: 'key',
    sockets,
    isAllowedOrigin: () => true,
    onMessage: () => undefined,
    onDisconnect: () => undefined,
  }
  const close = acceptConnections(server, [application], unlimited)

  // A connection that completes the handshake and then never reads from its buffer.
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
  client.pause()
  client.write(
    [
      'GET /app/key?protocol=7 HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      '\r\n',
    ].join('\r\n'),
  )
  await until(() => sockets.count() === 1)
  const [socket] = sockets.all()
  const text = 'x'.repeat(limits.live.send_buffer_bytes / 4)
  // The kernel takes up to ten megabytes before the buffer of the socket fills.
  let sent = 0
  for (; sent < 60 && sockets.count() === 1; sent += 1) {
    socket?.send(text)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  client.destroy()
  await close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(sent).toBeLessThan(60)
})
