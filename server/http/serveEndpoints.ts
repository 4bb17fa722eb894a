import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Secrets } from '#server/config/secrets.ts'
import type { Db } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { Size } from '#server/security/boundedQueue.ts'
import { limits } from '#shared/limits.ts'
import { reservedCalls } from './admission.ts'
import { authorizeAndCount, countGuest } from './authorize.ts'
import { handle } from './handle.ts'
import { createBodyQueue } from './bodyQueue.ts'
import { createRunOnce } from './idempotency.ts'
import { callOf, header, identify, type RequestServices } from './request.ts'
import { resultOf, send } from './respond.ts'

type Options = RequestServices & {
  endpoints: Endpoints
  db: Db
  replica?: Replica | undefined
  reserved: Db
  rateLimiter: RateLimiter
  secrets: Secrets
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The large bodies that are handled and that wait. */
    largeBodies: () => Size
  }
}

/**
 * Serves every endpoint that takes JSON. Session, permission and limits are checked in `onRequest`: the body of a rejected
 * call is never read.
 */
export function serveEndpoints(
  app: FastifyInstance,
  { endpoints, db, replica, reserved, rateLimiter, secrets, ...services }: Options,
) {
  const runOnce = createRunOnce(secrets)
  const waitForTurn = createBodyQueue(limits.request.large_bodies)
  app.decorate('largeBodies', waitForTurn.size)
  for (const [path, endpoint] of Object.entries(endpoints)) {
    const { method = 'POST', bodyBytes = limits.request.body_bytes } = endpoint
    const dependencies = { db: reservedCalls.includes(path) ? reserved : db, replica, rateLimiter, runOnce }
    app.route({
      method,
      url: `/api/${path}`,
      exposeHeadRoute: false,
      bodyLimit: bodyBytes,
      onRequest: async (request) => {
        const declaredBytes = Number(header(request, 'content-length') ?? 0)
        await authorizeAndCount(
          rateLimiter,
          { ...endpoint, bodyBytes },
          await identify(request, services),
          declaredBytes,
        )
      },
      ...(bodyBytes > limits.request.body_bytes && { preParsing: waitForTurn }),
      handler: async (request, reply) => {
        let body: unknown
        const result = await resultOf(request, async () => {
          const call = await callOf(request, reply, services)
          body = call.body
          return handle(dependencies, { ...endpoint, path }, call)
        })
        await send(request, reply, result, body)
      },
    })
  }
  rejectOtherCalls(app, rateLimiter, services)
}

/** Calls that do not exist: 405 with `Allow` where only the method is another. */
function rejectOtherCalls(app: FastifyInstance, rateLimiter: RateLimiter, services: RequestServices) {
  const reject = async (request: FastifyRequest, reply: FastifyReply) => {
    await countGuest(rateLimiter, await identify(request, services))
    const allowed = allowedMethods(app, request.url.replace(/\?.*$/s, ''))
    if (allowed.length === 0) throw new ApiError('no-such-call')
    reply.header('allow', allowed.join(', '))
    throw new ApiError('wrong-method')
  }
  app.all('/api/*', { onRequest: reject }, reject)
}

/** The methods of a path that has a route of its own. */
const allowedMethods = (app: FastifyInstance, url: string) =>
  (['GET', 'HEAD', 'POST'] as const).filter((method) => {
    const route = app.findRoute({ method, url }) as FoundRoute | null
    return route !== null && !('*' in route.params)
  })

/** `findRoute` returns null without a route, which its type does not say. */
type FoundRoute = ReturnType<FastifyInstance['findRoute']>
