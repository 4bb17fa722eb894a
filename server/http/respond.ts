import type { FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from '#server/config/errorCode.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { ApiError, tooMany } from '#server/endpoint/apiError.ts'
import { QueueFull } from '#server/security/boundedQueue.ts'
import { PoolUnavailable } from '#server/workerPool/workerPool.ts'
import type { ApiErrorCode } from '#shared/messages.ts'
import { seal } from './envelope.ts'
import { languageOf, loggedPath } from './request.ts'

type Result = { status: number; headers: Record<string, string>; body: object }

/** Runs a handler and converts its result, or what it throws, into a response. */
export async function resultOf(request: FastifyRequest, run: () => Promise<object>): Promise<Result> {
  try {
    return { status: 200, headers: {}, body: { Status: 'success', Message: '', ...(await run()) } }
  } catch (error) {
    return failureOf(error, request)
  }
}

/** The response to an error. An unexpected error is logged under the request id that the response names. */
export function failureOf(error: unknown, request: FastifyRequest): Result {
  const apiError = error instanceof ApiError ? error : apiErrorOf(error)
  if (apiError) return errorResponse(apiError, request)
  const status = clientErrorStatusOf(error)
  if (status !== undefined) return { ...errorResponse(clientError(status), request), status }

  request.log.error({ err: error, path: loggedPath(request) }, 'unexpected error')
  return errorResponse(new ApiError('broken', { values: { id: request.id.slice(0, 8) } }), request)
}

const errorResponse = (apiError: ApiError, request: FastifyRequest): Result => ({
  status: apiError.status,
  headers: {
    ...(apiError.retryAfterSeconds !== undefined && { 'retry-after': String(apiError.retryAfterSeconds) }),
    // RFC 9110 §15.5.2. Browsers show no dialog for this scheme.
    ...(apiError.status === 401 && { 'www-authenticate': 'Bearer' }),
  },
  body: apiError.toAnswer(languageOf(request)),
})

/** Errors of the disk: no space, or none for this user. */
const noSpace: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT'])

/** Errors of PostgreSQL, the disk, and full queues that the load causes. */
function apiErrorOf(error: unknown): ApiError | undefined {
  if (noSpace.has(codeOf(error))) return new ApiError('disk-full')
  if (error instanceof QueueFull) return tooMany(error.retryAfterSeconds)
  if (error instanceof PoolUnavailable)
    return new ApiError('unavailable', { retryAfterSeconds: error.retryAfterSeconds })
  return isUnavailable(error) ? new ApiError('unavailable') : undefined
}

/** The status of a library's error that the client causes, such as a body that is too large. */
function clientErrorStatusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status < 500 ? status : undefined
}

const clientErrorCodes: Record<number, ApiErrorCode> = {
  404: 'not-found',
  413: 'too-large',
  415: 'wrong-media-type',
  431: 'too-large',
}

/** The error of a request that a library, not an endpoint, rejects with a status. */
export const clientError = (status: number) => new ApiError(clientErrorCodes[status] ?? 'bad-request')

/**
 * Sends the body, in an envelope when the request has a session, and writes the log line of the request. `input`: the parsed
 * body of the request.
 */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Result,
  input?: unknown,
) {
  const { session } = request
  const text = JSON.stringify(body)
  const about = `${request.method} ${request.url.replace(/\?.*$/, '')} ${status}`
  // A 403 is logged as a warning, so that it is visible where successful requests are not logged.
  request.log[status === 403 ? 'warn' : 'info']({
    path: loggedPath(request),
    user: session?.user_id,
    status,
    // What a denied call was about; of a record that the user may not see, the answer is that there is none.
    ...((status === 403 || status === 404) && { record: recordOf(input) }),
    ms: Math.round(reply.elapsedTime),
  })
  await reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(session ? JSON.stringify(await seal(text, { token: session.token, about })) : text)
}

/** The id in the input of a call, which may be invalid. */
const recordOf = (input: unknown) =>
  typeof input === 'object' && input !== null && 'id' in input && Number.isSafeInteger(input.id) ? input.id : undefined
