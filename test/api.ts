import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { build } from '#server/app.ts'
import { connect, type Db } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import type { Envelope } from '#server/http/envelope.ts'
import { openIndex } from '#server/search/open.ts'
import type { SearchIndex } from '#server/search/index.ts'
import { openTraces, type Traces } from '#server/search/traces.ts'
import type { Secrets } from '#server/secrets.ts'
import { cloneDatabase } from './database.ts'

/** An answer as a caller sees it: the status, and the body out of its envelope. */
export type ApiAnswer = { status: number; sealed: boolean; body: Record<string, unknown> }

type Request = { token?: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; raw?: string | Buffer }

export type Api = {
  db: Db
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
  close: () => Promise<void>
}

const secrets: Secrets = { token_key: 'A'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }

/** The whole application in this process, on a database of its own. `fill` writes what the tests need before it opens. */
export async function openApi({ fill }: { fill?: (url: string) => Promise<unknown> } = {}): Promise<Api> {
  const database = await cloneDatabase()
  await fill?.(database.url)
  const folder = mkdtempSync(join(tmpdir(), 'hukum-api-'))
  const { db, close } = connect(database.url, { connections: 4 })
  const search = await openIndex({ folder, databaseUrl: database.url, threads: 1 })
  const env = readEnv({ LOG_LEVEL: 'silent', DATABASE_URL: database.url, DATA_DIR: folder })
  const traces = openTraces(db)
  const app = build({ env, db, secrets, search, traces })

  const call: Api['call'] = async (path, body, { token, method = 'POST', headers = {}, raw } = {}) => {
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
    const about = `${method} /api/${path.replace(/\?.*$/, '')} ${response.statusCode}`
    return {
      status: response.statusCode,
      sealed,
      body: sealed ? openEnvelope(answer as Envelope, token ?? '', about) : answer,
    }
  }
  return {
    db, databaseUrl: database.url, secrets, search, traces, app, call,
    as: async (email, password) => {
      const { body } = await call('auth/login', { email, password })
      const token = String(body['encodedToken'])
      return (path, input, request) => call(path, input, { token, ...request })
    },
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
