import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Theme, themes } from '#web/platform/preferences/preferences.ts'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The colors of a theme: the common ones, overridden by its own. */
function colorsOf(theme: Theme) {
  const blocks = [...css.matchAll(/:root(?:\[data-theme='(\w+)'\])? \{([^}]*)\}/g)]
  const colors = new Map<string, string>()
  for (const [, own = theme, body = ''] of blocks) {
    if (own !== theme) continue
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) colors.set(name, value)
  }
  return colors
}

function luminance(color: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const part = parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const paper = ['ground', 'surface', 'sunken']
const texts: [text: string, grounds: string[]][] = [
  ['ink', [...paper, 'brand-soft', 'mark', 'mark-now']],
  ['ink-2', paper],
  ['ink-3', paper],
  ['brand-ink', [...paper, 'brand-soft', 'brand-soft-2']],
  ['on-brand', ['brand', 'brand-2']],
  ['on-bad', ['bad']],
  ['on-chrome', ['chrome', 'chrome-2', 'chrome-3']],
  ['on-chrome-2', ['chrome', 'chrome-2']],
  ...['good', 'caution', 'bad', 'note'].map((role): [string, string[]] => [role, ['surface', `${role}-soft`]]),
]

/** Non-text elements that must be visible: input borders and focus rings. */
const shapes: [shape: string, grounds: string[]][] = [
  ['line-field', paper],
  ['brand', paper],
  ['focus', paper],
  ['focus-on-chrome', ['chrome', 'chrome-2', 'chrome-3']],
]

describe.each(themes)('in the %s theme', (theme) => {
  const colors = colorsOf(theme)
  const weak = (pairs: typeof texts, minimum: number) =>
    pairs.flatMap(([name, grounds]) =>
      grounds.flatMap((ground) => {
        const value = contrast(colors.get(name) ?? '#000000', colors.get(ground) ?? '#000000')
        return value < minimum ? [`${name} on ${ground}: ${value.toFixed(2)}`] : []
      }),
    )

  test('every text color has a contrast of 4.5 to its background', () => {
    expect(weak(texts, 4.5)).toEqual([])
  })
  test('every border and focus ring has a contrast of 3 to its background', () => {
    expect(weak(shapes, 3)).toEqual([])
  })
  test('every color of the contrast tests is defined', () => {
    const names = [...texts, ...shapes].flatMap(([name, grounds]) => [name, ...grounds])
    expect(names.filter((name) => !colors.has(name))).toEqual([])
  })
})

test.each([
  ['mixed', 'dark', 'light'],
  ['light', 'light', 'light'],
  ['dark', 'dark', 'dark'],
] as const)('the %s theme has a %s frame and %s page backgrounds', (theme, frame, inside) => {
  const colors = colorsOf(theme)
  const brightness = (name: string) => (luminance(colors.get(name) ?? '') < 0.2 ? 'dark' : 'light')
  expect(brightness('chrome')).toBe(frame)
  for (const ground of ['ground', 'surface', 'sunken']) expect(brightness(ground), ground).toBe(inside)
})

test('no style module has two rules for one class, of which each would also style what the other is for', () => {
  const root = new URL('../..', import.meta.url)
  const repeated = globSync('**/*.module.css', { cwd: root }).flatMap((file) => {
    const rules: readonly string[] =
      readFileSync(new URL(file, root), 'utf8').match(/(?<!,\n)^\.[\w-]+(?= \{$)/gm) ?? []
    return rules.filter((rule, index) => rules.indexOf(rule) !== index).map((rule) => `${file}: ${rule}`)
  })
  expect(repeated).toEqual([])
})
