import { createHash, createHmac } from 'node:crypto'
import type { LiveKeys } from '#server/security/signing.ts'

/** A request of Pusher's HTTP API. */
export type HttpApiCall = { method: 'POST' | 'GET'; path: string; body: string }

const nowSeconds = () => Math.floor(Date.now() / 1000)
export const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Signs the method, the path, and the query parameters sorted by name. */
export function sign(secret: string, { method, path }: HttpApiCall, parameters: Record<string, string>): string {
  const query = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&')
  return createHmac('sha256', secret).update([method, path, query].join('\n')).digest('hex')
}

/** The query of a signed call, with a timestamp in seconds. */
export function signedQuery({ key, secret }: LiveKeys, call: HttpApiCall, now = nowSeconds()): URLSearchParams {
  const parameters = { auth_key: key, auth_timestamp: String(now), auth_version: '1.0', body_md5: md5(call.body) }
  return new URLSearchParams({ ...parameters, auth_signature: sign(secret, call, parameters) })
}
