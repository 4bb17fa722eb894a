import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { build } from '#server/app.ts'
import { connect, type Connection, type Db } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { openStore } from '#server/files/store.ts'
import type { Envelope } from '#server/http/envelope.ts'
import { openLimits } from '#server/limits/limits.ts'
import { openIndex } from '#server/search/open.ts'
import type { SearchIndex } from '#server/search/index.ts'
import { type Letter, readLetters } from './letters.ts'
import { openTraces, type Traces } from '#server/search/traces.ts'
import type { Secrets } from '#server/secrets.ts'
import { cloneDatabase } from './database.ts'

/** An answer as a caller sees it: the status, and the body out of its envelope. */
export type ApiAnswer = { status: number; sealed: boolean; retryAfter?: string; body: Record<string, unknown> }

type Request = { token?: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; raw?: string | Buffer }

export type Api = {
  db: Db
  pool: Connection['pool']
  databaseUrl: string
  secrets: Secrets
  search: SearchIndex
  traces: Traces
  app: ReturnType<typeof build>
  call: (path: string, body?: unknown, request?: Request) => Promise<ApiAnswer>
  /** Signs in and answers a caller that carries the token. */
  as: (
    email: string,
    password: string,
  ) => Promise<(path: string, body?: unknown, request?: Request) => Promise<ApiAnswer>>
  /** Does what waits to be done, and answers the letters that came of it so far, oldest first; with `to`, those to one. */
  letters: (to?: string) => Promise<Letter[]>
  close: () => Promise<void>
}

/** Not of zeros, which are the same to HMAC as no key at all. */
const secrets: Secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }

type Options = {
  fill?: (url: string) => Promise<unknown>
  env?: Record<string, string>
  /** Every test comes from one address: only tests of the limits keep them as they are, with 1. */
  limitsScale?: number
}

/** The whole application in this process, on a database of its own. `fill` writes what the tests need before it opens. */
export async function openApi({ fill, env: given = {}, limitsScale = 1000 }: Options = {}): Promise<Api> {
  const database = await cloneDatabase()
  await fill?.(database.url)
  const folder = mkdtempSync(join(tmpdir(), 'hukum-api-'))
  const { db, pool, close } = connect(database.url, { connections: 4 })
  const search = await openIndex({ folder, databaseUrl: database.url, threads: 1 })
  const env = readEnv({ LOG_LEVEL: 'silent', DATABASE_URL: database.url, DATA_DIR: folder, ...given })
  const limits = openLimits(pool, { scale: limitsScale })
  const traces = openTraces(db)
  const app = build({ env, db, secrets, search, traces, limits, files: openStore(join(folder, 'files')) })
  const call = callerOf(app)
  return {
    db, pool, databaseUrl: database.url, secrets, search, traces, app, call,
    as: async (email, password) => {
      const { body } = await call('auth/login', { email, password })
      const token = String(body['encodedToken'])
      return (path, input, request) => call(path, input, { token, ...request })
    },
    letters: (to) => readLetters({ env, db, secrets, folder, databaseUrl: database.url }, to),
    close: async () => {
      await app.close()
      await traces.written()
      await search.close()
      await close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  } // prettier-ignore
}

/** Calls the application without a network, and opens what it answers. */
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
    const retryAfter = response.headers['retry-after']
    const about = `${method} /api/${path.replace(/\?.*$/, '')} ${response.statusCode}`
    return {
      status: response.statusCode,
      sealed,
      ...(retryAfter !== undefined && { retryAfter }),
      body: sealed ? openEnvelope(answer as Envelope, token ?? '', about) : answer,
    }
  }
}

/** Opens an envelope as `docs/api.md` says, on nothing but Node's own crypto. */
export function openEnvelope({ z, s, iv, ct }: Envelope, token: string, about: string): Record<string, unknown> {
  const key = hkdfSync('sha256', token, Buffer.from(s, 'base64url'), 'hukum/envelope/v1', 32)
  const sealed = Buffer.from(ct, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(iv, 'base64url'))
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse((z === 1 ? inflateRawSync(plain) : plain).toString('utf8')) as Record<string, unknown>
}
