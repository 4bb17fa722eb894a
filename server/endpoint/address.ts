import { isIPv4, isIPv6 } from 'node:net'

/** What is written where a caller has no address that can be read, such as behind a proxy that sends nonsense. */
const unknown = '0.0.0.0'

/** An address as PostgreSQL keeps it: without zone, and IPv4 as itself also when it came inside IPv6. */
export function readAddress(given: string | undefined): string {
  // Whoever has hung up meanwhile has none.
  const bare = (given ?? '').replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv4(bare) || isIPv6(bare) ? bare : unknown
}

/** Whose tries count together: an IPv4 address, or the /64 of an IPv6 one, as everybody owns that many of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
