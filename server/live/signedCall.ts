import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { LiveKeys } from './sign.ts'

/** A call of Pusher's HTTP API. */
export type Call = { method: 'POST' | 'GET'; path: string; body: string }

/** A clock may be wrong by so many seconds. */
const window = 600

const seconds = () => Math.floor(Date.now() / 1000)
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** What is signed: the method, the path, and what is asked with, in the order of the names. */
function sign(secret: string, { method, path }: Call, asked: Record<string, string>): string {
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

/** Whether a call was made by a holder of the secret, with this body, within the last minutes. */
export function isSignedCall({ key, secret }: LiveKeys, call: Call, query: URLSearchParams, now = seconds()): boolean {
  const { auth_signature = '', ...asked } = Object.fromEntries(query)
  // A name that stands twice is signed once.
  if (query.size !== Object.keys(asked).length + 1) return false
  if (asked['auth_key'] !== key || asked['auth_version'] !== '1.0') return false
  if (!/^\d{1,12}$/.test(asked['auth_timestamp'] ?? '')) return false
  if (Math.abs(now - Number(asked['auth_timestamp'])) > window) return false
  if (asked['body_md5'] !== md5(call.body)) return false
  return isSame(sign(secret, call, asked), auth_signature)
}

function isSame(expected: string, given: string) {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
