import type { FastifyReply, FastifyRequest } from 'fastify'
import { readAddress } from '#server/endpoint/address.ts'
import type { Device, Devices } from '#server/security/devices.ts'
import { type FileLinks, anonymousSessionId } from '#server/session/fileLinks.ts'
import type { Session } from '#server/session/session.ts'
import type { Offload } from '#server/workerPool/workerPool.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import type { Call } from './handle.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { readBody } from './readBody.ts'

type SessionOf = (request: FastifyRequest) => Promise<Session | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the token, restored before the body is read. */
    session: Session | undefined
  }
}

export const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The bearer token; empty without one. No cookie authorizes a call, so CSRF needs no token of its own. */
export const tokenOf = (request: FastifyRequest) =>
  /^Bearer (\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1] ?? ''

/** Of our languages the one that is accepted most, by `Accept-Language` (RFC 9110, 12.5.4); Dhivehi when none is. */
export function languageOf(request: FastifyRequest): Language {
  const ranges = (header(request, 'accept-language') ?? '').split(',').flatMap((range) => {
    const [, tag, weight = '1'] = acceptedRange.exec(range.trim()) ?? []
    return tag === undefined || Number(weight) === 0 ? [] : { tag, weight: Number(weight) }
  })
  const [best] = ranges.toSorted((one, other) => other.weight - one.weight)
  return best?.tag.toLowerCase() === 'en' ? 'en' : 'dv'
}

const acceptedRange = /^(en|dv)(?:-[a-z\d-]+)?(?:\s*;\s*q=([01](?:\.\d*)?))?$/i

/** The path for the log: without the query, which may name persons, and without the token of a file link. */
export const loggedPath = ({ url }: FastifyRequest) => url.replace(/\?.*$/s, '').replace(/^\/files\/.*$/s, '/files/…')

/** What requests are read with: the session of a token, signatures of file links and device cookies, and whether the web is behind TLS. */
export type RequestServices = {
  sessionOf: SessionOf
  links: FileLinks
  devices: Devices
  isSecure: boolean
  offload: Offload
}

/**
 * What is known of the caller before the body is read. The address is read first: a client that has disconnected meanwhile
 * has none.
 */
export async function identify(request: FastifyRequest, { sessionOf, devices }: RequestServices) {
  const address = readAddress(request.ip)
  request.session = await sessionOf(request)
  return { address, session: request.session, device: deviceOf(request, devices) }
}

/** The two steps of signing in. The device cookie is read and set at no other path: it has those accounts that it had. */
const signInPaths: ReadonlySet<string> = new Set(['/api/auth/login', '/api/auth/verify'])
const deviceCookiePath = '/api/auth'

const isSignIn = (request: FastifyRequest) => signInPaths.has(request.routeOptions.url ?? '')

const deviceOf = (request: FastifyRequest, devices: Devices): Device | undefined =>
  isSignIn(request)
    ? devices.read(/(?:^|; )hukum-device=([\w.-]+)/.exec(header(request, 'cookie') ?? '')?.[1])
    : undefined

/** A request in the terms of `handle`. */
export const callOf = async (
  request: FastifyRequest,
  reply: FastifyReply,
  services: RequestServices,
): Promise<Call> => ({
  address: readAddress(request.ip),
  session: request.session,
  device: deviceOf(request, services.devices),
  setDeviceCookie: (cookie) => {
    if (isSignIn(request)) reply.header('set-cookie', deviceCookieOf(request, cookie, services))
  },
  body: await readBody(request.body),
  idempotencyKey: readIdempotencyKey(header(request, 'idempotency-key'), request.body),
  token: tokenOf(request),
  language: languageOf(request),
  socketId: header(request, 'x-socket-id'),
  userAgent: header(request, 'user-agent') ?? '',
  offload: services.offload,
  signedFileUrl: (file_id, needs) =>
    services.links.signedUrl({ file_id, session_id: request.session?.id ?? anonymousSessionId, needs }),
})

function deviceCookieOf(request: FastifyRequest, cookie: string, { isSecure }: RequestServices) {
  const secure = isSecure || request.protocol === 'https' ? '; Secure' : ''
  const age = limits.device.days * 86_400
  return `hukum-device=${cookie}; Path=${deviceCookiePath}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`
}
