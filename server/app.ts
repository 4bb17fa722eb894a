import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { apiTokenEndpoints } from '#server/auth/apiTokens.ts'
import { changePasswordEndpoints } from '#server/auth/changePassword.ts'
import { emailChangeEndpoints } from '#server/auth/emailChange.ts'
import { factorEndpoints } from '#server/auth/factors/endpoints.ts'
import { loginEndpoints } from '#server/auth/login.ts'
import { profileEndpoints } from '#server/auth/profile.ts'
import { registerEndpoints } from '#server/auth/register.ts'
import { resetEndpoints } from '#server/auth/reset.ts'
import { createAuthServices } from '#server/auth/services.ts'
import { sessionEndpoints } from '#server/auth/sessions.ts'
import { verifyEndpoints } from '#server/auth/verify.ts'
import type { Env } from '#server/config/env.ts'
import { liveKeyOf, type Secrets } from '#server/config/secrets.ts'
import type { Db } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica.ts'
import { serveDocs } from '#server/docs/routes.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Endpoints, withScope } from '#server/endpoint/endpoint.ts'
import { fileEndpoints } from '#server/files/endpoints.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { resumableEndpoints } from '#server/files/resumable.ts'
import { serveFiles } from '#server/files/serveFiles.ts'
import { serveUploads } from '#server/files/upload.ts'
import { drainOnClose } from '#server/http/drain.ts'
import { type Admission, isReserved, refuseWhenOverloaded } from '#server/http/admission.ts'
import { serveHealth, type ReadinessProbe } from '#server/http/health.ts'
import { secureHeaders } from '#server/http/headers.ts'
import { type RequestServices, tokenOf } from '#server/http/request.ts'
import { createRawErrors, type RawErrors } from '#server/http/rawErrors.ts'
import { failureOf, send } from '#server/http/respond.ts'
import { serveEndpoints } from '#server/http/serveEndpoints.ts'
import { createReadingCounter, type RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { liveEndpoints } from '#server/live/endpoints.ts'
import { socketOriginOf, externalBroadcasterOf } from '#server/live/externalBroadcaster.ts'
import { noteEndpoints } from '#server/notes/endpoints.ts'
import { notificationEndpoints } from '#server/notifications/endpoints.ts'
import { loadListed, resourceEndpoints } from '#server/resources/index.ts'
import { recordEndpoints, searchEndpoints } from '#server/search/api/endpoints.ts'
import type { SearchLog } from '#server/search/log/searchLog.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { isApiToken } from '#server/security/apiTokens.ts'
import { liveKeysOf } from '#server/security/signing.ts'
import { restoreApiToken } from '#server/session/apiTokenSession.ts'
import { restoreSession } from '#server/session/session.ts'
import type { Log } from '#server/telemetry/log.ts'
import type { WorkerPool } from '#server/workerPool/workerPool.ts'
import { limits } from '#shared/limits.ts'

/** Everything that endpoints are built from. */
type EndpointDependencies = {
  env: Env
  db: Db
  secrets: Secrets
  /** The secrets as they are now: keys may have been rotated. */
  readSecretsAgain?: (() => Secrets) | undefined
  search: SearchIndex
  searchLog: SearchLog
  rateLimiter: RateLimiter
  files: FileStore
}

/** Dependency injection: everything that the application is built from. */
type AppDependencies = EndpointDependencies & {
  /** Connections of their own for the calls that are served under any load (`http/admission.ts`). */
  reserved: Db
  /** Answers reads in place of `db`. */
  replica?: Replica | undefined
  log: Log
  readiness: ReadinessProbe
  workerPool: Pick<WorkerPool, 'offload'>
  admission: Admission
  /** Hooks that measure or trace requests; they run first. */
  instruments?: readonly ((app: FastifyInstance) => void)[]
}

/** Every endpoint by its path. */
export function endpointsOf(dependencies: EndpointDependencies): Endpoints {
  const auth = createAuthServices(dependencies)
  const countReading = createReadingCounter(dependencies.rateLimiter)
  const ofResources = resourceEndpoints(dependencies)
  return {
    ...loginEndpoints(auth),
    ...verifyEndpoints(auth),
    ...factorEndpoints(auth),
    ...sessionEndpoints(auth),
    ...profileEndpoints(auth),
    ...registerEndpoints(auth),
    ...resetEndpoints(auth),
    ...changePasswordEndpoints(auth),
    ...emailChangeEndpoints(auth),
    ...apiTokenEndpoints(auth),
    ...withScope('library', {
      ...searchEndpoints(dependencies.search, dependencies.searchLog),
      ...recordEndpoints(countReading),
    }),
    ...withScope('notes', noteEndpoints(countReading)),
    ...notificationEndpoints,
    ...liveEndpoints({
      keys: liveKeysOf(liveKeyOf(dependencies.secrets)),
      port: dependencies.env.WS_PORT ?? null,
      broadcaster: externalBroadcasterOf(dependencies.env),
      loadRows: loadListed,
    }),
    ...fileEndpoints(ofResources, dependencies.env.FILES_URL),
    ...withScope('records:write', resumableEndpoints(dependencies.files)),
    ...ofResources,
  }
}

type Databases = { db: Db; reserved: Db }
type Tokens = Pick<ReturnType<typeof createAuthServices>, 'tokens' | 'apiTokens'>

/** Restores the session of a token, or the rights of a personal API token. */
const createSessionReader =
  ({ db, reserved }: Databases, { tokens, apiTokens }: Tokens): RequestServices['sessionOf'] =>
  (request) => {
    const token = tokenOf(request)
    return isApiToken(token)
      ? restoreApiToken({ db, apiTokens }, token)
      : restoreSession({ db: isReserved(request) ? reserved : db, tokens }, token)
  }

/** Composes the HTTP application. It listens to nothing yet: `serve` and the tests do that. */
export function buildApp(dependencies: AppDependencies): FastifyInstance {
  const { env, log, db, reserved } = dependencies
  const broadcaster = externalBroadcasterOf(env)
  const addHeaders = secureHeaders({
    socketPort: env.WS_PORT,
    externalOrigin: broadcaster && socketOriginOf(broadcaster),
    publicUrl: env.PUBLIC_URL,
  })
  const { rejectBytes, rejectExpectation } = createRawErrors(env.PUBLIC_URL)
  const app = openFastify({ env, log }, { addHeaders, rejectBytes })
  const endpoints = endpointsOf(dependencies)
  const auth = createAuthServices(dependencies)
  const { links, devices } = auth
  const services: RequestServices = {
    sessionOf: createSessionReader({ db, reserved }, auth),
    links,
    devices,
    isSecure: env.PUBLIC_URL?.startsWith('https:') ?? false,
    offload: dependencies.workerPool.offload,
  }
  const { isDraining } = drainOnClose(app)
  for (const instrument of dependencies.instruments ?? []) instrument(app)
  app.decorateRequest('session', undefined)
  app.addHook('onRequest', async (request, reply) => {
    addHeaders(request, reply)
    requireHost(request, reply)
    refuseEncodedBody(request)
  })
  refuseWhenOverloaded(app, dependencies.admission)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  serveHealth(app, { readiness: dependencies.readiness, isDraining })
  serveDocs(app, { ...dependencies, ...services, endpoints })
  serveUploads(app, { ...dependencies, ...services })
  serveEndpoints(app, { ...dependencies, ...services, endpoints })
  serveFiles(app, { ...dependencies, links })
  app.setErrorHandler((error, request, reply) => send(request, reply, failureOf(error, request)))
  app.server.on('checkExpectation', rejectExpectation)
  return app
}

/** RFC 9112 §3.2: a request of HTTP/1.1 names its host, and none names two. One that does otherwise ends its connection. */
function requireHost({ raw }: FastifyRequest, reply: FastifyReply) {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return
  reply.header('connection', 'close')
  throw new ApiError('bad-request')
}

/** RFC 9110 §8.4: no body is decompressed, and none is read as if it were not compressed. */
function refuseEncodedBody({ headers }: FastifyRequest) {
  const { 'content-encoding': encoding = 'identity' } = headers
  if (encoding.toLowerCase() !== 'identity') throw new ApiError('wrong-media-type')
}

type EdgeHandlers = Pick<RawErrors, 'rejectBytes'> & { addHeaders: ReturnType<typeof secureHeaders> }

function openFastify(
  { env, log }: Pick<AppDependencies, 'env' | 'log'>,
  { addHeaders, rejectBytes }: EdgeHandlers,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  return fastify({
    loggerInstance,
    // `http/respond.ts` writes one line for each request.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    bodyLimit: limits.request.body_bytes,
    genReqId: () => randomUUID(),
    // A target in absolute form (RFC 9112 §3.2.2) is the path in it, for routes, headers, logs and envelopes alike.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
    // A file link is one segment of at most so many characters.
    routerOptions: { maxParamLength: 200 },
    requestTimeout: limits.request.timeout_ms,
    // A call that arrives on an open connection during a shutdown is answered (`http/drain.ts`).
    return503OnClosing: false,
    clientErrorHandler: rejectBytes,
    // No hook or error handler runs for an address that cannot be decoded or has too long a segment.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      addHeaders(request, reply)
      const { status, body } = failureOf(new ApiError('not-found'), request)
      void reply.code(status).send(body)
    },
    http: {
      maxHeaderSize: limits.request.header_bytes,
      // Node's own response would lack our headers.
      requireHostHeader: false,
      // Other protocol upgrades, such as h2c, are ignored (RFC 9110 §7.8).
      shouldUpgradeCallback(this: Server, { headers }) {
        return headers.upgrade?.toLowerCase() === 'websocket' && this.listenerCount('upgrade') > 0
      },
    },
    // Only the addresses that our own proxies append to X-Forwarded-For are trusted.
    trustProxy: (_address, hop) => hop < env.TRUSTED_PROXIES,
  })
}
