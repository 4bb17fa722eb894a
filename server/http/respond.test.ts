import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { ApiError } from '#server/endpoint/apiError.ts'
import { QueueFull } from '#server/security/boundedQueue.ts'
import { PoolUnavailable } from '#server/workerPool/workerPool.ts'
import type { Session } from '#server/session/session.ts'
import { isEnvelope, openEnvelope } from '#web/platform/api/envelope.ts'
import { clientError, failureOf, resultOf, send } from './respond.ts'

type Line = Record<string, unknown>

/** A request, and what was logged about it. */
function requestWith(session?: Session) {
  const lines: Record<'error' | 'warn' | 'info', Line[]> = { error: [], warn: [], info: [] }
  const log = Object.fromEntries(Object.entries(lines).map(([level, into]) => [level, (line: Line) => into.push(line)]))
  const url = '/api/courts/find?name=Ali'
  const request = { log, session, url, method: 'POST', id: '0123456789abcdef', headers: { 'accept-language': 'en' } }
  return { request: request as unknown as FastifyRequest, lines }
}

const answerTo = (error: unknown) => failureOf(error, requestWith().request)
const coded = (code: string) => Object.assign(new Error('x'), { code })
const withStatus = (statusCode: unknown) => Object.assign(new Error('x'), { statusCode })

test('the answer of a call is a success with its result', async () => {
  const { request } = requestWith()
  expect(await resultOf(request, () => Promise.resolve({ data: [1] }))).toEqual({
    status: 200,
    headers: {},
    body: { Status: 'success', Message: '', data: [1] },
  })
  expect(await resultOf(request, () => Promise.reject(new ApiError('not-allowed')))).toMatchObject({ status: 403 })
})

test.each([
  ['of a disk without space', coded('ENOSPC'), 507, 'disk-full', undefined],
  ['of a quota of the disk', coded('EDQUOT'), 507, 'disk-full', undefined],
  ['of a full queue', new QueueFull('full'), 429, 'too-many', '2'],
  ['of a pool of threads', new PoolUnavailable('full'), 503, 'unavailable', '5'],
  ['of a database that is away', coded('ECONNREFUSED'), 503, 'unavailable', '5'],
  ['of a missing session', new ApiError('no-session'), 401, 'no-session', undefined],
  ['of a body that a library refuses', withStatus(413), 413, 'too-large', undefined],
  ['of a header that a library refuses', withStatus(431), 431, 'too-large', undefined],
  ['of a path that a library refuses', withStatus(404), 404, 'not-found', undefined],
  ['of a type that a library refuses', withStatus(415), 415, 'wrong-media-type', undefined],
  ['of the client, of another status', withStatus(499), 499, 'bad-request', undefined],
  ['of the client, of the first status', withStatus(400), 400, 'bad-request', undefined],
  ['of a library, of a status of the server', withStatus(500), 500, 'broken', undefined],
  ['of a library, of a status below', withStatus(399), 500, 'broken', undefined],
  ['that nobody expects', new Error('x'), 500, 'broken', undefined],
  ['that is no error', 'x', 500, 'broken', undefined],
  ['that only looks like one of a library', { statusCode: 413 }, 500, 'broken', undefined],
])('an error %s is answered by its status, its code and when to come again', (_what, error, status, code, wait) => {
  const answer = answerTo(error)
  expect(answer).toMatchObject({ status, body: { Status: 'error', code } })
  expect(answer.headers['retry-after']).toBe(wait)
})

test('only a missing session asks for a token, as HTTP requires', () => {
  expect(answerTo(new ApiError('no-session')).headers).toEqual({ 'www-authenticate': 'Bearer' })
  expect(answerTo(new ApiError('not-allowed')).headers).toEqual({})
})

test('only an unexpected error is logged, under the id that its answer names, without the query', () => {
  const { request, lines } = requestWith()
  const error = new Error('a secret of the server')
  const { body } = failureOf(error, request)
  expect(lines.error).toEqual([{ err: error, path: '/api/courts/find' }])
  expect(JSON.stringify(body)).toContain('01234567')
  expect(JSON.stringify(body)).not.toMatch(/secret|012345678/)
  failureOf(new ApiError('not-allowed'), request)
  failureOf(withStatus(413), request)
  expect(lines.error).toHaveLength(1)
})

test('an error of the protocol has the code of its status', () => {
  expect([404, 413, 415, 431, 408].map((status) => clientError(status).code)).toEqual([
    'not-found',
    'too-large',
    'wrong-media-type',
    'too-large',
    'bad-request',
  ])
})

/** What the client gets, and the lines of the log. */
async function sent(status: number, { session, input }: { session?: Session; input?: unknown } = {}) {
  const { request, lines } = requestWith(session)
  const answer: { code?: number; headers?: object; type?: string; text?: string } = {}
  const chained = (part: typeof answer) => {
    Object.assign(answer, part)
    return reply
  }
  const reply: Record<string, unknown> = {
    elapsedTime: 1.6,
    code: (code: number) => chained({ code }),
    headers: (headers: object) => chained({ headers }),
    type: (type: string) => chained({ type }),
    send: (text: string) => Promise.resolve(Object.assign(answer, { text })),
  }
  await send(request, reply as unknown as FastifyReply, { status, headers: { a: 'b' }, body: { data: 1 } }, input)
  return { ...answer, lines }
}

test('an answer without a session is plain JSON', async () => {
  const { lines, ...answer } = await sent(200)
  expect(answer).toEqual({
    code: 200,
    headers: { a: 'b' },
    type: 'application/json; charset=utf-8',
    text: '{"data":1}',
  })
  expect(lines).toEqual({
    error: [],
    warn: [],
    info: [{ path: '/api/courts/find', user: undefined, status: 200, ms: 2 }],
  })
})

test('an answer with a session is sealed for its token, its call without the query, and its status', async () => {
  const session = { token: 'a.b.c', user_id: 7 } as Session
  const { text = '', lines } = await sent(200, { session })
  const envelope: unknown = JSON.parse(text)
  if (!isEnvelope(envelope)) expect.unreachable()
  expect(await openEnvelope(envelope, { token: 'a.b.c', about: 'POST /api/courts/find 200' })).toBe('{"data":1}')
  expect(lines.info).toMatchObject([{ user: 7 }])
})

test('a denied call is logged as a warning with the record that it was about', async () => {
  expect((await sent(403, { input: { id: 12 } })).lines).toMatchObject({
    warn: [{ status: 403, record: 12 }],
    info: [],
  })
  expect((await sent(404, { input: { id: 12 } })).lines).toMatchObject({ warn: [], info: [{ record: 12 }] })
  for (const input of [undefined, null, 'id', {}, { id: 'x' }, { id: 1.5 }, { id: ['a name'] }])
    expect((await sent(403, { input })).lines.warn[0]?.['record'], JSON.stringify(input)).toBeUndefined()
  expect((await sent(200, { input: { id: 12 } })).lines.info[0]).not.toHaveProperty('record')
})
