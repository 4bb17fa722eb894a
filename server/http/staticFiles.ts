import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '#server/config/env.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { escape } from '#shared/delta/html.ts'
import { allowStyleNonce } from './headers.ts'

/** The folder that `scripts/buildWeb.ts` writes to. */
export const builtWeb = fileURLToPath(new URL('../../dist/web', import.meta.url))

const page = 'index.html'
const manifest = 'manifest.webmanifest'

/**
 * Serves the built web: its files, and its one page at every path that can be a route of the web's router, which has a
 * not-found screen. Where the web was not built, every such path is 404.
 */
export async function serveStaticFiles(app: FastifyInstance, folder: string, settings: Settings) {
  if (!existsSync(join(folder, page))) {
    app.setNotFoundHandler(() => {
      throw new ApiError('not-found')
    })
    return
  }
  const paths = filesIn(folder)
  await app.register((files) => serveFiles(files, folder, paths))
  serveManifest(app, join(folder, manifest), settings)
  servePage(app, paths, renderPage(readFileSync(join(folder, page), 'utf8'), settings))
}

/**
 * The paths of the files that are there at the start: the path of a request never reaches the disk, and what the build
 * writes next to the files (compressed copies, its own stamp) has no address.
 */
function filesIn(folder: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.|\.(?:br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return new Set(names.filter((name) => name !== page && name !== manifest).map((name) => `/${name}`))
}

/** The files of a folder share one route: the router would compile one for each of several hundred at every start. */
async function serveFiles(app: FastifyInstance, folder: string, paths: ReadonlySet<string>) {
  app.setErrorHandler(answerPrecondition)
  await app.register(fastifyStatic, optionsOf(folder))
  for (const route of routesOf(paths))
    app.get(route, (request, reply) => {
      const path = decodeURIComponent(pathOf(request.url))
      if (paths.has(path)) reply.sendFile(path)
      else reply.callNotFound()
    })
}

const routesOf = (paths: ReadonlySet<string>) =>
  new Set(Array.from(paths, (path) => path.replace(/^(\/[^/]+\/).*/s, '$1*')))

const optionsOf = (folder: string): FastifyStaticOptions => ({
  root: folder,
  serve: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) => {
    // Vite puts a hash into the names of assets: a changed file has another name.
    const isHashed = path.startsWith(join(folder, 'assets/'))
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  },
})

/** 412 and 416: the client requested a version or a range that the file lacks. Any other error is a fault of the server. */
async function answerPrecondition(error: HttpError, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers = {}, code } = error
  // The client has closed the connection in the middle of a file.
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy()
  else if (status === 412 || status === 416) await reply.code(status).headers(headers).send()
  else throw error
}

type HttpError = Error & { status?: number; headers?: Record<string, string>; code?: string }

/** Serves the web app manifest, with the name of the installation if it has one. */
function serveManifest(app: FastifyInstance, file: string, { PRODUCT_NAME: name }: Settings) {
  if (!existsSync(file)) return
  const text = readFileSync(file, 'utf8')
  const renamed =
    name === undefined ? text : JSON.stringify({ ...(JSON.parse(text) as object), name, short_name: name })
  app.get(`/${manifest}`, (_request, reply) =>
    reply.headers({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' }).send(renamed),
  )
}

/** What no page is at: a probe, a scraper, or a handshake that a proxy took the upgrade from must not be answered by 200. */
const otherPaths = ['api', 'app', 'files', 'healthz', 'readyz', 'metrics']

/** What is neither a page nor a file of the web, and is answered to GET and HEAD: the manifest, probes, and file links. */
const otherReads = /^\/(?:manifest\.webmanifest|healthz|readyz(?:\/proxy)?|files\/[^/]+)$/

/** Answers every path that has no route: by the page, or by 404; by 405 where only another method is answered. */
function servePage(app: FastifyInstance, files: ReadonlySet<string>, text: string) {
  const reserved = new Set([...otherPaths, ...foldersOf(files)])
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isPagePath(path, reserved)
    if (reads && (isPage || isMistyped(path, reserved, request))) {
      const nonce = allowStyleNonce(reply)
      return reply
        .code(isPage ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(text.replace('</head>', `<meta name="style-nonce" nonce="${nonce}" /></head>`))
    }
    if (!reads && (isPage || files.has(path) || otherReads.test(path))) {
      return reply.code(405).header('allow', 'GET, HEAD').send()
    }
    throw new ApiError('not-found')
  })
}

const foldersOf = (files: ReadonlySet<string>) =>
  Array.from(files, (path) => path.split('/')).flatMap(([, first = '', ...rest]) => (rest.length > 0 ? [first] : []))

const pathOf = (address: string) => address.replace(/[?#].*$/s, '')

/** Routes of the web have no dot (a file name, `..`, `.git`), no empty segment but the last, and nothing unprintable. */
const pagePath = /^(?:\/[^/.\\\p{Cc}]+)*\/?$/u

/** The same with dots inside a segment. */
const dottedPath = /^(?:\/[^/.\\\p{Cc}][^/\\\p{Cc}]*)+\/?$/u

function isPagePath(path: string, reserved: ReadonlySet<string>, pattern = pagePath) {
  const decoded = decodeURIComponent(path)
  return pattern.test(decoded) && !reserved.has(decoded.split('/')[1] ?? '')
}

/** end-user §2: a user who opens an address that is no page sees the not-found screen, not the answer to a program. */
const isMistyped = (path: string, reserved: ReadonlySet<string>, { headers }: FastifyRequest) =>
  headers.accept?.includes('text/html') === true && isPagePath(path, reserved, dottedPath)

type Settings = Pick<Env, 'PRODUCT_NAME' | 'NOTIFICATIONS' | 'NOTIFICATIONS_PAGE' | 'NOTIFICATIONS_HEIGHT'>

/** The page with the settings of this installation in its head, where the scripts read them. */
function renderPage(html: string, { PRODUCT_NAME: name, NOTIFICATIONS: notifications, ...settings }: Settings) {
  const metas = {
    'application-name': name,
    notifications: notifications === 'on' ? undefined : notifications,
    'notifications-page': settings.NOTIFICATIONS_PAGE,
    'notifications-height': settings.NOTIFICATIONS_HEIGHT,
  }
  const head = Object.entries(metas).flatMap(([meta, content]) =>
    content === undefined ? [] : `<meta name="${meta}" content="${escape(String(content))}" />`,
  )
  return html
    .replace(/<title>.*?<\/title>/, (title) => (name === undefined ? title : `<title>${escape(name)}</title>`))
    .replace('</head>', () => `${head.join('')}</head>`)
}
