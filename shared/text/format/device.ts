type Named = readonly [pattern: RegExp, name: string]

/** The first that fits: browsers name those that they descend from, too. */
const browsers: readonly Named[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly Named[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export type Device = { browser: string | undefined; system: string | undefined }

/** What a browser says about itself, in names of ours: nothing that it was made to say is ever repeated. */
export const readDevice = (userAgent: string): Device => ({
  browser: nameOf(browsers, userAgent),
  system: nameOf(systems, userAgent),
})

const nameOf = (table: readonly Named[], text: string) => table.find(([pattern]) => pattern.test(text))?.[1]
