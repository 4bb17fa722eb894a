import type { PageGlyphs } from '../pdf/glyphs.ts'
import { anglesOf, frameOf } from './frame.ts'
import { draftLines } from './lines.ts'
import { piecesOf } from './pieces.ts'
import { chooseReading, namesBracketsByShape, visualReading } from './reading.ts'
import { measureSpacing } from './spacing.ts'

export function layoutDraft(page: PageGlyphs) {
  const glyphs = page.glyphs.filter(({ mode, layer_off }) => mode !== 3 && mode !== 7 && !layer_off)
  const [angle = 0] = anglesOf(glyphs)
  const pieces = piecesOf(page, glyphs, { frame: frameOf(angle), letters: new Map() })
  const { reading, rows } = chooseReading(pieces, visualReading)
  const spacing = measureSpacing(rows)
  const mirror = namesBracketsByShape(rows, spacing)
  return draftLines(rows, { reading, spacing, mirror, isBold: (font) => page.fonts[font]?.bold === true })
}
