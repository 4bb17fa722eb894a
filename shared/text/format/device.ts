type NamePattern = readonly [pattern: RegExp, name: string]

/** The first match wins, because browsers also name the browsers they derive from. */
const browsers: readonly NamePattern[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly NamePattern[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

type Device = { browser: string | undefined; system: string | undefined }

/** Maps a user agent to known names. Text from the header itself is never returned, because a client controls it. */
export const parseUserAgent = (userAgent: string): Device => ({
  browser: nameOf(browsers, userAgent),
  system: nameOf(systems, userAgent),
})

/** `Chrome · Windows`; undefined if the user agent is unknown. */
export function deviceName(userAgent: string): string | undefined {
  const { browser, system } = parseUserAgent(userAgent)
  return [browser, system].filter((part) => part !== undefined).join(' · ') || undefined
}

export type DeviceKind = 'computer' | 'phone' | 'tablet'

/** The device kind that the user agent claims; for display only. */
export function deviceKind(userAgent: string): DeviceKind {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return /\biPhone\b|\biPod\b|\bMobile\b/.test(userAgent) ? 'phone' : 'computer'
}

const nameOf = (table: readonly NamePattern[], text: string) => table.find(([pattern]) => pattern.test(text))?.[1]
