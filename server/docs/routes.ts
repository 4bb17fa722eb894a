import type { FastifyInstance } from 'fastify'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { describeApi } from './openapi.ts'
import { apiPage, apiPagePolicy } from './page.ts'

/**
 * Serves the API documentation as JSON and as a page. It reveals nothing that the endpoints do not. Rendered on the
 * first request.
 */
export function serveDocs(app: FastifyInstance, endpoints: Endpoints) {
  const json = once(() => JSON.stringify(describeApi(endpoints)))
  const page = once(() => apiPage(describeApi(endpoints)))
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(json()))
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', apiPagePolicy).send(page()),
  )
}

function once(render: () => string): () => string {
  let cached: string | undefined
  return () => (cached ??= render())
}
