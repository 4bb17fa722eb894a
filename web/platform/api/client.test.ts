import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seal } from '#server/http/envelope.ts'
import { connect, get, post } from './client.ts'

const onSessionEnd = vi.fn()
const onPermissionMissing = vi.fn()
let token: string | undefined
let socketId: string | undefined

beforeEach(() => {
  token = 'a.b.c'
  socketId = undefined
  onSessionEnd.mockReset()
  onPermissionMissing.mockReset()
  connect({
    token: () => token,
    renewToken: async () => undefined,
    language: () => 'en',
    socketId: () => socketId,
    sessionEnded: onSessionEnd,
    permissionMissing: onPermissionMissing,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Replaces `fetch` with a function that returns this answer, and records the calls. */
function stubFetch(answer: (url: string, init: RequestInit) => Promise<Response> | Response) {
  const fetch = vi.fn((url: string, init: RequestInit) => Promise.resolve(answer(url, init)))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const success = { Status: 'success', Message: '' }
const failure = (code: string) => ({ Status: 'error', Message: 'No.', code, payload: { errors: {} } })

test('a POST call sends the token, the language, and its input as JSON', async () => {
  const fetch = stubFetch(() => json({ ...success, Reference: 'aB3' }))
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

test('a call sends the socket id of the live connection', async () => {
  socketId = '17.42'
  const fetch = stubFetch(() => json(success))
  await post('auth/logout', {})
  expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({ 'X-Socket-Id': '17.42' })
})

test('a call without a session sends no token', async () => {
  token = undefined
  const fetch = stubFetch(() => json(success))
  await post('auth/login', { email: 'a@hukum.test', password: 'p' })
  expect(fetch.mock.calls[0]?.[1].headers).not.toHaveProperty('Authorization')
})

test('a sealed answer is decrypted with the token of the call', async () => {
  const sealed = await seal(JSON.stringify({ ...success, data: 'ޙުކުމް' }), {
    token: 'a.b.c',
    about: 'GET /api/auth/me 200',
  })
  stubFetch(() => json(sealed))
  expect(await get('auth/me')).toEqual({ ...success, data: 'ޙުކުމް' })
})

test.each([
  ['that cannot be decrypted', { v: 1, z: 0, s: 'AAAA', iv: 'AAAA', ct: 'AAAA' }],
  ['that has no `Status`', { hello: 'world' }],
  ['that is a failure without a code', { Status: 'error', Message: 'No.' }],
])('an answer %s becomes an `unreadable` failure and does not throw', async (_name, body) => {
  stubFetch(() => json(body))
  expect(await get('auth/me')).toMatchObject({ Status: 'error', code: 'unreadable', payload: { errors: {} } })
})

test('an HTML error page of a proxy becomes a `network` failure', async () => {
  stubFetch(() => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }))
  expect(await get('auth/me')).toMatchObject({ Status: 'error', code: 'network' })
})

test('a rejected fetch becomes a `network` failure and does not throw', async () => {
  stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await get('auth/me')).toMatchObject({
    Status: 'error',
    code: 'network',
    Message: expect.any(String) as string,
    payload: { errors: {} },
  })
})

test('a call that its caller aborts throws', async () => {
  stubFetch((_url, { signal }) => Promise.reject(signal?.reason as Error))
  const abort = new AbortController()
  abort.abort()
  await expect(get('auth/me', { signal: abort.signal })).rejects.toThrow()
})

/** Waits for a call while the pauses between its attempts pass at once. */
async function withoutPauses<Result>(call: () => Promise<Result>) {
  vi.useFakeTimers()
  const running = call()
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  return running
}

const keysOf = (fetch: ReturnType<typeof stubFetch>) =>
  fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))
const report = { Reference: 'aB3', Paragraph: 1, Quote: '', Message: 'An error' }
const reportOnce = (Message = report.Message) => postSave({ ...report, Message })
const postSave = (input: typeof report) => withoutPauses(() => post('g/reportError', input, { isSave: true }))

test('a save is sent again with the same key after a lost answer, a restarted database and a save in progress', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => json(failure('unavailable'), 503),
    () => json(failure('save-in-progress'), 409),
  ]
  const fetch = stubFetch(() => answers.shift()?.() ?? json(success))
  expect(await reportOnce()).toEqual(success)
  const [key, ...others] = keysOf(fetch)
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(others).toEqual([key, key, key])
})

test('a save that is refused is not sent again', async () => {
  const fetch = stubFetch(() => json(failure('changed-elsewhere'), 409))
  expect(await reportOnce()).toMatchObject({ code: 'changed-elsewhere' })
  expect(fetch).toHaveBeenCalledOnce()
})

test('a call that is no save is sent once, without a key', async () => {
  const fetch = stubFetch(() => json(failure('unavailable'), 503))
  await withoutPauses(() => post('g/getMeta', {}))
  expect(keysOf(fetch)).toEqual([null])
})

test('a user who repeats a save that got no answer sends it with the same key, and another save with another key', async () => {
  let isDown = true
  const fetch = stubFetch(() => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : json(success)))
  expect(await reportOnce('Repeated')).toMatchObject({ code: 'network' })
  const attempts = fetch.mock.calls.length
  expect(attempts).toBeGreaterThan(3)
  isDown = false
  await reportOnce('Another')
  await reportOnce('Repeated')
  await reportOnce('Repeated')
  const keys = keysOf(fetch)
  expect(new Set(keys.slice(0, attempts)).size).toBe(1)
  const [another, repeated, later] = keys.slice(attempts)
  expect(repeated).toBe(keys[0])
  expect(new Set([repeated, another, later]).size).toBe(3)
})

test('a save whose answer was lost before the session ended has the same key when the user makes it again', async () => {
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), () => json(failure('no-session'), 401)]
  const fetch = stubFetch(() => answers.shift()?.() ?? json(success))
  expect(await reportOnce('Lost')).toMatchObject({ code: 'no-session' })
  expect(await reportOnce('Lost')).toEqual(success)
  await reportOnce('Lost')
  const [first, second, afterSignIn, later] = keysOf(fetch)
  expect([second, afterSignIn]).toEqual([first, first])
  expect(later).not.toBe(first)
})

test('a save whose key belongs to another one has a new key when the user makes it again', async () => {
  const answers = [() => json('cut'), () => json(failure('key-reused'), 422)]
  const fetch = stubFetch(() => answers.shift()?.() ?? json(success))
  expect(await reportOnce('Cut')).toMatchObject({ code: 'unreadable' })
  expect(await reportOnce('Cut')).toMatchObject({ code: 'key-reused' })
  expect(await reportOnce('Cut')).toEqual(success)
  const [first, second, third] = keysOf(fetch)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a `no-session` answer reports the end of the session with the token of the call', async () => {
  stubFetch(() => json(failure('no-session'), 401))
  const answer = await post('g/getMeta', {})
  expect(answer).toMatchObject({ code: 'no-session' })
  expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith('a.b.c')
})

test('a `bad-credentials` answer does not report the end of the session', async () => {
  stubFetch(() => json(failure('bad-credentials'), 401))
  await post('auth/login', { email: 'a@hukum.test', password: 'p' })
  expect(onSessionEnd).not.toHaveBeenCalled()
})

test('an answer that the user may not copy any more has the permissions read again', async () => {
  stubFetch(() => json(failure('copy-not-allowed'), 403))
  await post('g/copy', { Reference: 'aB3', Letters: 1 })
  expect(onPermissionMissing).toHaveBeenCalledOnce()
})
