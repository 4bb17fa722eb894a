import type { FastifyRequest } from 'fastify'
import { readAddress } from '#server/endpoint/address.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type FileLinks, ANONYMOUS_SESSION_ID } from '#server/session/fileLinks.ts'
import type { Session } from '#server/session/session.ts'
import type { Language } from '#shared/messages.ts'
import type { Call } from './handle.ts'

export type SessionOf = (request: FastifyRequest) => Promise<Session | undefined>

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

/** The bearer token; empty without one. */
export const tokenOf = (request: FastifyRequest) =>
  /^Bearer (\S+)$/.exec(header(request, 'authorization') ?? '')?.[1] ?? ''

export const languageOf = (request: FastifyRequest): Language =>
  header(request, 'accept-language')?.startsWith('en') ? 'en' : 'dv'

/** The path for the log: without the query, which may name persons, and without the token of a file link. */
export const loggedPath = ({ url }: FastifyRequest) => url.replace(/\?.*$/s, '').replace(/^\/files\/.*$/s, '/files/…')

/** Parses JSON in UTF-8. Throws `not-json`, also for bytes that are not UTF-8. */
function readBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    throw new ApiError('not-json')
  }
}

/** Restores the session of a request. The address is read first: a client that has disconnected meanwhile has none. */
export async function identify(request: FastifyRequest, sessionOf: SessionOf) {
  const address = readAddress(request.ip)
  request.session = await sessionOf(request)
  return { address, session: request.session }
}

/** A request in the terms of `handle`. */
export const callOf = (request: FastifyRequest, links: FileLinks): Call => ({
  address: readAddress(request.ip),
  session: request.session,
  body: readBody(request.body),
  token: tokenOf(request),
  language: languageOf(request),
  socketId: header(request, 'x-socket-id'),
  userAgent: header(request, 'user-agent') ?? '',
  signedFileUrl: (file_id, needs) =>
    links.signedUrl({ file_id, session_id: request.session?.id ?? ANONYMOUS_SESSION_ID, needs }),
})
