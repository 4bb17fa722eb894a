import type { Envelope } from '#server/http/envelope.ts'
import { openEnvelope } from './api.ts'

/** A response of the API, its body out of the envelope. */
export type ClientAnswer = { status: number; headers: Headers; body: Record<string, unknown> }

export type ApiClient = ReturnType<typeof apiClient>

type Request = { method?: 'GET' | 'POST'; headers?: Record<string, string>; raw?: Buffer<ArrayBuffer> }

/** Calls a running server over the network, as `docs/api.md` describes. */
export function apiClient(address: string, token = '') {
  async function call(path: string, body: unknown = {}, request: Request = {}): Promise<ClientAnswer> {
    const { method = 'POST', headers = {}, raw } = request
    const response = await fetch(`${address}/api/${path}`, {
      method,
      headers: {
        'accept-language': 'en',
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === 'POST' && { body: raw ?? JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    const about = `${method} /api/${path} ${response.status}`
    const opened = answer['v'] === 1 ? openEnvelope(answer as Envelope, token, about) : answer
    return { status: response.status, headers: response.headers, body: opened }
  }

  return {
    token,
    call,

    /** Returns the body of a call that must succeed. */
    async done(path: string, body?: unknown) {
      const answer = await call(path, body)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },

    upload: (use: string, bytes: Buffer<ArrayBuffer>, name: string) =>
      call('files/upload', undefined, {
        raw: bytes,
        headers: { 'content-type': 'application/octet-stream', 'x-file-name': name, 'x-file-for': use },
      }),
  }
}

/** A client with the session of a user. Throws when the sign-in fails. */
export async function signedIn(address: string, email: string, password: string): Promise<ApiClient> {
  const { encodedToken } = await apiClient(address).done('auth/login', { email, password, remember: true })
  if (typeof encodedToken !== 'string') throw new Error(`${email} signed in, but has no session`)
  return apiClient(address, encodedToken)
}
