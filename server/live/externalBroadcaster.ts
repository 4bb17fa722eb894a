import { signedQuery } from './signedCall.ts'
import type { BroadcastingConnection } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import type { LiveKeys } from '#server/security/signing.ts'

/** A broadcaster outside: its keys, where it is called, and where browsers find its sockets. */
export type ExternalBroadcaster = {
  id: string
  keys: LiveKeys
  origin: string
  place: BroadcastingConnection & { host: string }
}

type Addresses = { PUSHER_URL?: string | undefined; PUSHER_WS_URL?: string | undefined }

/** The broadcaster of the environment; undefined when this server keeps its sockets itself. */
export function externalBroadcasterOf({ PUSHER_URL, PUSHER_WS_URL }: Addresses): ExternalBroadcaster | undefined {
  if (PUSHER_URL === undefined) return undefined
  const url = new URL(PUSHER_URL)
  const keys = { key: decodeURIComponent(url.username), secret: decodeURIComponent(url.password) }
  const sockets = new URL(PUSHER_WS_URL ?? `${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`)
  const tls = sockets.protocol === 'wss:'
  return {
    id: url.pathname.replace('/apps/', ''),
    keys,
    origin: url.origin,
    place: { key: keys.key, host: sockets.hostname, port: Number(sockets.port) || (tls ? 443 : 80), tls },
  }
}

/** Where pages connect to, as their content policy names it. */
export const originOf = ({ place: { host, port, tls } }: ExternalBroadcaster) =>
  `${tls ? 'wss' : 'ws'}://${host}:${port}`

/** Tells some channels that there is something new up to a change. Throws when the broadcaster does not take it. */
export async function wake(outside: ExternalBroadcaster, channels: readonly string[], sequence: number) {
  take(await call(outside, 'events', { name: 'Changed', channels, data: JSON.stringify({ sequence }) }))
}

/** Ends all connections of a person. A broadcaster that does not know the call leaves them until the next question. */
export async function closeConnections(outside: ExternalBroadcaster, user_id: number) {
  const status = await call(outside, `users/${user_id}/terminate_connections`, {})
  if (status !== 404) take(status)
}

function take(status: number) {
  if (status < 200 || status > 299) throw new Error(`the broadcaster outside answered ${status}`)
}

/** A signed call of Pusher's HTTP API; answers its status. */
async function call(outside: ExternalBroadcaster, what: string, said: object): Promise<number> {
  const path = `/apps/${outside.id}/${what}`
  const body = JSON.stringify(said)
  const query = signedQuery(outside.keys, { method: 'POST', path, body })
  const answer = await fetch(`${outside.origin}${path}?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(limits.live.external_timeout_ms),
  })
  await answer.body?.cancel()
  return answer.status
}
