import type { FastifyReply, FastifyRequest } from 'fastify'

const policyOf = (sockets: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine adds inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${sockets}`,
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The headers of a response to bytes that are not a request: no page, and nothing to store. */
export const headersWithoutRequest = {
  ...commonHeaders,
  'content-security-policy': policyOf(''),
  'cache-control': 'no-store',
}

type SocketOrigins = {
  /** The port of the sockets, when it differs from that of the web. */
  socketPort: number | undefined
  /** The origin of an external broadcaster. */
  externalOrigin: string | undefined
}

/**
 * Adds the headers of every response, also of errors. API responses are never cached. The content security policy
 * allows the origin of the sockets when it differs from that of the page.
 */
export function secureHeaders({ socketPort, externalOrigin }: SocketOrigins) {
  const socketSources = (hostname: string) => {
    if (externalOrigin !== undefined) return ` ${externalOrigin}`
    const host = `${hostname}:${socketPort}`
    return socketPort === undefined || !/^[\w.-]+:\d+$/.test(host) ? '' : ` ws://${host} wss://${host}`
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    const policy = policyOf(socketSources(request.hostname))
    reply.headers({ ...commonHeaders, 'content-security-policy': policy })
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  }
}
