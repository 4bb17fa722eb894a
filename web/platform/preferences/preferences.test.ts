import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'

const paint = readFileSync(new URL('public/paint.js', import.meta.url), 'utf8')

const keptIn = (kept: Record<string, string>) => ({
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => void (kept[key] = value),
})

/** What the page is told before its first paint. */
function painted(kept: Record<string, string>) {
  const root = { lang: '', dir: '', attributes: {} as Record<string, string> }
  const documentElement = Object.assign(root, {
    setAttribute: (name: string, value: string) => void (root.attributes[name] = value),
  })
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the file is run as a browser would run it
  const run = new Function('document', 'localStorage', paint)
  run({ documentElement }, keptIn(kept))
  return { theme: root.attributes['data-theme'], language: root.lang, dir: root.dir }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('before the first paint', () => {
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
  ])('of %j it is the same as afterwards', async (kept, expected) => {
    expect(painted(kept)).toEqual(expected)

    vi.stubGlobal('localStorage', keptIn(kept))
    const { themeChoice, languageChoice } = await import('./choices.ts')
    expect({ theme: themeChoice.get(), language: languageChoice.get() }).toEqual({
      theme: expected.theme,
      language: expected.language,
    })
  })
})

test('what is chosen is kept, and told to whoever listens', async () => {
  const kept: Record<string, string> = {}
  vi.stubGlobal('localStorage', keptIn(kept))
  const { sidebarChoice } = await import('./choices.ts')
  const heard = vi.fn()
  sidebarChoice.subscribe(heard)
  sidebarChoice.set('condensed')
  sidebarChoice.set('condensed')
  expect(kept).toEqual({ sidebar: 'condensed' })
  expect(sidebarChoice.get()).toBe('condensed')
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a browser that keeps nothing is no reason to fail', async () => {
  const refuse = () => {
    throw new Error('Storage is not allowed.')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const { themeChoice } = await import('./choices.ts')
  themeChoice.set('dark')
  expect(themeChoice.get()).toBe('dark')
})
