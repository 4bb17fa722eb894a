import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/env.ts'
import { escape } from '#shared/delta/html.ts'

const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/**
 * Serves the built web: hashed files for ever, its one page never kept. Paths that are no file are routes of the web,
 * which shows its own not-found page. What an installation has decided for the screens stands in the page's head.
 */
export async function serveWeb(app: FastifyInstance, decided: Decided) {
  if (!existsSync(folder)) return
  const page = headOf(readFileSync(`${folder}index.html`, 'utf8'), decided)
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

type Decided = Pick<Env, 'PRODUCT_NAME' | 'NOTIFICATIONS' | 'NOTIFICATIONS_PAGE' | 'NOTIFICATIONS_HEIGHT'>

function headOf(page: string, decided: Decided) {
  const { PRODUCT_NAME: name, NOTIFICATIONS: notifications } = decided
  const title = name === undefined ? page : page.replace(/<title>.*?<\/title>/, `<title>${escape(name)}</title>`)
  const metas = {
    'application-name': name,
    notifications: notifications === 'on' ? undefined : notifications,
    'notifications-page': decided.NOTIFICATIONS_PAGE,
    'notifications-height': decided.NOTIFICATIONS_HEIGHT,
  }
  const written = Object.entries(metas).flatMap(([meta, content]) =>
    content === undefined ? [] : `<meta name="${meta}" content="${escape(String(content))}" />`,
  )
  return title.replace('</head>', `${written.join('')}</head>`)
}
