import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { frameOf } from './frame.ts'

/** Sends the frames of the texts in one write and returns what a client reads. */
async function read(texts: readonly string[]): Promise<string[]> {
  const server = createServer()
  const webSockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, stream, head) =>
    webSockets.handleUpgrade(request, stream, head, () => stream.write(Buffer.concat(texts.map(frameOf)))),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const received: string[] = []
  await new Promise<void>((resolve, reject) => {
    client.once('error', reject)
    client.on('message', (bytes: Buffer, isBinary) => {
      received.push(isBinary ? 'binary' : bytes.toString())
      if (received.length === texts.length) resolve()
    })
  })
  client.terminate()
  server.close()
  return received
}

test('texts of any length arrive complete and in order', async () => {
  const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((length) => 'x'.repeat(length))
  expect(await read(texts)).toEqual(texts)
})

test('the length of a frame counts bytes, not characters', async () => {
  const texts = ['ޙުކުމް', 'ހ'.repeat(63), '😀'.repeat(40)]
  expect(await read(texts)).toEqual(texts)
})
