import type { FastifyReply, FastifyRequest } from 'fastify'

const policyOf = (sockets: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine writes styles of its own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${sockets}`,
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

type Sockets = {
  /** When they have a port of their own. */
  socketPort: number | undefined
  /** Where a broadcaster outside has them. */
  outside: string | undefined
}

/**
 * Headers that every answer carries, errors too. Responses of the API are never cached. Sockets on a port of their own,
 * or outside, are of another origin, which pages must be allowed.
 */
export function secureHeaders({ socketPort, outside }: Sockets) {
  const socketsOf = (hostname: string) => {
    if (outside !== undefined) return ` ${outside}`
    const host = `${hostname}:${socketPort}`
    return socketPort === undefined || !/^[\w.-]+:\d+$/.test(host) ? '' : ` ws://${host} wss://${host}`
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    const policy = policyOf(socketsOf(request.hostname))
    reply.headers({ ...always, 'content-security-policy': policy })
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  }
}
