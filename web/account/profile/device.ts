import { parseUserAgent } from '#shared/text/format/device.ts'

export type DeviceKind = 'computer' | 'phone' | 'tablet'

/** `Chrome · Windows`; undefined where nothing is known. */
export function deviceName(userAgent: string): string | undefined {
  const { browser, system } = parseUserAgent(userAgent)
  return [browser, system].filter((part) => part !== undefined).join(' · ') || undefined
}

/** What it is by its own words: a hint for the eye, never a proof. */
export function deviceKind(userAgent: string): DeviceKind {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return /\biPhone\b|\biPod\b|\bMobile\b/.test(userAgent) ? 'phone' : 'computer'
}
