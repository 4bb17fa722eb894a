import { batchesOf } from '#shared/batches.ts'
import { signedQuery } from './signedCall.ts'
import type { BroadcastingConnection } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import type { LiveKeys } from '#server/security/signing.ts'

/** An external, Pusher-compatible broadcaster: its keys, the origin of its HTTP API, and where browsers connect. */
export type ExternalBroadcaster = {
  id: string
  keys: LiveKeys
  origin: string
  connection: BroadcastingConnection & { host: string }
}

type BroadcasterEnv = { PUSHER_URL?: string | undefined; PUSHER_WS_URL?: string | undefined }

/** The broadcaster of the environment; undefined when this server holds the sockets itself. */
export function externalBroadcasterOf({ PUSHER_URL, PUSHER_WS_URL }: BroadcasterEnv): ExternalBroadcaster | undefined {
  if (PUSHER_URL === undefined) return undefined
  const url = new URL(PUSHER_URL)
  const keys = { key: decodeURIComponent(url.username), secret: decodeURIComponent(url.password) }
  const sockets = new URL(PUSHER_WS_URL ?? `${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`)
  const tls = sockets.protocol === 'wss:'
  return {
    id: url.pathname.replace('/apps/', ''),
    keys,
    origin: url.origin,
    connection: { key: keys.key, host: sockets.hostname, port: Number(sockets.port) || (tls ? 443 : 80), tls },
  }
}

/** The origin of its sockets, as the content security policy names it. */
export const socketOriginOf = ({ connection: { host, port, tls } }: ExternalBroadcaster) =>
  `${tls ? 'wss' : 'ws'}://${host}:${port}`

/** Notifies channels that there are changes up to `sequence`. Throws when the broadcaster rejects a call. */
export async function notifyChannels(broadcaster: ExternalBroadcaster, channels: readonly string[], sequence: number) {
  const data = JSON.stringify({ sequence })
  for (const batch of batchesOf(channels, limits.broadcaster.channels))
    assertAccepted(await callHttpApi(broadcaster, 'events', { name: 'Changed', channels: batch, data }))
}

/**
 * Terminates all connections of a user. A broadcaster without this call (404) keeps them until they ask for an
 * authorization again.
 */
export async function terminateConnections(broadcaster: ExternalBroadcaster, user_id: number) {
  const status = await callHttpApi(broadcaster, `users/${user_id}/terminate_connections`, {})
  if (status !== 404) assertAccepted(status)
}

function assertAccepted(status: number) {
  if (status < 200 || status > 299) throw new Error(`the external broadcaster answered ${status}`)
}

/** Makes a signed call of Pusher's HTTP API; returns the status of the response. */
async function callHttpApi(broadcaster: ExternalBroadcaster, resource: string, payload: object): Promise<number> {
  const path = `/apps/${broadcaster.id}/${resource}`
  const body = JSON.stringify(payload)
  const query = signedQuery(broadcaster.keys, { method: 'POST', path, body })
  const response = await fetch(`${broadcaster.origin}${path}?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(limits.live.external_timeout_ms),
  })
  await response.body?.cancel()
  return response.status
}
