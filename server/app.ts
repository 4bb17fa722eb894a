import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { analysisEndpoints } from '#server/analysis/endpoints.ts'
import { serveDocs } from '#server/docs/routes.ts'
import { backOfficeEndpoints } from '#server/backOffice/endpoints.ts'
import { caseFileEndpoints } from '#server/caseFiles/endpoints.ts'
import { courtEndpoints } from '#server/courts/endpoints.ts'
import { changePasswordEndpoints } from '#server/auth/changePassword.ts'
import { buildAuthHouse } from '#server/auth/house.ts'
import { loginEndpoints } from '#server/auth/login.ts'
import { profileEndpoints } from '#server/auth/profile.ts'
import { registerEndpoints } from '#server/auth/register.ts'
import { resetEndpoints } from '#server/auth/reset.ts'
import { sessionEndpoints } from '#server/auth/sessions.ts'
import { restoreSession, type Session } from '#server/auth/session.ts'
import type { Db } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import { fileEndpoints } from '#server/files/endpoints.ts'
import { type Links, nobody } from '#server/files/links.ts'
import { serveFiles } from '#server/files/serveFiles.ts'
import type { FileStore } from '#server/files/store.ts'
import { takeUpload } from '#server/files/upload.ts'
import type { Endpoints } from '#server/http/endpoint.ts'
import { seal } from '#server/http/envelope.ts'
import { type Call, handle } from '#server/http/handle.ts'
import { Refusal } from '#server/http/refusal.ts'
import { secureHeaders } from '#server/http/headers.ts'
import type { Limits } from '#server/limits/limits.ts'
import { readAddress } from '#server/http/address.ts'
import { liveEndpoints } from '#server/live/endpoints.ts'
import { originOf, outsideOf } from '#server/live/outside.ts'
import { liveKeysOf } from '#server/live/sign.ts'
import { notificationEndpoints } from '#server/notifications/endpoints.ts'
import { loadListed } from '#server/kept.ts'
import { pageEndpoints } from '#server/pages/endpoints.ts'
import { searchEndpoints } from '#server/search/endpoints.ts'
import type { SearchIndex } from '#server/search/index.ts'
import type { Traces } from '#server/search/traces.ts'
import { roleEndpoints } from '#server/roles/endpoints.ts'
import type { Secrets } from '#server/secrets.ts'
import { userEndpoints } from '#server/users/endpoints.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { path } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'

/** Everything the application is built from. */
export type House = {
  env: Env
  db: Db
  secrets: Secrets
  search: SearchIndex
  traces: Traces
  limits: Limits
  files: FileStore
}

/** Every door there is: the table that the tests of the doors walk through. */
export function endpointsOf(house: House): Endpoints {
  const auth = buildAuthHouse(house)
  const ofResources = {
    ...caseFileEndpoints,
    ...courtEndpoints,
    ...analysisEndpoints,
    ...backOfficeEndpoints,
    ...userEndpoints(house.secrets, house.limits),
    ...roleEndpoints,
  }
  return {
    ...loginEndpoints(auth),
    ...sessionEndpoints(auth),
    ...profileEndpoints(auth),
    ...registerEndpoints(auth),
    ...resetEndpoints(auth),
    ...changePasswordEndpoints(auth),
    ...searchEndpoints(house.search, house.traces),
    ...pageEndpoints,
    ...notificationEndpoints,
    ...liveEndpoints({
      keys: liveKeysOf(house.secrets.token_key),
      port: house.env.WS_PORT ?? null,
      outside: outsideOf(house.env),
      loadRows: loadListed,
    }),
    ...fileEndpoints(ofResources, house.env.FILES_URL),
    ...ofResources,
  }
}

/** The request handler: pure wiring, used by tests too. */
export function build(house: House): FastifyInstance {
  const app = openFastify(house.env)
  const endpoints = endpointsOf(house)
  const { tokens, links } = buildAuthHouse(house)
  const sessionOf = (request: FastifyRequest) => restoreSession({ db: house.db, tokens }, tokenOf(request))

  const outside = outsideOf(house.env)
  app.addHook('onRequest', secureHeaders({ socketPort: house.env.WS_PORT, outside: outside && originOf(outside) }))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  serveDocs(app, endpoints)
  serveUploads(app, house, { sessionOf, links })
  serveCalls(app, house, { endpoints, sessionOf, links })
  serveFiles(app, { ...house, links })
  app.setErrorHandler(async (error, request, reply) => {
    const { status, headers, body } = failureOf(error, request, languageOf(request))
    await reply.code(status).headers(headers).send(body)
  })
  return app
}

function openFastify(env: Env): FastifyInstance {
  return fastify({
    logger: { level: env.LOG_LEVEL, base: null, redact: ['req.headers.authorization'] },
    // One line for each call is written by `send`.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.request.body_bytes,
    genReqId: () => randomUUID(),
    requestTimeout: limits.request.timeout_ms,
    http: { maxHeaderSize: limits.request.header_bytes },
    // The caller's own claim about its address is worth nothing; that of so many proxies of ours is.
    trustProxy: (_address, hop) => hop < env.TRUSTED_PROXIES,
  })
}

/** Whose a request is, and the addresses of files for him. */
type Callers = { sessionOf: (request: FastifyRequest) => Promise<Session | undefined>; links: Links }

/** Every call that is JSON, by its door. */
function serveCalls(
  app: FastifyInstance,
  house: House,
  { endpoints, sessionOf, links }: Callers & { endpoints: Endpoints },
) {
  const answerCall = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await sessionOf(request)
    const answer = await answerTo(
      request,
      () => handle({ endpoints, db: house.db, limits: house.limits }, callOf(request, session, links)),
      languageOf(request),
    )
    await send(request, reply, session, answer)
  }
  for (const call of documentCalls) app.all(`/api/${call}`, { bodyLimit: limits.request.document_bytes }, answerCall)
  app.all('/api/*', answerCall)
}

const callOf = (request: FastifyRequest, session: Session | undefined, links: Links): Call => ({
  method: request.method,
  path: request.url.replace(/^\/api\//, '').replace(/\?.*$/, ''),
  body: readBody(request.body),
  session,
  token: tokenOf(request),
  language: languageOf(request),
  socketId: header(request, 'x-socket-id'),
  address: readAddress(request.ip),
  userAgent: header(request, 'user-agent') ?? '',
  linkTo: (file_id) => links.linkTo({ file_id, session_id: session?.id ?? nobody }),
})

/** What may bring the text of a judgment. */
const documentCalls = (resources as readonly Resource[])
  .filter(({ fields }) => Object.values(fields).some(({ kind }) => kind === 'document'))
  .flatMap((resource) => [path(resource, 'create'), path(resource, 'update')])

/** The one call that is no JSON: a file as it is, in a room where its type is known. */
function serveUploads(app: FastifyInstance, house: House, { sessionOf, links }: Callers) {
  void app.register(async (room) => {
    room.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    room.post('/api/files/upload', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const session = await sessionOf(request)
      const body = request.body
      const answer = await answerTo(
        request,
        async () => {
          if (!(body instanceof Readable)) throw new Refusal('not-json')
          const data = await takeUpload(house, {
            session,
            body,
            address: readAddress(request.ip),
            name: header(request, 'x-file-name') ?? '',
            use: header(request, 'x-file-for') ?? '',
            type: header(request, 'x-file-type') ?? '',
            length: Number(header(request, 'content-length') ?? Number.NaN) || undefined,
          })
          return { data: { ...data, link: links.linkTo({ file_id: data.id, session_id: session?.id ?? nobody }) } }
        },
        languageOf(request),
      )
      await send(request, reply, session, answer)
    })
  })
}

type Result = { status: number; headers: Record<string, string>; body: object }

async function answerTo(request: FastifyRequest, run: () => Promise<object>, language: Language): Promise<Result> {
  try {
    return { status: 200, headers: {}, body: { Status: 'success', Message: '', ...(await run()) } }
  } catch (error) {
    return failureOf(error, request, language)
  }
}

/** A refusal is answered with its sentence; anything else is a fault, logged with the number that the reader is told. */
function failureOf(error: unknown, request: FastifyRequest, language: Language): Result {
  const refusal = error instanceof Refusal ? error : refusalOf(error)
  if (refusal) return refused(refusal, language)

  request.log.error({ err: error, id: request.id, path: request.url }, 'a call broke')
  return refused(new Refusal('broken', { values: { id: request.id.slice(0, 8) } }), language)
}

const refused = (refusal: Refusal, language: Language): Result => ({
  status: refusal.status,
  headers: refusal.retryAfterSeconds === undefined ? {} : { 'retry-after': String(refusal.retryAfterSeconds) },
  body: refusal.toAnswer(language),
})

/** What the libraries throw for things that are the caller's or the moment's, not ours. */
function refusalOf(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too-large')
  if (code.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_URL') return new Refusal('not-json')
  if (['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300'].includes(code)) return new Refusal('unavailable')
  return undefined
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | undefined,
  { status, headers, body }: Result,
) {
  const text = JSON.stringify(body)
  const about = `${request.method} ${request.url.replace(/\?.*$/, '')} ${status}`
  // Who was not allowed something is worth a line also where calls have none.
  request.log[status === 403 ? 'warn' : 'info']({
    id: request.id,
    path: request.url,
    user: session?.user_id,
    status,
    ms: Math.round(reply.elapsedTime),
  })
  await reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(session ? JSON.stringify(await seal(text, { token: session.token, about })) : text)
}

/** JSON in UTF-8, or a refusal: bytes that are no letters are not guessed at. */
function readBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    throw new Refusal('not-json')
  }
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

const tokenOf = (request: FastifyRequest) => /^Bearer (\S+)$/.exec(header(request, 'authorization') ?? '')?.[1] ?? ''

const languageOf = (request: FastifyRequest): Language =>
  header(request, 'accept-language')?.startsWith('en') ? 'en' : 'dv'
