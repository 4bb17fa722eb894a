import { isLinkAddress } from '#shared/delta/delta.ts'

/** Whether a link in rich text may have this address: as in a judgment, or a path of this site. */
export const isAllowedAddress = (address: string) => isLinkAddress(address) || /^\/(?![/\\])/.test(address)

/** Completes a typed address with its protocol; undefined when it is not allowed. */
export function normalizeAddress(typed: string, isAllowed = isAllowedAddress): string | undefined {
  const address = typed.trim()
  if (isAllowed(address)) return address
  if (/^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/.test(address)) return `mailto:${address}`
  if (/^[^\s/:@]+\.[^\s/:@.]{2,}(\/\S*)?$/.test(address)) return `https://${address}`
  return undefined
}
