import type { Glyph } from '#server/analysis/pdf/glyphs.ts'
import type { UnknownGlyph } from '#server/analysis/types.ts'
import { isUnknown } from './pieces.ts'

/** The outlines of the page whose letter the file does not say, with the letters that they were given. */
export function unknownGlyphs(glyphs: readonly Glyph[], letters: ReadonlyMap<string, string>): UnknownGlyph[] {
  const found = new Map<string, UnknownGlyph>()
  for (const { text, unit, outline, ink } of glyphs) {
    if (unit >= 0 || !ink || outline === null || !isUnknown(text)) continue
    const before = found.get(outline)
    if (before) before.count += 1
    else found.set(outline, { outline, box: ink, count: 1, letter: letters.get(outline) ?? null })
  }
  return [...found.values()]
}
