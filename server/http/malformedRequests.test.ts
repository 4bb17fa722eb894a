import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiErrors } from '#shared/messages.ts'
import { limits } from '#shared/limits.ts'
import { type Api, errorsOf, openApi, openEnvelope } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import type { Envelope } from './envelope.ts'
import { sendBytes } from '#test/rawHttp.ts'
import { serveStaticFiles } from './staticFiles.ts'

const web = mkdtempSync(join(tmpdir(), 'hukum-malformed-'))
let api: Api
let port: number
let token: string

beforeAll(async () => {
  mkdirSync(join(web, 'assets'))
  writeFileSync(join(web, 'index.html'), '<title>Hukum</title><head></head>')
  writeFileSync(join(web, 'assets/main-3c4d.js'), 'export {}')
  api = await openApi()
  await serveStaticFiles(api.app, web, { NOTIFICATIONS: 'on' } as never)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = (api.app.server.address() as AddressInfo).port
  const { body } = await api.call('auth/login', { email: await buildUser(api.databaseUrl), password })
  token = String(body['encodedToken'])
})
afterAll(async () => {
  await api.close()
  rmSync(web, { recursive: true, force: true })
})

const head = (method: string, target: string, ...lines: string[]) =>
  [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n')

/** Sends bytes as they are and reads the whole response. */
async function answerTo(bytes: string) {
  const answer = await sendBytes(port, bytes)
  const [headers = '', body = ''] = answer.split('\r\n\r\n', 2)
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1]), headers: headers.toLowerCase(), body }
}

const json = 'Content-Type: application/json'
const long = 'n'.repeat(300)
const targets = [
  ...['/%2e%2e/', '//x', '//', '/assets/.', '/assets/..', '/assets/', '/.', '/..', '/%', '/%zz', '/%00', '/a%2fb'],
  ...[`/${long}`, `/assets/${long}`, `/files/${long}`, `/api/${long}`, `/api/${long}/${long}`, '/assets/%2e%2e/x'],
  ...['http://localhost/api/auth/me', 'http://localhost', 'http://', 'HTTP://LOCALHOST/', 'ftp://x/y', 'x', '*'],
  ...[
    '/api',
    '/api/',
    '/api//',
    '/api/.',
    '/api/%2e%2e/x',
    '/api/__proto__',
    '/api/constructor',
    '/files/',
    '/files/%',
  ],
  ...['/?%', '/api/auth/me?%ff', '/api/docs/x', '/\ufffd', '/;x', '/a;b?c#d'],
]

describe.each(['GET', 'HEAD', 'POST', 'QUERY', 'OPTIONS', 'PROPFIND', 'DELETE'])('%s', (method) => {
  test.each(targets)(`a request for %j is answered without a server error`, async (target) => {
    const { status, headers } = await answerTo(head(method, target))
    expect(status).toBeLessThan(500)
    expect(status).toBeGreaterThan(199)
    expect(headers).toContain('x-content-type-options: nosniff')
    expect(headers).toContain('content-security-policy: default-src')
  })
})

test.each(['bearer', 'BEARER'])('the scheme of a token may be written as %j', async (scheme) => {
  const headers = { authorization: `${scheme} ${token}` }
  expect((await api.app.inject({ method: 'POST', url: '/api/auth/sessions', headers })).statusCode).toBe(200)
})

test.each([
  ['EN', 'en'],
  ['En-gb', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['enm', 'dv'],
  ['en;q=0', 'dv'],
  ['en;q=0.5, dv', 'dv'],
  ['fr, en;q=0.8', 'en'],
  ['dv', 'dv'],
])('the accepted language %j gets messages in %j', async (accepted, language) => {
  const { body } = await api.call('auth/sessions', {}, { headers: { 'accept-language': accepted } })
  expect(body['Message']).toBe(apiErrors['no-session'][language === 'en' ? 2 : 1])
})

test('a refusal without a session names the scheme of its token', async () => {
  const { headers } = await api.app.inject({ method: 'POST', url: '/api/auth/sessions' })
  expect(headers['www-authenticate']).toBe('Bearer')
})

test('an absolute address reaches the endpoint that it names', async () => {
  const { status, body } = await answerTo(head('GET', 'http://localhost/api/auth/me'))
  expect([status, JSON.parse(body)]).toMatchObject([401, { code: 'no-session' }])
})

test('an answer to an absolute address is not cached, and its envelope is sealed with the path', async () => {
  const target = 'HTTP://localhost/api/auth/sessions?x'
  const bytes = head('POST', target, json, 'Content-Length: 2', `Authorization: Bearer ${token}`)
  const { status, headers, body } = await answerTo(`${bytes}{}`)
  expect([status, headers]).toEqual([200, expect.stringContaining('cache-control: no-store')])
  const envelope = JSON.parse(body) as Envelope
  expect(openEnvelope(envelope, token, 'POST /api/auth/sessions 200')).toMatchObject({ Status: 'success' })
})

const tooLong = `X: ${'x'.repeat(limits.request.header_bytes)}`

test.each<[what: string, bytes: string, status: number]>([
  ['bytes that are no HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', head('HELLO', '/'), 400],
  ['an unknown version', 'GET / HTTP/9.9\r\n\r\n', 400],
  ['a broken header', head('GET', '/', 'no colon'), 400],
  ['two hosts', head('GET', '/healthz', 'Host: localhost'), 400],
  ['two lengths', head('POST', '/api/auth/login', json, 'Content-Length: 1', 'Content-Length: 2'), 400],
  [
    'a length and chunks',
    head('POST', '/api/auth/login', json, 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    400,
  ],
  ['a broken chunk', `${head('POST', '/api/auth/login', json, 'Transfer-Encoding: chunked')}zz\r\n`, 400],
  ['headers beyond the limit', head('GET', '/', tooLong), 431],
  [
    'a body beyond the limit',
    `${head('POST', '/api/auth/login', json, 'Content-Length: 16385')}${'x'.repeat(16_385)}`,
    413,
  ],
  [
    'a body of another kind',
    `${head('POST', '/api/auth/login', 'Content-Type: text/plain', 'Content-Length: 1')}x`,
    415,
  ],
  [
    'a compressed body',
    `${head('POST', '/api/auth/login', json, 'Content-Encoding: gzip', 'Content-Length: 2')}{}`,
    415,
  ],
  ['a malformed kind', `${head('POST', '/api/auth/login', 'Content-Type: \x01;;', 'Content-Length: 1')}x`, 400],
  ['a kind that is no kind', `${head('POST', '/api/auth/login', 'Content-Type: ;;', 'Content-Length: 1')}x`, 415],
  ['an expectation', `${head('POST', '/api/auth/login', json, 'Expect: 200-ok', 'Content-Length: 2')}{}`, 417],
])('%s is rejected with the headers and the body of every error', async (_what, bytes, expected) => {
  const { status, headers, body } = await answerTo(bytes)
  expect(status).toBe(expected)
  expect(headers).toContain('x-content-type-options: nosniff')
  expect(headers).toContain('content-security-policy: default-src')
  expect(headers).toContain('cache-control: no-store')
  expect(headers).toContain('content-type: application/json; charset=utf-8')
  const failure = JSON.parse(body) as { code: string }
  expect(failure).toMatchObject({ Status: 'error', payload: { errors: {} } })
  expect(Object.keys(apiErrors)).toContain(failure.code)
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test.each([
  ['__proto__', '{"__proto__": 1}'],
  ['constructor', '{"constructor": {"prototype": 1}}'],
  ['toString', '{"toString": "x"}'],
  ['hasOwnProperty', '{"hasOwnProperty": null}'],
])('a field called %s is rejected by its name', async (name, raw) => {
  const { status, body } = await api.call('auth/login', undefined, { raw })
  expect(status).toBe(400)
  expect(Object.keys(errorsOf(body))).toContain(name)
})

test('a value that is nested 5,000 or 30,000 deep is rejected', async () => {
  for (const depth of [5000, 30_000])
    for (const raw of [nested(depth), `{"email": ${nested(depth)}}`, `{"x": ${nested(depth)}}`])
      expect((await api.call('auth/profile/update', undefined, { raw, token })).status).toBe(400)
})

test('at most twenty of many invalid fields are listed, their names cut', async () => {
  const raw = JSON.stringify(Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`${at}${'k'.repeat(100)}`, 1])))
  const { status, body } = await api.call('auth/login', undefined, { raw })
  expect(status).toBe(400)
  const names = Object.keys(errorsOf(body))
  expect(names).toHaveLength(limits.request.listed_errors)
  expect(Math.max(...names.map((name) => name.length))).toBe(limits.request.field_letters)
})

test('an error that a session gets before its body is read comes in its envelope', async () => {
  const answer = await api.call('courts/create', { name: 'x'.repeat(70_000) }, { token })
  expect(answer).toMatchObject({ status: 403, sealed: true, body: { code: 'not-allowed' } })
  const large = await api.call('auth/profile/update', { Name: 'x'.repeat(70_000) }, { token })
  expect(large).toMatchObject({ status: 413, sealed: true, body: { code: 'too-large' } })
})
