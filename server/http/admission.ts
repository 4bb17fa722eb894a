import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ApiError } from '#server/endpoint/apiError.ts'
import { limits } from '#shared/limits.ts'

/**
 * The calls that are served under any load, over database connections of their own: signing in and out, and keeping a
 * session. Their own limits protect them (`endpoint/rateLimits.ts`, `security/passwords.ts`).
 */
export const reservedCalls: readonly string[] = [
  'auth/login',
  'auth/verify',
  'auth/verify/email',
  'auth/verify/passkey',
  'auth/logout',
  'auth/me',
  'auth/refresh',
]

const reservedUrls: ReadonlySet<string> = new Set(reservedCalls.map((path) => `/api/${path}`))

/** What shows that this process has more work than it can do. */
type Load = {
  /** By how much turns of the event loop are late. */
  loopDelay_ms: () => number
  /** The pool of ordinary calls. */
  pool: Pick<pg.Pool, 'waitingCount' | 'options' | 'on'>
}

export type Admission = ReturnType<typeof createAdmission>

/**
 * Admission control: ordinary calls are refused while many are in progress and the event loop is late, or too many wait for
 * the database. A busy machine alone, or one long turn, is no overload.
 */
export function createAdmission({ loopDelay_ms, pool }: Load, now = () => performance.now()) {
  const { loop_delay_ms, calls, waiting_per_connection, stalled_ms } = limits.request.overload
  const maxQueue = waiting_per_connection * pool.options.max
  let movedAt = now()
  let [inProgress, refused] = [0, 0]
  pool.on('acquire', () => (movedAt = now()))

  /** No call has got a connection for a second, although some wait. */
  function isStalled() {
    if (pool.waitingCount === 0) movedAt = now()
    return now() - movedAt > stalled_ms
  }
  const isLate = () => inProgress >= calls && loopDelay_ms() > loop_delay_ms

  return {
    /** Whether a call may begin, which is then in progress until `end`. */
    begin: () => {
      const isOverloaded = isStalled() || pool.waitingCount >= maxQueue || isLate()
      if (isOverloaded) refused += 1
      else inProgress += 1
      return !isOverloaded
    },
    end: () => void (inProgress -= 1),
    /** The calls in progress, and those that were refused since the start. */
    count: () => ({ inProgress, refused }),
  }
}

/** Refuses before anything else is done for the call. What is never refused is not an API call, or a reserved one. */
export function refuseWhenOverloaded(app: FastifyInstance, admission: Admission) {
  app.addHook('onRequest', async (request, reply) => {
    if (!isOrdinary(request)) return
    if (!admission.begin())
      throw new ApiError('unavailable', { retryAfterSeconds: limits.request.overload.retry_after_seconds })
    // The client can have disconnected already.
    if (reply.raw.destroyed) admission.end()
    else reply.raw.once('close', admission.end)
  })
}

const isOrdinary = ({ routeOptions: { url = '' } }: FastifyRequest) =>
  (url.startsWith('/api/') && !reservedUrls.has(url)) || url.startsWith('/files/')

/** Whether a request belongs to a reserved call. */
export const isReserved = ({ routeOptions: { url = '' } }: FastifyRequest) => reservedUrls.has(url)
