/** Whether a link in rich text may have this address: another site by https, an e-mail address, a path of this site. */
export const isAllowedAddress = (address: string) => /^(https:\/\/|mailto:|\/(?![/\\]))/i.test(address)

/** Completes a typed address with its protocol; undefined when it is not allowed. */
export function normalizeAddress(typed: string): string | undefined {
  const address = typed.trim()
  if (isAllowedAddress(address)) return address
  if (/^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/.test(address)) return `mailto:${address}`
  if (/^[^\s/:@]+\.[^\s/:@.]{2,}(\/\S*)?$/.test(address)) return `https://${address}`
  return undefined
}
