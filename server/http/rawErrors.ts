import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { headersWithoutRequest } from './headers.ts'
import { clientError } from './respond.ts'

/** Errors of Node's HTTP parser and its timeout → HTTP status; any other is 400. */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Responds to bytes that are not an HTTP request, for which Node has no request and Fastify no hook. */
export function rejectBytes({ code = '' }: Error & { code?: string }, socket: Duplex) {
  // The client has disconnected, or the response of an earlier request is being written.
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statuses[code] ?? 400
  const { headers, body } = rawResponse(status)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** An `Expect` header other than `100-continue` (RFC 9110 §10.1.1), which Node rejects before Fastify gets the request. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse) {
  const { headers, body } = rawResponse(417)
  response.writeHead(417, headers).end(body)
}

/** The language of the client is unknown. */
function rawResponse(status: number) {
  const body = JSON.stringify(clientError(status).toAnswer('dv'))
  const headers = {
    ...headersWithoutRequest,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  return { headers, body }
}
