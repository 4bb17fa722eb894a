import type { Font, Glyph, PageGlyphs } from '../pdf/glyphs.ts'
import { drawnLetter, isSign } from './legacyLetters.ts'

/**
 * Gives the glyphs of legacy ASCII fonts the Thaana letters that they draw. Glyphs of other fonts stay, so Latin words
 * and case numbers between them are not touched. Places and order are those of the page.
 */
export function convertLegacy(page: PageGlyphs): PageGlyphs {
  const legacy = findLegacyFonts(page)
  if (legacy.size === 0) return page
  const glyphs = page.glyphs.map((glyph) => (legacy.has(glyph.font) ? { ...glyph, text: asciiOf(glyph) } : glyph))
  return { ...page, glyphs: glyphs.map((glyph, index) => convertGlyph(glyph, index, glyphs, legacy)) }
}

/** The indexes of the fonts that draw Thaana for ASCII: by their name, or by their letters when the name says nothing. */
export function findLegacyFonts({ fonts, glyphs }: PageGlyphs): Set<number> {
  const sequences = fonts.map((): string[] => [])
  for (const glyph of glyphs) sequences[glyph.font]?.push(asciiOf(glyph))
  const isLegacy = (font: Font, index: number) => {
    const { pairs, alternating } = countPairs(sequences[index] ?? [])
    if (pairs < minPairs) return isLegacyName(font.name)
    return alternating > pairs * (isLegacyName(font.name) ? namedShare : unnamedShare)
  }
  return new Set(fonts.flatMap((font, index) => (isLegacy(font, index) ? [index] : [])))
}

/** With the prefix of a subset or without it. */
const isLegacyName = (name: string) => /^(?:[A-Z]{6}\+)?A_[A-Z]/i.test(name)

/** Fewer neighboring letters say nothing about a font. */
const minPairs = 24
/** In Thaana a sign follows each consonant but a few; in English about half of the neighbors alternate. */
const unnamedShare = 0.85
const namedShare = 0.6

function countPairs(sequence: readonly string[]) {
  let pairs = 0
  let alternating = 0
  sequence.forEach((character, index) => {
    const next = sequence[index + 1] ?? ''
    if (!/^[A-Za-z]$/.test(character) || !/^[A-Za-z]$/.test(next)) return
    pairs += 1
    if (isSign(character) !== isSign(next)) alternating += 1
  })
  return { pairs, alternating }
}

/** Symbol fonts have their codes at U+F000; without a map to letters the code is what is left. */
function asciiOf({ text, code }: Glyph): string {
  if (text === '' && code < 0x7f) return String.fromCharCode(code)
  const value = text.charCodeAt(0)
  return text.length === 1 && value > 0xf020 && value < 0xf07f ? String.fromCharCode(value - 0xf000) : text
}

/** A comma between two digits is that of an amount. */
function convertGlyph(glyph: Glyph, index: number, glyphs: readonly Glyph[], legacy: ReadonlySet<number>): Glyph {
  if (!legacy.has(glyph.font)) return glyph
  const isDigit = (other: Glyph | undefined) => /^\d$/.test(other?.text ?? '')
  if (glyph.text === ',' && isDigit(glyphs[index - 1]) && isDigit(glyphs[index + 1])) return glyph
  return { ...glyph, text: drawnLetter(glyph.text) }
}
