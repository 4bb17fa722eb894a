import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { writeBuiltWeb } from '#test/builtWeb.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import { unlimited } from '#test/live.ts'
import { askRaw, get, sendBytes } from '#test/rawHttp.ts'
import { serveStaticFiles } from './staticFiles.ts'
import { readEnv } from '#server/config/env.ts'
import { acceptConnections, type Application, isOurOrigin } from '#server/live/accept.ts'
import { openPort } from '#server/live/port.ts'
import { createSocketRegistry } from '#server/live/sockets.ts'
import { createRawErrors } from './rawErrors.ts'

const folder = mkdtempSync(join(tmpdir(), 'hukum-headers-'))
let api: Api
let port: number
let file: string

beforeAll(async () => {
  writeBuiltWeb(folder)
  api = await openApi({ env: { TRUSTED_PROXIES: '1' } })
  await serveStaticFiles(api.app, folder, readEnv({}))
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const editor = await api.as(await buildUser(api.databaseUrl, { can: ['create-caseFiles'] }), password)
  const headers = {
    'content-type': 'application/octet-stream',
    'x-file-for': 'caseFiles.pdf_file',
    'x-file-name': 'a.pdf',
  }
  const { body } = await editor('files/upload', undefined, { raw: pdf(), headers })
  file = (body['data'] as { link: string }).link
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(
    /^clipboard-write=\(self\), fullscreen=\(self\), publickey-credentials-create=\(self\), publickey-credentials-get=\(self\), /,
  ) as unknown,
}

const policyOf = (headers: object) => String((headers as Record<string, unknown>)['content-security-policy'])

test.each<[string, number, { path?: string; method?: string; headers?: Record<string, string> }]>([
  ['a page', 200, { path: '/home' }],
  ['a page asked for by HEAD', 200, { path: '/home', method: 'HEAD' }],
  ['a page asked for by POST', 405, { path: '/home', method: 'POST' }],
  ['a missing file', 404, { path: '/assets/no.js' }],
  ['an asset', 200, { path: '/assets/main-3c4d.js' }],
  ['a range of an asset', 206, { path: '/assets/main-3c4d.js', headers: { range: 'bytes=0-3' } }],
  ['a range beyond an asset', 416, { path: '/assets/main-3c4d.js', headers: { range: 'bytes=99999-' } }],
  ['an asset of another version', 412, { path: '/assets/main-3c4d.js', headers: { 'if-match': '"other"' } }],
  ['the manifest', 200, { path: '/manifest.webmanifest' }],
  ['robots.txt', 200, { path: '/robots.txt' }],
  ['a probe whether the process is alive', 200, { path: '/healthz' }],
  ['a probe whether the process is ready', 503, { path: '/readyz' }],
  ['the metrics, which have a port of their own', 404, { path: '/metrics' }],
  ['a probe with a wrong address', 404, { path: '/readyz/' }],
  ['the API documentation', 200, { path: '/api/docs' }],
  ['the OpenAPI document', 200, { path: '/api/openapi.json' }],
  ['a call without a session', 401, { path: '/api/auth/me' }],
  ['a call that does not exist', 404, { path: '/api/no/such', method: 'POST' }],
  [
    'an upload without a session',
    415,
    { path: '/api/files/upload', method: 'POST', headers: { 'content-type': 'text/html' } },
  ],
  ['a wrong link to a file', 401, { path: '/files/wrong' }],
  ['an address that cannot be decoded', 404, { path: '/%zz' }],
  ['an address that is too long', 404, { path: `/files/${'a'.repeat(300)}` }],
])(
  'the answer to %s (%i) has the headers that protect its reader, and no error is cached',
  async (_what, status, { path = '/', ...request }) => {
    const answer = await askRaw(port, path, request)
    expect(answer.headers).toMatchObject(common)
    expect(policyOf(answer.headers)).toMatch(/^default-src 'none'; /)
    expect(policyOf(answer.headers)).not.toContain('unsafe')
    if (status !== 415) expect(answer.status).toBe(status)
    if (status >= 400) expect(answer.headers['cache-control']).toBe('no-store')
  },
)

test('a browser at a mistyped address with a dot gets the page, protected as every page, with 404', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const policyOf = async (path: string) => {
    const { status, headers: sent, body } = await askRaw(port, path, { headers })
    return { status, isPage: body.includes('<div id="root">'), policy: sent['content-security-policy'] }
  }
  for (const path of ['/index.html', '/home.', '/case.html?ref=x', '/judgments/2021.pdf', '/dp/a.b'])
    expect(await policyOf(path), path).toMatchObject({
      status: 404,
      isPage: true,
      policy: expect.stringContaining("script-src 'self'"),
    })
  for (const path of ['/.env', '/a/../b', '//evil.test', '/assets/x.js', '/api/x.y', '/files/x.pdf/y', '/app/x.y'])
    expect(await policyOf(path), path).toMatchObject({ status: 404, isPage: false })
})

test('an asset that the browser has already is answered by 304 with the same headers', async () => {
  const path = '/assets/main-3c4d.js'
  const { headers } = await askRaw(port, path)
  const same = await askRaw(port, path, { headers: { 'if-none-match': String(headers.etag) } })
  expect(same.status).toBe(304)
  expect(same.headers).toMatchObject({
    ...common,
    'content-security-policy': policyOf(headers),
    'cache-control': headers['cache-control'],
  })
})

test('a page takes scripts from this server only, styles also by the nonce of the answer, and HTML from the named policies', async () => {
  const nonces = new Set<string>()
  for (const path of ['/home', '/home', '/login']) {
    const { headers, body } = await askRaw(port, path)
    const [, nonce = ''] = /<meta name="style-nonce" nonce="([^"]{20,})" \/>/.exec(body.toString()) ?? []
    nonces.add(nonce)
    expect(policyOf(headers).split('; ')).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "require-trusted-types-for 'script'",
        'trusted-types hukum dompurify ProseMirrorClipboard',
      ]),
    )
  }
  expect(nonces.size).toBe(3)
})

test('a file, a range of it and a range beyond it run nothing and request nothing', async () => {
  for (const [status, headers] of [
    [200, {}],
    [206, { range: 'bytes=0-3' }],
  ] as const) {
    const answer = await askRaw(port, file, { headers })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(common)
    expect(policyOf(answer.headers).split('; ')).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'sandbox',
    ])
  }
  expect((await askRaw(port, file, { headers: { range: 'bytes=99999-' } })).headers).toMatchObject(common)
})

const hsts = 'max-age=31536000; includeSubDomains'

const noHost = 'GET /api/auth/me HTTP/1.1\r\nConnection: close\r\n\r\n'
const upgrade = get('/app/key').replace('close', 'Upgrade\r\nUpgrade: websocket')

test.each<[what: string, status: number, bytes: string]>([
  ['a request', 404, get('/')],
  ['bytes that are no HTTP', 400, 'hello\r\n\r\n'],
  ['headers beyond the limit', 431, get('/').replace('\r\n\r\n', `\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`)],
  ['an unknown expectation', 417, get('/').replace('\r\n\r\n', '\r\nExpect: 200-ok\r\n\r\n')],
  ['a handshake of another origin', 403, upgrade.replace('\r\n\r\n', '\r\nOrigin: https://evil.test\r\n\r\n')],
  ['a handshake without a key', 400, upgrade],
])(
  'the port of the sockets answers %s by %i with the headers and the body of every error',
  async (_what, status, bytes) => {
    const publicUrl = 'https://hukum.example.mv'
    const { server, close } = await openPort({ port: 0, host: '127.0.0.1', publicUrl })
    const application: Application = {
      key: 'key',
      sockets: createSocketRegistry(),
      isAllowedOrigin: isOurOrigin(publicUrl),
      onMessage: () => undefined,
      onDisconnect: () => undefined,
    }
    const stop = acceptConnections(server, [application], { ...unlimited, refuse: createRawErrors(publicUrl).refuse })
    const answer = await sendBytes((server.address() as AddressInfo).port, bytes)
    await stop()
    await close()
    expectError(answer, status)
    expect(answer.toLowerCase()).toContain(`\r\nstrict-transport-security: ${hsts.toLowerCase()}\r\n`)
  },
)

test('a request without a host and bytes that are no HTTP are answered with the headers and the body of every error', async () => {
  expectError(await sendBytes(port, noHost), 400)
  expectError(await sendBytes(port, 'hello\r\n\r\n'), 400)
  expect((await sendBytes(port, 'hello\r\n\r\n')).toLowerCase()).not.toContain('strict-transport-security')
})

function expectError(answer: string, status: number) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  const [statusLine, ...lines] = head.split('\r\n')
  const headers: Record<string, string> = Object.fromEntries(
    lines.map((line) => line.toLowerCase().split(/: (.*)/, 2) as [string, string]),
  )
  expect(statusLine).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(headers).toMatchObject({ ...common, 'cache-control': 'no-store' })
  expect(policyOf(headers)).toMatch(/^default-src 'none'; /)
  expect(JSON.parse(body)).toMatchObject({ Status: 'error', payload: { errors: {} } })
}

test('an unknown path is answered by the error of the API where the web was not built', async () => {
  const other = await openApi()
  await serveStaticFiles(other.app, join(folder, 'nothing'), readEnv({}))
  const answer = await other.app.inject({ url: '/no/such' })
  await other.close()
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { Status: 'error', code: 'not-found' }])
  expect(answer.headers).toMatchObject(common)
})

test('HSTS is sent when a trusted proxy says that the browser uses TLS, and not otherwise', async () => {
  const by = async (forwarded?: string) =>
    (await askRaw(port, '/home', { headers: forwarded === undefined ? {} : { 'x-forwarded-proto': forwarded } }))
      .headers['strict-transport-security']
  expect([await by('https'), await by('http'), await by()]).toEqual([hsts, undefined, undefined])
})

test('HSTS is sent when the public address is https, and an untrusted X-Forwarded-Proto is ignored', async () => {
  const headerOf = async (env: Record<string, string>, forwarded: string) => {
    const other = await openApi({ env })
    const { headers } = await other.app.inject({ url: '/api/auth/me', headers: { 'x-forwarded-proto': forwarded } })
    await other.close()
    return headers['strict-transport-security']
  }
  expect(await headerOf({ PUBLIC_URL: 'https://hukum.example.mv' }, 'http')).toBe(hsts)
  expect(await headerOf({ PUBLIC_URL: 'http://hukum.example.mv' }, 'https')).toBeUndefined()
})
