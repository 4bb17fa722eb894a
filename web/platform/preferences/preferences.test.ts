import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/memoryStorage.ts'

const paintScript = readFileSync(new URL('../../public/paint.js', import.meta.url), 'utf8')

/** The theme and language that the script sets before the first paint. */
function runPaintScript(stored: Record<string, string>) {
  const root = { lang: '', dir: '', attributes: {} as Record<string, string> }
  const documentElement = Object.assign(root, {
    setAttribute: (name: string, value: string) => void (root.attributes[name] = value),
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the file is run as a browser would run it
  const run = new Function('document', 'localStorage', 'window', paintScript)
  run({ documentElement }, memoryStorage(stored), new EventTarget())
  return { theme: root.attributes['data-theme'], language: root.lang, dir: root.dir }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('the paint script and the preferences agree', () => {
  test.each([
    [{}, { theme: 'mixed', language: 'dv', dir: 'rtl' }],
    [
      { theme: 'dark', language: 'en' },
      { theme: 'dark', language: 'en', dir: 'ltr' },
    ],
    [
      { theme: 'mixed', language: 'dv' },
      { theme: 'mixed', language: 'dv', dir: 'rtl' },
    ],
    [
      { theme: 'light', language: 'dv' },
      { theme: 'light', language: 'dv', dir: 'rtl' },
    ],
    [
      { theme: 'pink', language: 'xx' },
      { theme: 'mixed', language: 'dv', dir: 'rtl' },
    ],
  ])('for the stored values %j the paint script and the preferences agree', async (stored, expected) => {
    expect(runPaintScript(stored)).toEqual(expected)

    vi.stubGlobal('localStorage', memoryStorage(stored))
    const { themePreference, languagePreference } = await import('./preferences.ts')
    expect({ theme: themePreference.get(), language: languagePreference.get() }).toEqual({
      theme: expected.theme,
      language: expected.language,
    })
  })
})

test('a preference is stored, and listeners are notified once for each change', async () => {
  const stored = memoryStorage()
  vi.stubGlobal('localStorage', stored)
  const { sidebarPreference } = await import('./preferences.ts')
  const listener = vi.fn()
  sidebarPreference.subscribe(listener)
  sidebarPreference.set('condensed')
  sidebarPreference.set('condensed')
  expect([stored.length, stored.getItem('sidebar')]).toEqual([1, 'condensed'])
  expect(sidebarPreference.get()).toBe('condensed')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a preference works without storage', async () => {
  const throwError = () => {
    throw new Error('Storage is not allowed.')
  }
  vi.stubGlobal('localStorage', { getItem: throwError, setItem: throwError })
  const { themePreference } = await import('./preferences.ts')
  themePreference.set('dark')
  expect(themePreference.get()).toBe('dark')
})
