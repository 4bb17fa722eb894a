import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#server/db/unavailable.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { HashQueueFull } from '#server/security/passwords.ts'
import type { Session } from '#server/session/session.ts'
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

  request.log.error({ err: error, id: request.id, path: loggedPath(request) }, 'unexpected error')
  return errorResponse(new ApiError('broken', { values: { id: request.id.slice(0, 8) } }), request)
}

const errorResponse = (apiError: ApiError, request: FastifyRequest): Result => ({
  status: apiError.status,
  headers: apiError.retryAfterSeconds === undefined ? {} : { 'retry-after': String(apiError.retryAfterSeconds) },
  body: apiError.toAnswer(languageOf(request)),
})

/** Errors of Fastify, PostgreSQL and the hash queue that the caller or the load causes. */
function apiErrorOf(error: unknown): ApiError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('too-large')
  if (code.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_URL') return new ApiError('not-json')
  if (error instanceof HashQueueFull) return new ApiError('too-many', { retryAfterSeconds: error.retryAfterSeconds })
  return isUnavailable(error) ? new ApiError('unavailable') : undefined
}

/** Sends the body, in an envelope when the request has a session, and writes the log line of the request. */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | undefined,
  { status, headers, body }: Result,
) {
  const text = JSON.stringify(body)
  const about = `${request.method} ${request.url.replace(/\?.*$/, '')} ${status}`
  // A 403 is logged as a warning, so that it is visible where successful requests are not logged.
  request.log[status === 403 ? 'warn' : 'info']({
    id: request.id,
    path: loggedPath(request),
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
