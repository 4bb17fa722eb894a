import type { FastifyInstance } from 'fastify'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { describeApi } from './openapi.ts'
import { apiPage, apiPagePolicy } from './page.ts'

/**
 * Serves the API documentation as JSON and as a page. It reveals nothing that the endpoints do not. Rendered on the
 * first request.
 */
export function serveDocs(app: FastifyInstance, endpoints: Endpoints) {
  const api = once(() => describeApi(endpoints))
  const json = once(async () => JSON.stringify(await api()))
  const page = once(async () => apiPage(await api()))
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await json()),
  )
  app.get('/api/docs', async (_request, reply) =>
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
