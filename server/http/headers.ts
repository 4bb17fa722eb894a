import type { FastifyReply, FastifyRequest } from 'fastify'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine writes styles of its own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const always = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Headers that every answer carries, errors too. What the API answers is kept nowhere. */
export async function secureHeaders(request: FastifyRequest, reply: FastifyReply) {
  reply.headers(always)
  if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
}
