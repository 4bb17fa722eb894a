import type { Env } from '#server/config/env.ts'

/** The web as authenticators know it: the host that passkeys belong to, and the origins that may use them. */
export type RelyingParty = { id: string; name: string; isOrigin: (origin: string) => boolean }

/**
 * Browsers allow passkeys on HTTPS and on `localhost`, and for names only. Undefined where the public address is neither: then
 * no passkey is offered. Without a public address the server is reached by `localhost`, on any port.
 */
export function relyingPartyOf({ PUBLIC_URL, PRODUCT_NAME }: Env): RelyingParty | undefined {
  const name = PRODUCT_NAME ?? 'Hukum'
  if (PUBLIC_URL === undefined)
    return { id: 'localhost', name, isOrigin: (origin) => /^http:\/\/localhost(:\d+)?$/.test(origin) }

  const { protocol, hostname, origin } = new URL(PUBLIC_URL)
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  if (isAddress || (protocol !== 'https:' && hostname !== 'localhost')) return undefined
  return { id: hostname, name, isOrigin: (one) => one === origin }
}
