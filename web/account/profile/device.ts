import { parseUserAgent } from '#shared/text/format/device.ts'

export type DeviceKind = 'computer' | 'phone' | 'tablet'

/** `Chrome · Windows`; undefined if the user agent is unknown. */
export function deviceName(userAgent: string): string | undefined {
  const { browser, system } = parseUserAgent(userAgent)
  return [browser, system].filter((part) => part !== undefined).join(' · ') || undefined
}

/** The device kind that the user agent claims; for display only. */
export function deviceKind(userAgent: string): DeviceKind {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return /\biPhone\b|\biPod\b|\bMobile\b/.test(userAgent) ? 'phone' : 'computer'
}
