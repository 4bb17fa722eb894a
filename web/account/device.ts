export type DeviceKind = 'computer' | 'phone' | 'tablet'
export type Device = { browser: string | undefined; system: string | undefined; kind: DeviceKind }

/** Browsers name those they descend from as well, so the younger ones are asked for first. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Microsoft Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** What a browser tells of itself, in the names that people know. It says what it likes: a hint, never a proof. */
export function deviceOf(userAgent: string): Device {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent), kind: kindOf(userAgent) }
}

const nameIn = (table: typeof browsers, text: string) => table.find(([mark]) => mark.test(text))?.[1]

function kindOf(userAgent: string): DeviceKind {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return /\biPhone\b|\biPod\b|\bMobile\b/.test(userAgent) ? 'phone' : 'computer'
}

/** `Chrome · Windows`; undefined where nothing is known. */
export const nameOf = ({ browser, system }: Device): string | undefined =>
  [browser, system].filter((part) => part !== undefined).join(' · ') || undefined
