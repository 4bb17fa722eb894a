import type { FastifyInstance } from 'fastify'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { describeApi } from './openapi.ts'
import { apiPage } from './page.ts'

/** What the API is, for machines and for people; it tells nothing that the doors would not. Made when it is first asked for. */
export function serveDocs(app: FastifyInstance, endpoints: Endpoints) {
  const json = once(() => JSON.stringify(describeApi(endpoints)))
  const page = once(() => apiPage(describeApi(endpoints)))
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(json()))
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}
