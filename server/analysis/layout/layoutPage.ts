import type { Glyph, PageGlyphs } from '../pdf/glyphs.ts'
import type { Box, Line, LineRole, Page } from '../types.ts'
import { arrangeRows } from './blocks.ts'
import { anglesOf, around, frameOf } from './frame.ts'
import { type DraftLine, draftLines } from './lines.ts'
import { judgeWord } from './confidence.ts'
import { startParagraphs } from './paragraphs.ts'
import { piecesOf } from './pieces.ts'
import { chooseReading, namesBracketsByShape } from './reading.ts'
import { rolesOf } from './roles.ts'
import { rulesOf } from './rules.ts'
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
  const rules = rulesOf(page, frame)
  const spacing = measureSpacing(rows, rules.vertical)
  const mirror = namesBracketsByShape(rows, spacing)
  const drafts = draftLines(arrangeRows(rows, spacing, rules.horizontal), {
    reading,
    spacing,
    mirror,
    isBold: (font) => page.fonts[font]?.bold === true,
  })
  const starts = startParagraphs(drafts)
  const roles = rolesOf(drafts, rules.horizontal)
  const lines = drafts.map((draft, index) => finishLine(draft, roles[index] ?? 'body', starts[index] ?? true))
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
      tables: tablesOf(drafts),
      unknown_glyphs: unknownGlyphs(visible, letters),
    },
  }
}

function finishLine(draft: DraftLine, role: LineRole, startsParagraph: boolean): Line {
  const words = wordsOf(draft.items, (word, items) => judgeWord(word, items, draft.sure))
  return {
    text: draft.text,
    box: draft.box,
    confidence: words.reduce((product, { confidence }) => product * confidence, 1),
    engine: 'text-layer',
    role,
    starts_paragraph: startsParagraph,
    words,
  }
}

function tablesOf(lines: readonly DraftLine[]): Box[] {
  const tables = Map.groupBy(
    lines.filter(({ table }) => table),
    ({ block }) => block,
  )
  return [...tables.values()].map((rows) => around(rows.map(({ box }) => box)))
}

function tenthPercentile(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 10)] ?? 1
}
