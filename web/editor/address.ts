/** Whether a link in rich text may lead there: another site by https, a letter, a page of ours. */
export const isLeading = (address: string) => /^(https:\/\/|mailto:|\/(?![/\\]))/i.test(address)

/** An address as somebody types it, made whole; undefined when it can lead nowhere. */
export function readAddress(typed: string): string | undefined {
  const address = typed.trim()
  if (isLeading(address)) return address
  if (/^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/.test(address)) return `mailto:${address}`
  if (/^[^\s/:@]+\.[^\s/:@.]{2,}(\/\S*)?$/.test(address)) return `https://${address}`
  return undefined
}
