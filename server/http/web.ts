import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/**
 * Serves the built web: hashed files for ever, its one page never kept. Paths that are no file are routes of the web,
 * which shows its own not-found page.
 */
export async function serveWeb(app: FastifyInstance) {
  if (!existsSync(folder)) return
  await app.register(staticFiles, {
    root: folder,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !/^\/(api|assets)\//.test(request.url)) return reply.sendFile('index.html')
    return reply.code(404).send({ Status: 'error', Message: 'Not found.', code: 'not-found', payload: { errors: {} } })
  })
}
