import { createHash, createHmac } from 'node:crypto'
import type { LiveKeys } from '#server/security/signing.ts'

/** A call of Pusher's HTTP API. */
export type Call = { method: 'POST' | 'GET'; path: string; body: string }

const seconds = () => Math.floor(Date.now() / 1000)
export const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** What is signed: the method, the path, and what is asked with, in the order of the names. */
export function sign(secret: string, { method, path }: Call, asked: Record<string, string>): string {
  const query = Object.keys(asked)
    .sort()
    .map((name) => `${name}=${asked[name]}`)
    .join('&')
  return createHmac('sha256', secret).update([method, path, query].join('\n')).digest('hex')
}

/** The query that a call is made with, signed as of a second. */
export function signedQuery({ key, secret }: LiveKeys, call: Call, now = seconds()): URLSearchParams {
  const asked = { auth_key: key, auth_timestamp: String(now), auth_version: '1.0', body_md5: md5(call.body) }
  return new URLSearchParams({ ...asked, auth_signature: sign(secret, call, asked) })
}
