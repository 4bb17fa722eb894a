import type { Font, Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import { alifuAtA, type LegacyLayout, phonetic, phoneticSwapped } from './legacyLetters.ts'

/** The layouts of legacy fonts by their names, as far as the letters of pages have shown them. */
export type KnownLegacyFonts = Map<string, LegacyLayout>

/**
 * Gives the glyphs of legacy ASCII fonts the Thaana letters that they draw. Glyphs of other fonts stay, so Latin words
 * and case numbers between them are not touched. Places and order are those of the page. `known` has the fonts of the
 * pages before, and gets those of this page.
 */
export function convertLegacy(page: PageGlyphs, known: KnownLegacyFonts = new Map()): PageGlyphs {
  const legacy = findLegacyFonts(page, known)
  if (legacy.size === 0) return page
  const glyphs = page.glyphs.map((glyph) => (legacy.has(glyph.font) ? { ...glyph, text: asciiOf(glyph) } : glyph))
  return { ...page, glyphs: glyphs.map((glyph, index) => convertGlyph(glyph, index, glyphs, legacy)) }
}

/** The fonts that draw Thaana for ASCII, by their index: by their letters, or by their name when they have few. */
export function findLegacyFonts(
  { fonts, glyphs }: PageGlyphs,
  known: KnownLegacyFonts = new Map(),
): Map<number, LegacyLayout> {
  const sequences = fonts.map((): string[] => [])
  for (const glyph of glyphs) sequences[glyph.font]?.push(asciiOf(glyph))
  const judged = fonts.map((font, index) => judge(font, sequences[index] ?? []))
  judged.forEach((layout, index) => {
    const name = fonts[index]?.name
    if (layout && name) known.set(name, layout)
  })
  const layoutAt = (font: Font, index: number): LegacyLayout | null => {
    const layout = judged[index]
    if (layout !== undefined) return layout
    const named = known.get(font.name) ?? (isLegacyName(font.name) ? alifuAtA : null)
    return named && alternatesIn(sequences[index] ?? [], named).share >= namedShare ? named : null
  }
  return new Map(
    fonts.flatMap((font, index) => {
      const layout = layoutAt(font, index)
      return layout ? [[index, layout] as const] : []
    }),
  )
}

/** The layout in which consonants and signs alternate most; null for a font of other letters, undefined with too few. */
function judge({ name }: Font, sequence: readonly string[]): LegacyLayout | null | undefined {
  const atA = alternatesIn(sequence, alifuAtA)
  if (atA.pairs < minPairs) return undefined
  const atKeys = alternatesIn(sequence, phonetic)
  if (atA.share >= atKeys.share) return atA.share > (isLegacyName(name) ? namedShare : unnamedShare) ? alifuAtA : null
  const letters = sequence.filter((character) => /^[A-Za-z]$/.test(character))
  const sukuns = letters.filter((character) => character === phonetic.sukun).length
  if (atKeys.share <= unnamedShare || sukuns < letters.length * minSukuns) return null
  return /^(?:[A-Z]{6}\+)?(?:Avas|Munee|Bodukuru)/i.test(name) ? phoneticSwapped : phonetic
}

/**
 * With the prefix of a subset or without it. Several fonts `A_…` name themselves VoguePSMT, but so does a Latin font:
 * only their letters show which it is.
 */
const isLegacyName = (name: string) => /^(?:[A-Z]{6}\+)?A_[A-Z]/i.test(name)

/** Fewer neighboring letters say nothing about a font. */
const minPairs = 24
/** In Thaana a sign follows each consonant but a few; in English about half of the neighbors alternate. */
const unnamedShare = 0.85
const namedShare = 0.6
/** Of the letters. Some 8 % are a sukun; in Latin texts its key, q, is the rarest letter. */
const minSukuns = 0.03

/** How many neighboring letters there are, and the share of them that are a consonant and a sign; 1 of none. */
function alternatesIn(sequence: readonly string[], { isSign }: LegacyLayout): { pairs: number; share: number } {
  let pairs = 0
  let alternating = 0
  sequence.forEach((character, index) => {
    const next = sequence[index + 1] ?? ''
    if (!/^[A-Za-z]$/.test(character) || !/^[A-Za-z]$/.test(next)) return
    pairs += 1
    if (isSign(character) !== isSign(next)) alternating += 1
  })
  return { pairs, share: pairs === 0 ? 1 : alternating / pairs }
}

/** Symbol fonts have their codes at U+F000; without a map to letters the code is what is left. */
function asciiOf({ text, code }: Glyph): string {
  if (text === '' && code < 0x7f) return String.fromCharCode(code)
  const value = text.charCodeAt(0)
  return text.length === 1 && value > 0xf020 && value < 0xf07f ? String.fromCharCode(value - 0xf000) : text
}

/** A comma between two digits is that of an amount. */
function convertGlyph(
  glyph: Glyph,
  index: number,
  glyphs: readonly Glyph[],
  legacy: ReadonlyMap<number, LegacyLayout>,
): Glyph {
  const layout = legacy.get(glyph.font)
  if (!layout) return glyph
  const isDigit = (other: Glyph | undefined) => /^\d$/.test(other?.text ?? '')
  if (glyph.text === ',' && isDigit(glyphs[index - 1]) && isDigit(glyphs[index + 1])) return glyph
  return { ...glyph, text: layout.drawn(glyph.text) }
}
