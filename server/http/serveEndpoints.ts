import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/db/database.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import type { Limits } from '#server/limits/limits.ts'
import type { FileLinks } from '#server/session/fileLinks.ts'
import type { Session } from '#server/session/session.ts'
import { limits as bounds } from '#shared/limits.ts'
import { handle } from './handle.ts'
import { callOf } from './request.ts'
import { resultOf, send } from './respond.ts'

/** Restores the session of a request, and signs its links to files. */
export type RequestServices = {
  sessionOf: (request: FastifyRequest) => Promise<Session | undefined>
  links: FileLinks
}

type Options = RequestServices & {
  endpoints: Endpoints
  db: Db
  limits: Limits
  /** The paths whose body may be as large as a judgment. */
  documentPaths: readonly string[]
}

/** Serves every endpoint that takes JSON. */
export function serveEndpoints(
  app: FastifyInstance,
  { endpoints, db, limits, sessionOf, links, documentPaths }: Options,
) {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await sessionOf(request)
    const result = await resultOf(request, () => handle({ endpoints, db, limits }, callOf(request, session, links)))
    await send(request, reply, session, result)
  }
  for (const path of documentPaths) app.all(`/api/${path}`, { bodyLimit: bounds.request.document_bytes }, answer)
  app.all('/api/*', answer)
}
