import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { countGuest } from '#server/http/authorize.ts'
import { identify, type RequestServices } from '#server/http/request.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { describeApi } from './openapi.ts'
import { apiPage, apiPagePolicy } from './page.ts'

type Options = RequestServices & { endpoints: Endpoints; rateLimiter: RateLimiter }

/**
 * Serves the API documentation as JSON and as a page. It reveals nothing that the endpoints do not. Rendered on the
 * first request.
 */
export function serveDocs(app: FastifyInstance, { endpoints, rateLimiter, ...services }: Options) {
  const onRequest = async (request: FastifyRequest) => countGuest(rateLimiter, await identify(request, services))
  const api = once(() => describeApi(endpoints))
  const json = once(async () => JSON.stringify(await api()))
  const page = once(async () => apiPage(await api()))
  app.get('/api/openapi.json', { onRequest }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await json()),
  )
  app.get('/api/docs', { onRequest }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', apiPagePolicy)
      .send(await page()),
  )
}

function once<Result>(render: () => Promise<Result>): () => Promise<Result> {
  let cached: Promise<Result> | undefined
  return () => (cached ??= render())
}
