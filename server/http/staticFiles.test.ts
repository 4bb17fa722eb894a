import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { script, writeBuiltWeb } from '#test/builtWeb.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { askRaw, get, type RawAnswer, sendBytes } from '#test/rawHttp.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'hukum-static-'))
const web = join(folder, 'web')
const asset = '/assets/main-3c4d.js'
let database: TestDatabase
let server: WebServer

beforeAll(async () => {
  writeBuiltWeb(web)
  database = await cloneDatabase()
  server = await startServer({
    PRODUCT_NAME: 'Courts & $& <b>',
    NOTIFICATIONS_HEIGHT: '300',
    NOTIFICATIONS_PAGE: '/dp/faq',
  })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

type WebServer = { port: number; process: ChildProcess; output: () => string; stop: () => Promise<void> }

async function startServer(env: Record<string, string> = {}): Promise<WebServer> {
  const child = spawn(process.execPath, [join(root, 'test/webServer.ts'), web], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', SEARCH_THREADS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes.toString()
        const address = /is ready: ([^\s"]+)["\n]/.exec(output)?.[1]
        if (address) resolve(Number(new URL(address).port))
      })
    child.once('close', () => reject(new Error(`the server ended before it was ready: ${output}`)))
  })
  const stop = () => {
    child.kill('SIGKILL')
    return closed
  }
  return { port, process: child, output: () => output, stop }
}

const request = (path: string, options?: Parameters<typeof askRaw>[2]) => askRaw(server.port, path, options)
const statusOf = async (path: string, method = 'GET') => (await request(path, { method })).status
const accepting = (encoding: string | undefined): Record<string, string> =>
  encoding === undefined ? {} : { 'accept-encoding': encoding }

const isPage = ({ status, headers, body }: RawAnswer) =>
  status === 200 && headers['content-type'] === 'text/html; charset=utf-8' && body.includes('<div id="root">')

test.each([undefined, 'identity', 'br', 'gzip;q=0', '*;q=0', '*', 'gzip, deflate, br', 'identity;q=0', 'x;;q=,,'])(
  'a page is sent uncompressed to a client whose Accept-Encoding is %s',
  async (encoding) => {
    for (const path of ['/', '/home', '/acl/users'])
      expect(isPage(await request(path, { headers: accepting(encoding) })), path).toBe(true)
  },
)

test('HEAD is answered with the status and headers of GET, and without a body', async () => {
  const pages = [
    '/',
    '/home',
    '/home?q=a.b%zz',
    '/acl/users',
    '/dp/%DE%80%DE%AA',
    '/404',
    '/api/docs',
    '/api/openapi.json',
  ]
  for (const path of [
    ...pages,
    '/favicon.ico',
    '/manifest.webmanifest',
    '/assets/main-3c4d.js',
    '/assets/no.js',
    '/%zz',
  ]) {
    const answer = await request(path)
    const head = await request(path, { method: 'HEAD' })
    expect(comparable(head), path).toMatchObject(comparable(answer))
    expect([head.status, head.body.length], path).toEqual([answer.status, 0])
  }
})

/** The headers without what differs between two answers: the date, and the nonce of a page. */
const comparable = ({ headers: { date: _, ...headers } }: RawAnswer) => ({
  ...headers,
  'content-security-policy': String(headers['content-security-policy']).replace(/'nonce-[^']+'/, 'a nonce'),
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  '%s is refused by 405 and Allow for a page, a file and a probe, and by 404 where there is none',
  async (method) => {
    const files = ['/favicon.ico', '/robots.txt', '/manifest.webmanifest', '/assets/main-3c4d.js']
    const probes = ['/healthz', '/readyz', '/readyz/proxy', '/files/x']
    for (const path of ['/', '/home', '/acl/users', '/:a(', '/*', ...files, ...probes]) {
      const { status, headers } = await request(path, { method })
      expect([status, headers.allow], path).toEqual([405, 'GET, HEAD'])
    }
    for (const path of ['/assets/nothing.js', '/x.php', '/files/a/b', '/api'])
      expect(await statusOf(path, method), path).toBe(404)
  },
)

test('a page carries the name of the installation as text and the settings of its notifications, and is never stored', async () => {
  const { headers, body } = await request('/home')
  expect(headers['cache-control']).toBe('no-store')
  expect(body.toString()).toContain('<title>Courts &amp; $&amp; &lt;b&gt;</title>')
  for (const meta of [
    'name="application-name" content="Courts &amp; $&amp; &lt;b&gt;"',
    'name="notifications-page" content="/dp/faq"',
    'name="notifications-height" content="300"',
  ])
    expect(body.toString()).toContain(`<meta ${meta} />`)
})

test('a request that names the whole address, as a proxy sends it, is answered by the page', async () => {
  expect(isPage(await request(`http://localhost:${server.port}/home`))).toBe(true)
})

test('a request that offers another protocol than WebSocket is answered as if it did not', async () => {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
  }
  expect(isPage(await request('/home', { headers }))).toBe(true)
})

test('a request for a socket without an upgrade is 404', async () => {
  expect(await statusOf('/app/key')).toBe(404)
})

test('an address that looks like a file or lies in a folder of files is 404 when there is no such file', async () => {
  const paths = [
    '/assets', '/assets/', '/assets/nothing.js', '/assets/deep/nothing', '/fonts/x.woff2', '/favicon2.ico', '/wp-login.php',
    '/ASSETS/MAIN-3C4D.JS', '/.env', '/.git/config', '/.well-known/x', '/api', '/api/', '/api/no/such', '/files', '/files/a/b', '/home.php/x',
  ] // prettier-ignore
  for (const path of paths) expect(await statusOf(path), path).toBe(404)
})

test('what the build writes next to the files of the web has no address', async () => {
  const paths = ['/.built', '/index.html', '/index.html.gz', '/assets/main-3c4d.js.br', '/assets/main-3c4d.js.gz']
  for (const path of paths) expect(await statusOf(path), path).toBe(404)
})

test('a malformed address is refused with the headers that protect the reader', async () => {
  const paths = [
    '/%00', '/dp/%00', '/%', '/%zz', '/%c0%ae', '/%E0%A4%A', '/..%2f', '/..', '/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/a/../b',
    '/./', '/a/./b', '//', '//evil.test', '//evil', '/a//b', '/\\', '/a%5cb', '/%0d%0aset-cookie:x', '/api/%zz', '/files/%zz', '/assets/%00',
    '/assets/%2e%2e/favicon.ico', '/assets/..%2ffavicon.ico', `/files/${'a'.repeat(300)}`, `/${'a'.repeat(5000)}.js`, '*',
  ] // prettier-ignore
  for (const path of paths) {
    const { status, headers } = await request(path)
    expect(status, path).toBe(404)
    expect(headers, path).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    })
  }
})

test.each([
  ['/favicon.ico', 'image/vnd.microsoft.icon'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/icon-192.png', 'image/png'],
  ['/icon-512.png', 'image/png'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/paint.js', 'application/javascript; charset=utf-8'],
])('%s is a file of the type %s, which browsers validate before they use it again', async (path, type) => {
  const { status, headers, body } = await request(path)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect(body.equals(readFileSync(join(root, 'web/public', path)))).toBe(true)
})

test('robots.txt disallows everything to every crawler', async () => {
  expect((await request('/robots.txt')).body.toString()).toBe('User-agent: *\nDisallow: /\n')
})

test('the manifest carries the name of the installation', async () => {
  const { status, headers, body } = await request('/manifest.webmanifest')
  expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  const original = JSON.parse(readFileSync(join(root, 'web/public/manifest.webmanifest'), 'utf8')) as object
  expect(JSON.parse(body.toString())).toEqual({ ...original, name: 'Courts & $& <b>', short_name: 'Courts & $& <b>' })
})

const identity = (body: Buffer) => body
test.each([
  [undefined, undefined, identity],
  ['identity', undefined, identity],
  ['br;q=0, gzip;q=0', undefined, identity],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
])('an asset is immutable, and to Accept-Encoding %s has Content-Encoding %s', async (accepted, encoding, decode) => {
  const { status, headers, body } = await request(asset, { headers: accepting(accepted) })
  expect([status, headers['content-encoding']]).toEqual([200, encoding])
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(body.length),
    vary: 'accept-encoding',
  })
  expect(decode(body).toString()).toBe(script)
})

test('an asset without a compressed copy is sent as it is', async () => {
  const { headers, body } = await request('/assets/font-1a2b.woff2', { headers: accepting('gzip, br') })
  expect([headers['content-encoding'], body.length]).toEqual([undefined, 64])
})

test.each(['GET', 'HEAD'])('%s with the ETag of a file is answered by 304 without a body', async (method) => {
  for (const encoding of ['identity', 'br']) {
    const { etag = '' } = (await request(asset, { headers: accepting(encoding) })).headers
    const same = await request(asset, { method, headers: { ...accepting(encoding), 'if-none-match': etag } })
    expect([same.status, same.body.length, same.headers.etag]).toEqual([304, 0, etag])
    const other = await request(asset, { method, headers: { ...accepting(encoding), 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  }
})

test('a file is 412 to a client that wants another version of it', async () => {
  const early = new Date(0).toUTCString()
  for (const headers of [{ 'if-match': '"other"' }, { 'if-unmodified-since': early }])
    expect((await request('/favicon.ico', { headers })).status).toBe(412)
})

test('a range of a file is sent as 206, one beyond its end refused by 416 with its length', async () => {
  const part = await request(asset, { headers: { range: 'bytes=7-12' } })
  expect([part.status, part.body.toString()]).toEqual([206, script.slice(7, 13)])
  expect(part.headers['content-range']).toBe(`bytes 7-12/${script.length}`)
  const beyond = await request(asset, { headers: { range: 'bytes=999999-' } })
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${script.length}`])
  expect((await request(asset, { headers: { range: 'lines=1-2' } })).status).toBe(200)
})

test('nothing that a client sends is logged as an error of the server', async () => {
  const other = await startServer({ LOG_LEVEL: 'warn' })
  const post = 'POST /api/p/getDp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const upgrade = 'GET /app/x?protocol=7 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
  const malformed: [answer: RegExp, bytes: string][] = [
    [/^HTTP\/1.1 400 /, '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
    [/^HTTP\/1.1 400 /, 'GET / HTTP/9.9\r\n\r\n'],
    [/^HTTP\/1.1 400 /, 'GET / HTTP/1.1\r\n\r\n'],
    [/^HTTP\/1.1 400 /, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [/^HTTP\/1.1 431 /, get('/').replace('\r\n\r\n', `\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`)],
    [/^HTTP\/1.1 417 /, get('/').replace('\r\n\r\n', '\r\nExpect: nothing\r\n\r\n')],
    [/^HTTP\/1.1 400 /, `${post}Content-Length: many\r\n\r\n{}`],
    [/^HTTP\/1.1 400 /, `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`],
    [/^HTTP\/1.1 400 /, `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    [/^$/, 'CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [/^HTTP\/1.1 400 /, `${upgrade}\r\n`],
    [/^HTTP\/1.1 40[04] /, get('/%c0%ae')],
    [/^HTTP\/1.1 404 /, get('/a/../%00')],
    [/^HTTP\/1.1 404 /, get('*')],
    [/^HTTP\/1.1 40[04] /, get('/\xff\xfe')],
  ]
  for (const [answer, bytes] of malformed)
    expect(await sendBytes(other.port, bytes), bytes.slice(0, 60)).toMatch(answer)

  const interrupted = [
    get('/'),
    get('/assets/main-3c4d.js').repeat(50),
    get('/api/docs').repeat(5),
    `${post}Content-Length: 500\r\n\r\n{"email"`,
    `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema`,
    'POST /api/files/upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 9000\r\n\r\n%PDF',
    `${upgrade}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\xff\xff\xff`,
    'GET / HT',
  ]
  for (const bytes of interrupted)
    await Promise.all([0, 0, 1, 2, 5, 10, 30].map((reset) => sendBytes(other.port, bytes, { reset })))

  expect(await sendBytes(other.port, get('/home'))).toMatch(/^HTTP\/1.1 200 /)
  await other.stop()
  expect(other.output()).toMatch(/^Hukum is ready: \S+\n$/)
})
