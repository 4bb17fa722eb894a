import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

let api: Api
let token: string

beforeAll(async () => {
  api = await openApi()
  const { body } = await api.call('auth/login', { email: await buildUser(api.databaseUrl), password })
  token = String(body['encodedToken'])
})
afterAll(() => api.close())

test('a call that does not exist is refused, also one with the name of something built in', async () => {
  for (const path of ['no/such', 'constructor', '__proto__', 'toString', ''])
    expect(await api.call(path)).toMatchObject({ status: 404, body: { code: 'no-such-call' } })
})

test('a call is made the way it is written, reading by GET, everything else by POST', async () => {
  const refusal = { status: 405, body: { code: 'wrong-method' } }
  expect(await api.call('auth/me', {}, { token })).toMatchObject(refusal)
  expect(await api.call('auth/login', undefined, { method: 'GET' })).toMatchObject(refusal)
  const allowed = async (path: string, method: 'POST' | 'TRACE') =>
    (await api.app.inject({ method, url: `/api/${path}` } as never)).headers['allow']
  expect([await allowed('auth/me', 'POST'), await allowed('auth/login', 'TRACE')]).toEqual(['GET', 'POST'])
  expect([await allowed('openapi.json', 'POST'), await allowed('files/upload', 'TRACE')]).toEqual(['GET, HEAD', 'POST'])
  expect([await allowed('*', 'POST'), await allowed('no/such', 'TRACE')]).toEqual([undefined, undefined])
})

test.each([
  ['what is no JSON', '{"email":'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
])('%s is refused with a sentence', async (_what, raw) => {
  expect(await api.call('auth/login', undefined, { raw })).toMatchObject({
    status: 400,
    body: { Status: 'error', code: 'not-json' },
  })
})

test('a body of another kind than JSON is refused', async () => {
  expect(
    await api.call('auth/login', undefined, { raw: 'email=a', headers: { 'content-type': 'text/plain' } }),
  ).toMatchObject({ status: 415, body: { code: 'wrong-media-type' } })
})

test('a body that is too large is refused', async () => {
  const raw = JSON.stringify({ email: 'a'.repeat(1_200_000) })
  expect(await api.call('auth/login', undefined, { raw })).toMatchObject({ status: 413, body: { code: 'too-large' } })
})

test('everything wrong with a request is said at once', async () => {
  const { status, body } = await api.call('auth/login', { email: ['a@b.mv'], more: 1 })
  expect(status).toBe(400)
  expect(Object.keys(errorsOf(body)).sort()).toEqual(['email', 'more', 'password'])
})

test('a character that cannot be stored is rejected by the name of its field', async () => {
  const { status, body } = await api.call('auth/login', { email: 'a@b.mv', password: 'a\0b\uD800' })
  expect(status).toBe(400)
  expect(Object.keys(errorsOf(body))).toEqual(['password'])
})

test('a body that is no object is refused', async () => {
  for (const raw of ['[]', '"text"', '1', 'null', 'true'])
    expect((await api.call('auth/login', undefined, { raw })).status).toBe(400)
  expect(await api.call('auth/sessions', undefined, { token, raw: 'null' })).toMatchObject({ status: 400 })
  expect(await api.call('auth/sessions', undefined, { token, raw: '' })).toMatchObject({ status: 200 })
})

test('the sentence comes in the language of the reader', async () => {
  const ask = async (language: string) =>
    (await api.call('auth/login', { email: 'a@b.mv', password: 'x' }, { headers: { 'accept-language': language } }))
      .body['Message']
  expect(await ask('en')).toBe('E-mail or password is incorrect.')
  expect(await ask('dv')).toBe('އީމެއިލް ނުވަތަ ޕާސްވޯޑް ރަނގަޅެއް ނޫން')
})

test('a token that has ended gets a plain answer that says so', async () => {
  expect(await api.call('auth/logout', {}, { token: 'dead' })).toMatchObject({
    status: 401,
    sealed: false,
    body: { code: 'no-session' },
  })
})

test('every answer carries the headers that protect its reader', async () => {
  const response = await api.app.inject({ method: 'POST', url: '/api/no/such' })
  expect(response.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  expect(response.headers['content-security-policy']).toContain("default-src 'none'")
})

test.each(['null', 'https://hukum.example.evil', 'http://localhost:4000', 'HTTP://LOCALHOST'])(
  'a page of the origin %s is not allowed to read an answer, and its preflight is refused',
  async (origin) => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    for (const method of ['OPTIONS', 'POST'] as const) {
      const response = await api.app.inject({ method, url: '/api/auth/login', headers })
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  },
)

test('an address that holds a passage of 10,000 letters is read, and one that is much longer is not', async () => {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const statusOf = async (letters: number) =>
    (await fetch(`${address}/api/no/such?q=${encodeURIComponent('ހ'.repeat(letters))}`)).status
  expect(await statusOf(10_000)).toBe(404)
  expect(await statusOf(20_000)).toBe(431)
})
