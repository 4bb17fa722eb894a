import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/** Stored when the address of a client cannot be parsed, such as behind a proxy that sends an invalid one. */
const unknownAddress = '0.0.0.0'

/** Normalizes an address for PostgreSQL: without a zone, and IPv4-mapped IPv6 as IPv4. */
export function readAddress(raw: string | undefined): string {
  // A client that has disconnected has no address.
  const plain = (raw ?? '').replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv4(plain) || isIPv6(plain) ? plain : unknownAddress
}

/** The address of a client behind a number of trusted proxies, as Fastify's `request.ip`, for what does not reach Fastify. */
export function clientAddressOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
) {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const hops = [socket.remoteAddress, ...forwarded.flatMap((hop) => hop.trim() || []).toReversed()]
  return readAddress(hops[Math.min(trustedProxies, hops.length - 1)])
}

/**
 * The network whose attempts are counted together: an IPv4 address, or the /64 of an IPv6 address, because a client
 * typically controls a whole /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
