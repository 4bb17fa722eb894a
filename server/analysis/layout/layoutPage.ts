import type { Glyph, PageGlyphs } from '../pdf/glyphs.ts'
import type { Line, Page } from '../types.ts'
import { anglesOf, frameOf } from './frame.ts'
import { type DraftLine, draftLines } from './lines.ts'
import { judgeWord } from './confidence.ts'
import { startParagraphs } from './paragraphs.ts'
import { piecesOf } from './pieces.ts'
import { chooseReading, namesBracketsByShape } from './reading.ts'
import { isScanned } from './scanned.ts'
import { measureSpacing } from './spacing.ts'
import { textOfLines } from './textOfLines.ts'
import { unknownGlyphs } from './unknownGlyphs.ts'
import type { Reading } from './unit.ts'
import { wordsOf } from './wordsOf.ts'

export type LayoutOptions = {
  /** The glyphs of the page that a reader sees. */
  visible: readonly Glyph[]
  /** Texts that a person gave for outlines without a known letter. */
  letters: ReadonlyMap<string, string>
  /** How the page before was read: most files have one producer. */
  usual: Reading
}

type LaidOut = Omit<Page, 'seconds' | 'hidden'>

/** Rebuilds the lines of a page, and how the page was to be read. */
export function layoutPage(page: PageGlyphs, options: LayoutOptions): { page: LaidOut; reading: Reading } {
  const { visible, letters, usual } = options
  const [angle = 0] = anglesOf(visible)
  const frame = frameOf(angle)
  const pieces = piecesOf(page, visible, { frame, letters })
  const { reading, rows } = chooseReading(pieces, usual)
  const spacing = measureSpacing(rows)
  const mirror = namesBracketsByShape(rows, spacing)
  const drafts = draftLines(rows, { reading, spacing, mirror, isBold: (font) => page.fonts[font]?.bold === true })
  const starts = startParagraphs(drafts)
  const lines = drafts.map((draft, index) => finishLine(draft, starts[index] ?? true))
  const { number, width, height } = page
  return {
    reading,
    page: {
      number,
      width,
      height,
      text: textOfLines(lines),
      scanned: isScanned(page, lines),
      confidence: tenthPercentile(lines.map(({ confidence }) => confidence)),
      lines,
      tables: [],
      unknown_glyphs: unknownGlyphs(visible, letters),
    },
  }
}

function finishLine(draft: DraftLine, startsParagraph: boolean): Line {
  const words = wordsOf(draft.items, (word, items) => judgeWord(word, items, draft.sure))
  return {
    text: draft.text,
    box: draft.box,
    confidence: words.reduce((product, { confidence }) => product * confidence, 1),
    engine: 'text-layer',
    role: 'body',
    starts_paragraph: startsParagraph,
    words,
  }
}

function tenthPercentile(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 10)] ?? 1
}
