import type { Readable } from 'node:stream'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { Envelope } from '#server/http/envelope.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { readEmails } from './emails.ts'
import type { ReceivedEmail } from './readEmail.ts'
import { cloneDatabase } from './database.ts'
import { cloneDemoLibrary } from './demoLibrary.ts'
import { type AppOptions, openTestApp, type TestApp } from './testApp.ts'

/** A response as the client sees it: the status, headers of interest, and the body out of its envelope. */
export type ApiAnswer = {
  status: number
  sealed: boolean
  retryAfter?: string
  setCookie?: string
  body: Record<string, unknown>
}

type Request = {
  token?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  raw?: string | Buffer | Readable
}

/** Calls the API, from `Api.as` with the token of one user. */
export type Caller = (path: string, body?: unknown, request?: Request) => Promise<ApiAnswer>

export type Api = Omit<TestApp, 'env' | 'log'> & {
  databaseUrl: string
  /** DATA_DIR of the application. */
  folder: string
  /** The file store. */
  filesFolder: string
  call: Caller
  /** Signs in. */
  as: (email: string, password: string) => Promise<Caller>
  /** Runs the waiting jobs and returns all e-mails so far, oldest first; with `to`, those to one recipient. */
  emails: (to?: string) => Promise<ReceivedEmail[]>
  close: () => Promise<void>
}

type Options = AppOptions & {
  /** The demo library with its search index, both copied. */
  demoLibrary?: boolean
  /** Opens a search index; without it a search fails. */
  index?: boolean
  fill?: (url: string) => Promise<unknown>
}

/** Opens the application in this process, on a database of its own. `fill` writes test data before it opens. */
export async function openApi(options: Options = {}): Promise<Api> {
  const { fill, demoLibrary = false, index = demoLibrary } = options
  const folder = mkdtempSync(join(tmpdir(), 'hukum-api-'))
  const database = await (demoLibrary ? cloneDemoLibrary(folder) : cloneDatabase())
  await fill?.(database.url)
  const search = index ? await openBuiltIndex(folder, database.url) : undefined
  const { env, log, close, ...parts } = await openTestApp({ ...options, databaseUrl: database.url, folder, search })
  const call = callerOf(parts.app)
  return {
    ...parts,
    folder,
    databaseUrl: database.url,
    filesFolder: join(folder, 'files'),
    call,
    as: async (email, password) => {
      const { body } = await call('auth/login', { email, password })
      const token = String(body['encodedToken'])
      return (path, input, request) => call(path, input, { token, ...request })
    },
    emails: (to) => readEmails({ env, ...parts, folder, databaseUrl: database.url, log }, to),
    close: async () => {
      for (const closeOne of [close, search?.close, database.drop]) await closeOne?.()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens an index that is built: before, a search is refused. */
async function openBuiltIndex(folder: string, databaseUrl: string) {
  const search = await openIndex({ folder, databaseUrl, threads: 1 })
  await search.waitForRefresh()
  return search
}

/** The messages of a refused call by field, from the body of its answer. */
export const errorsOf = (body: ApiAnswer['body']) => (body['payload'] as { errors: Record<string, string[]> }).errors

/** Calls the application without a network and opens the envelope. */
function callerOf(app: Api['app']): Api['call'] {
  return async (path, body, { token, method = 'POST', headers = {}, raw } = {}) => {
    const response = await app.inject({
      method,
      url: `/api/${path}`,
      headers: {
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        'accept-language': 'en',
        ...headers,
      },
      ...(method === 'POST' && { payload: raw ?? JSON.stringify(body ?? {}) }),
    })
    const answer = JSON.parse(response.payload) as Record<string, unknown>
    const sealed = answer['v'] === 1
    const { 'retry-after': retryAfter, 'set-cookie': setCookie } = response.headers
    const about = `${method} /api/${path.replace(/\?.*$/, '')} ${response.statusCode}`
    return {
      status: response.statusCode,
      sealed,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(setCookie !== undefined && { setCookie: String(setCookie) }),
      body: sealed ? openEnvelope(answer as Envelope, token ?? '', about) : answer,
    }
  }
}

/** Opens an envelope as `docs/api.md` describes, by Node's own crypto alone. */
export function openEnvelope({ z, s, iv, ct }: Envelope, token: string, about: string): Record<string, unknown> {
  const key = hkdfSync('sha256', token, Buffer.from(s, 'base64url'), 'hukum/envelope/v1', 32)
  const sealed = Buffer.from(ct, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse((z === 1 ? inflateRawSync(plain) : plain).toString('utf8')) as Record<string, unknown>
}
