import { layoutPage } from '#server/analysis/layout/layoutPage.ts'
import { visualReading } from '#server/analysis/layout/reading.ts'
import type { Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'

export type DrawnLine = { text: string; right: number; y: number }

/** A page of letters of 6 points width and 12 points height; marks stand over the middle of their letter. */
export function buildPage(lines: DrawnLine[], over: Partial<PageGlyphs> = {}): PageGlyphs {
  const glyphs = lines.flatMap(({ text, right, y }, run) => drawLine(text, right, { y, run }))
  const font = { name: 'A', to_unicode: true, embedded: true, bold: false, italic: false, ascent: 0.8, descent: -0.2 }
  const page = { number: 1, width: 595, height: 842, rotation: 0, units: [], shapes: [], annotations: [] }
  return { ...page, glyphs: glyphs.map((glyph, order) => ({ ...glyph, order })), fonts: [font], ...over }
}

function drawLine(text: string, right: number, { y, run }: { y: number; run: number }): Glyph[] {
  let x = right
  return Array.from(text)
    .map((char) => {
      const isMark = /\p{M}/u.test(char)
      if (!isMark) x -= 6
      return buildGlyph({ text: char, x, y, run, advance: isMark ? 0 : 6 })
    })
    .reverse()
}

function buildGlyph(own: Partial<Glyph>): Glyph {
  const { x = 0, y = 0, advance = 6 } = own
  const place = { font: 0, code: 0, size: 12, angle: 0, order: 0, mode: 0, color: '#000000', opacity: 1, clip: null }
  const flags = { unit: -1, reversed: false, artifact: false, layer_off: false, run: 0, outline: 'known' }
  const ink = own.text === ' ' ? null : { x: x + 1, y: y - 8, width: 4, height: 8 }
  return { text: '', x, y, advance, box: { x, y: y - 9, width: advance, height: 12 }, ink, ...place, ...flags, ...own }
}

export const layout = (page: PageGlyphs, own: Partial<Parameters<typeof layoutPage>[1]> = {}) =>
  layoutPage(page, { visible: page.glyphs, letters: new Map(), usual: visualReading, columnsBefore: null, ...own })

export const read = (page: PageGlyphs, letters = new Map<string, string>()) => layout(page, { letters }).page
