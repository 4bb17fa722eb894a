import type { Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import type { Box, LaidOutPage, Line, LineRole } from '#server/analysis/types.ts'
import { arrangeRows } from './blocks.ts'
import type { Columns } from './columns.ts'
import { anglesOf, around, frameOf } from './frame.ts'
import { type DraftLine, draftLines } from './lines.ts'
import { lineConfidence, splitWords, wordConfidence, wordFeatures } from './confidence.ts'
import { startParagraphs } from './paragraphs.ts'
import { piecesOf } from './pieces.ts'
import { chooseReading, namesBracketsByShape } from './reading.ts'
import { rolesOf } from './roles.ts'
import { rulesOf } from './rules.ts'
import { isCovered, isScanned } from './scanned.ts'
import { measureSpacing } from './spacing.ts'
import { tenthPercentile } from './tenthPercentile.ts'
import { textOfLines } from './textOfLines.ts'
import { unknownGlyphs } from './unknownGlyphs.ts'
import type { Reading } from './unit.ts'
import { finishWord } from './finishWord.ts'

type LayoutOptions = {
  /** The glyphs of the page that a reader sees. */
  visible: readonly Glyph[]
  /** Texts that a person gave for outlines without a known letter. */
  letters: ReadonlyMap<string, string>
  /** How the page before was read: most files have one producer. */
  usual: Reading
  /** The columns of the page before, whose last lines may be at the top of this one. */
  columnsBefore: Columns | null
}

type LaidOut = Omit<LaidOutPage, 'seconds' | 'hidden'>

type PageLayout = { page: LaidOut; reading: Reading; columns: Columns | null }

/** Rebuilds the lines of a page, and how the page was to be read. */
export function layoutPage(page: PageGlyphs, options: LayoutOptions): PageLayout {
  const { drafts, rules, reading, columns } = layoutDrafts(page, options)
  const lines = finishLines(drafts, rolesOf(drafts, rules.horizontal))
  const { number, width, height } = page
  const covered = isCovered(page)
  return {
    reading,
    columns,
    page: {
      number,
      width,
      height,
      text: textOfLines(lines),
      covered,
      scanned: isScanned(covered, lines),
      confidence: tenthPercentile(lines),
      lines,
      tables: tablesOf(drafts),
      unknown_glyphs: unknownGlyphs(options.visible, options.letters),
    },
  }
}

/** The lines in reading order, before they are judged. */
export function layoutDrafts(page: PageGlyphs, { visible, letters, usual, columnsBefore }: LayoutOptions) {
  const [angle = 0] = anglesOf(visible)
  const frame = frameOf(angle)
  const pieces = piecesOf(page, visible, { frame, letters })
  const { reading, rows } = chooseReading(pieces, usual)
  const rules = rulesOf(page, frame)
  const spacing = measureSpacing(rows, rules.vertical)
  const mirror = namesBracketsByShape(rows, spacing)
  const isBold = (font: number) => page.fonts[font]?.bold === true
  const { placed, columns } = arrangeRows(rows, spacing, { rules: rules.horizontal, columnsBefore })
  const drafts = draftLines(placed, { reading, spacing, mirror, isBold })
  return { drafts, rules, reading, columns }
}

/** Judges the words of the page together: what is wrong with one of them often shows in the others. */
function finishLines(drafts: readonly DraftLine[], roles: readonly LineRole[]): Line[] {
  const words = drafts.map(splitWords)
  const features = wordFeatures(drafts, words)
  const starts = startParagraphs(drafts)
  return drafts.map(({ text, box }, index) => {
    const confidences = features[index]?.map(wordConfidence) ?? []
    return {
      text,
      box,
      confidence: lineConfidence(confidences),
      engine: 'text-layer',
      role: roles[index] ?? 'body',
      starts_paragraph: starts[index] ?? true,
      words: (words[index] ?? []).map((word, at) => finishWord(word, confidences[at] ?? 0)),
    }
  })
}

function tablesOf(lines: readonly DraftLine[]): Box[] {
  const tables = Map.groupBy(
    lines.filter(({ table }) => table),
    ({ block }) => block,
  )
  return [...tables.values()].map((rows) => around(rows.map(({ box }) => box)))
}
