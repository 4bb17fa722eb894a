import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { frameOf } from './frame.ts'

/** What a client reads of texts whose frames come in one piece. */
async function read(texts: readonly string[]): Promise<string[]> {
  const server = createServer()
  const webSockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, stream, head) =>
    webSockets.handleUpgrade(request, stream, head, () => stream.write(Buffer.concat(texts.map(frameOf)))),
  )
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const heard: string[] = []
  await new Promise<void>((settle, fail) => {
    client.once('error', fail)
    client.on('message', (bytes: Buffer, isBinary) => {
      heard.push(isBinary ? 'binary' : bytes.toString())
      if (heard.length === texts.length) settle()
    })
  })
  client.terminate()
  server.close()
  return heard
}

test('a text comes whole, however long it is, and many come in their order', async () => {
  const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((length) => 'x'.repeat(length))
  expect(await read(texts)).toEqual(texts)
})

test('a length is of bytes, not of letters', async () => {
  const texts = ['ޙުކުމް', 'ހ'.repeat(63), '😀'.repeat(40)]
  expect(await read(texts)).toEqual(texts)
})
