import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** HTTP without the headers that clients add: `fetch` would send Accept-Encoding. */

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Sends exactly these headers and Host. */
export function askRaw(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

/**
 * Sends bytes and returns the response until the connection closes; with `reset`, the client resets it after that many
 * milliseconds.
 */
export function sendBytes(port: number, bytes: string, { reset }: { reset?: number } = {}) {
  return new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1')
      if (reset !== undefined) setTimeout(() => socket.resetAndDestroy(), reset)
    })
    socket.on('data', (part) => (answer += part.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
