import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '#server/endpoint/apiError.ts'
import { commonHeaders, transportSecurityOf } from './headers.ts'
import { clientError } from './respond.ts'

/** Errors of Node's HTTP parser and its timeout → HTTP status; any other is 400. */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

export type RawErrors = ReturnType<typeof createRawErrors>

/**
 * Errors that are written without Fastify, where it has no request: with the headers and the body of every other error.
 * Without a request, only the public address says whether browsers use TLS.
 */
export function createRawErrors(publicUrl: string | undefined) {
  const responseTo = (error: ApiError) => {
    // The language of the client is unknown.
    const body = JSON.stringify(error.toAnswer('dv'))
    const headers: Record<string, string> = {
      ...commonHeaders,
      ...transportSecurityOf(publicUrl),
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
    }
    return { headers, body }
  }
  /** Writes the response to a socket and closes it. */
  const refuse = (socket: Duplex, error: ApiError, status: number = error.status) => {
    const { headers, body } = responseTo(error)
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}`
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
  }
  const respondWith = (error: ApiError, status: number) => (_request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = responseTo(error)
    response.writeHead(status, headers).end(body)
  }
  return {
    refuse,
    /** Responds to bytes that are not an HTTP request. */
    rejectBytes: ({ code = '' }: Error & { code?: string }, socket: Duplex) => {
      // The client has disconnected, or the response of an earlier request is being written.
      if (code === 'ECONNRESET' || !socket.writable) {
        socket.destroy()
        return
      }
      const status = statuses[code] ?? 400
      refuse(socket, clientError(status), status)
    },
    /** An `Expect` header other than `100-continue` (RFC 9110 §10.1.1), which Node rejects before Fastify gets the request. */
    rejectExpectation: respondWith(clientError(417), 417),
    /** A request to a port that has no resources. */
    rejectRequest: respondWith(new ApiError('not-found'), 404),
  }
}
