import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { escape } from '#shared/delta/html.ts'

const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/**
 * Serves the built web: hashed files for ever, its one page never kept. Paths that are no file are routes of the web,
 * which shows its own not-found page. An installation's own name for the product stands in the page's head.
 */
export async function serveWeb(app: FastifyInstance, { productName }: { productName: string | undefined }) {
  if (!existsSync(folder)) return
  const page = nameProduct(readFileSync(`${folder}index.html`, 'utf8'), productName)
  await app.register(staticFiles, {
    root: folder,
    index: false,
    globIgnore: ['**/index.html*'],
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !/^\/(api|assets)\//.test(request.url))
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
    return reply.code(404).send({ Status: 'error', Message: 'Not found.', code: 'not-found', payload: { errors: {} } })
  })
}

function nameProduct(page: string, name: string | undefined) {
  if (name === undefined) return page
  return page
    .replace(/<title>.*?<\/title>/, `<title>${escape(name)}</title>`)
    .replace('</head>', `<meta name="application-name" content="${escape(name)}" /></head>`)
}
