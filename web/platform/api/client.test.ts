import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seal } from '#server/http/envelope.ts'
import { connect, get, post } from './client.ts'

const ended = vi.fn()
let token: string | undefined
let socketId: string | undefined

beforeEach(() => {
  token = 'a.b.c'
  socketId = undefined
  ended.mockReset()
  connect({ token: () => token, language: () => 'en', socketId: () => socketId, sessionEnded: ended })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The network, answering this. What was asked stands in `calls`. */
function networkAnswering(answer: (url: string, init: RequestInit) => Promise<Response> | Response) {
  const fetch = vi.fn((url: string, init: RequestInit) => Promise.resolve(answer(url, init)))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const success = { Status: 'success', Message: '' }
const failure = (code: string) => ({ Status: 'error', Message: 'No.', code, payload: { errors: {} } })

test('a call says who asks, in which language, and what it wants', async () => {
  const fetch = networkAnswering(() => json({ ...success, Reference: 'aB3' }))
  const answer = await post('g/getRefByCN', { CaseNumber: '2013/HC-A/80' })

  expect(answer).toEqual({ ...success, Reference: 'aB3' })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('/api/g/getRefByCN')
  expect(init).toMatchObject({ method: 'POST', body: '{"CaseNumber":"2013/HC-A/80"}' })
  expect(init?.headers).toEqual({
    Accept: 'application/json',
    'Accept-Language': 'en',
    'Content-Type': 'application/json',
    Authorization: 'Bearer a.b.c',
  })
})

test('a call says beside which live connection it is made', async () => {
  socketId = '17.42'
  const fetch = networkAnswering(() => json(success))
  await post('auth/logout', {})
  expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({ 'X-Socket-Id': '17.42' })
})

test('a guest sends no token', async () => {
  token = undefined
  const fetch = networkAnswering(() => json(success))
  await post('auth/login', { email: 'a@hukum.test', password: 'p' })
  expect(fetch.mock.calls[0]?.[1].headers).not.toHaveProperty('Authorization')
})

test('a sealed answer is opened', async () => {
  const sealed = await seal(JSON.stringify({ ...success, data: 'ޙުކުމް' }), {
    token: 'a.b.c',
    about: 'GET /api/auth/me 200',
  })
  networkAnswering(() => json(sealed))
  expect(await get('auth/me')).toEqual({ ...success, data: 'ޙުކުމް' })
})

test.each([
  ['that cannot be opened', { v: 1, z: 0, s: 'AAAA', iv: 'AAAA', ct: 'AAAA' }],
  ['that is no answer', { hello: 'world' }],
  ['that is a failure without a code', { Status: 'error', Message: 'No.' }],
])('an answer %s is a failure, not an error', async (_name, body) => {
  networkAnswering(() => json(body))
  expect(await get('auth/me')).toMatchObject({ Status: 'error', code: 'unreadable', payload: { errors: {} } })
})

test('a page of a proxy that could not reach the server is trouble of the network', async () => {
  networkAnswering(() => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }))
  expect(await get('auth/me')).toMatchObject({ Status: 'error', code: 'network' })
})

test('a network that fails is a failure, not an error', async () => {
  networkAnswering(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await get('auth/me')).toMatchObject({
    Status: 'error',
    code: 'network',
    Message: expect.any(String) as string,
    payload: { errors: {} },
  })
})

test('a call that is no longer wanted throws, as its caller expects', async () => {
  networkAnswering((_url, { signal }) => Promise.reject(signal?.reason as Error))
  const abort = new AbortController()
  abort.abort()
  await expect(get('auth/me', { signal: abort.signal })).rejects.toThrow()
})

test('the end of the session is told, with the token that it was about', async () => {
  networkAnswering(() => json(failure('no-session'), 401))
  const answer = await post('g/getMeta', {})
  expect(answer).toMatchObject({ code: 'no-session' })
  expect(ended).toHaveBeenCalledExactlyOnceWith('a.b.c')
})

test('a wrong password is not the end of a session', async () => {
  networkAnswering(() => json(failure('bad-credentials'), 401))
  await post('auth/login', { email: 'a@hukum.test', password: 'p' })
  expect(ended).not.toHaveBeenCalled()
})
