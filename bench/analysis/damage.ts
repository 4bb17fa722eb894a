import type { Random } from '#db/seed/random.ts'
import type { Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'

/** How broken files read: maps that lack letters or lie about them, marks out of place, spaces that are missing or too many. */
type Damage = (page: PageGlyphs, random: Random) => PageGlyphs

const letters = Array.from('ހށނރބޅކއވމފދތލގސޑޒޓޔޕޖޗޙޚޝޞޢޤ')
const marks = Array.from('ަާިީުޫެޭޮޯް')

const change = (page: PageGlyphs, edit: (glyph: Glyph) => Glyph | null): PageGlyphs => ({
  ...page,
  // ActualText would repair what is damaged here.
  glyphs: page.glyphs.flatMap((glyph) => edit({ ...glyph, unit: -1 }) ?? []),
})

/** Some letters have no text, in the whole file. */
const missing =
  (count: number): Damage =>
  (page, random) => {
    const lost = random.some([...letters, ...marks], count)
    return change(page, (glyph) => (lost.includes(glyph.text) ? { ...glyph, text: '' } : glyph))
  }

/** Some letters are taken for others, in the whole file. */
const lying =
  (count: number): Damage =>
  (page, random) => {
    const map = new Map([
      ...random.some(letters, count).map((letter) => [letter, random.pick(letters)] as const),
      ...random.some(marks, count >> 1).map((mark) => [mark, random.pick(marks)] as const),
    ])
    return change(page, (glyph) => ({ ...glyph, text: map.get(glyph.text) ?? glyph.text }))
  }

/** A share of the letters and marks is wrong, each by itself. */
const noise =
  (share: number): Damage =>
  (page, random) =>
    change(page, (glyph) => {
      if (!random.chance(share)) return glyph
      if (letters.includes(glyph.text)) return { ...glyph, text: random.pick(letters) }
      return marks.includes(glyph.text) ? { ...glyph, text: random.pick(marks) } : glyph
    })

/** A share of the marks is next to its letter. */
const misplaced =
  (share: number): Damage =>
  (page, random) =>
    change(page, (glyph) => {
      if (!marks.includes(glyph.text) || !random.chance(share)) return glyph
      const by = glyph.size * (random.next() - 0.5) * 1.6
      const move = (box: Glyph['box']) => ({ ...box, x: box.x + by })
      return { ...glyph, x: glyph.x + by, box: move(glyph.box), ink: glyph.ink && move(glyph.ink) }
    })

/** Spaces are only gaps, and a share of the letters has moved towards or from its neighbor. */
const loose =
  (share: number): Damage =>
  (page, random) =>
    change(page, (glyph) => {
      if (glyph.text === ' ') return null
      if (!letters.includes(glyph.text) || !random.chance(share)) return glyph
      const by = glyph.size * (random.next() - 0.5) * 0.4
      return { ...glyph, box: { ...glyph.box, x: glyph.box.x + by } }
    })

/** Letters and marks are lost altogether. */
const dropped =
  (share: number): Damage =>
  (page, random) =>
    change(page, (glyph) => (glyph.text !== ' ' && random.chance(share) ? null : glyph))

export const damages: readonly Damage[] = [
  (page) => page,
  missing(2),
  lying(2),
  lying(8),
  noise(0.005),
  noise(0.05),
  misplaced(0.03),
  loose(0.02),
  dropped(0.01),
]
