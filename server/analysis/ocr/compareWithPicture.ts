import { reviewLimits } from '#shared/resources/analysisReview.ts'
import { lineConfidence } from '#server/analysis/layout/confidence.ts'
import type { Box, Line, Page, UnknownGlyph, Word } from '#server/analysis/types.ts'
import type { Recognizer } from './recognizer.ts'
import type { Raster } from './render.ts'

/** What a glyph without a known letter is, as the picture of the page shows it. */
type ResolvedGlyph = { outline: string; text: string; confidence: number }

/** Lines of a page that are read for their glyphs. */
const maxLines = 10
const margin = 1.5
const unknownLetter = '\ufffd'

/** Reads up to ten lines that have glyphs without a letter from the picture of their page. */
export async function resolveGlyphs(page: Page, raster: Raster, recognizer: Recognizer): Promise<ResolvedGlyph[]> {
  const unknown = page.unknown_glyphs.filter(({ letter }) => letter === null)
  const lines = page.lines.filter((line) => unknown.some(({ box }) => isInside(box, line.box))).slice(0, maxLines)
  const letters: ResolvedGlyph[] = []
  for (const line of lines) {
    const seen = await recognizer.readLine(raster, grown(line.box))
    if (seen) letters.push(...resolved(line, seen, unknown))
  }
  return letters
}

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
})

function isInside(inner: Box, outer: Box): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2]
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height
}

/**
 * A line of a text layer next to what the picture shows at its place: agreement raises the confidence of a word, another
 * reading lowers it. The text itself stays that of the file.
 */
export function compareLine(line: Line, seen: Line): Line {
  // The words of the picture have the positions of those of the text layer, so they are matched by their boxes.
  const words = line.words.map((word) => {
    const other = wordAt(seen, word.box)
    return other ? comparedWord(line, word, seen, other) : word
  })
  return { ...line, words, confidence: lineConfidence(words.map(({ confidence }) => confidence)) }
}

const textOf = (line: Line, { start, end }: Word) => line.text.slice(start, end)
/** Signs that look alike in print. */
export const alike = (text: string) =>
  text
    .replace(/[“”«»]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/[–—]/gu, '-')
    .replace(/،/gu, ',')

/** The recognizer reads Thaana words best: where it reads another sign, little follows. */
const isThaana = (text: string) => /^[\u0780-\u07b1]{2,}$/u.test(text)

/** The largest chance that another reading counts with. */
const surest = 0.95

function comparedWord(line: Line, word: Word, seen: Line, other: Word): Word {
  const [own, read] = [textOf(line, word), textOf(seen, other)]
  const agrees = alike(own) === alike(read)
  if (!agrees && !(isThaana(own) && isThaana(read))) return word
  const wrong = 1 - Math.min(surest, other.confidence)
  const confidence = withOdds(word.confidence, agrees ? 1 / wrong : wrong)
  // A word that stays sure keeps its one reading: the recognizer is wrong more often than a sure text layer.
  const isShown = agrees || confidence < reviewLimits.sure
  const [seenReading] = other.readings
  return {
    ...word,
    confidence,
    readings: [
      ...word.readings.map((reading) => ({ ...reading, confidence })),
      ...(isShown && seenReading ? [seenReading] : []),
    ],
  }
}

/** A probability after evidence that is `odds` times as likely when it holds as when it does not. */
export function withOdds(probability: number, odds: number): number {
  const share = Math.min(0.9999, Math.max(0.0001, probability))
  return (share * odds) / (share * odds + 1 - share)
}

function wordAt(line: Line, box: Box): Word | undefined {
  const overlap = (word: Word) => Math.min(word.box.x + word.box.width, box.x + box.width) - Math.max(word.box.x, box.x)
  return line.words.find((word) => overlap(word) > 0.6 * Math.max(word.box.width, box.width))
}

/** A word whose only unknown sign is one glyph gives that glyph, if the rest of the word is read as the file has it. */
function resolved(line: Line, seen: Line, unknown: readonly UnknownGlyph[]): ResolvedGlyph[] {
  return unknown.flatMap(({ outline, box }) => {
    const word = line.words.find((one) => isInside(box, one.box))
    const other = word && wordAt(seen, word.box)
    const text = word && other ? missing(textOf(line, word), textOf(seen, other)) : undefined
    return text && other ? [{ outline, text, confidence: other.confidence }] : []
  })
}

function missing(own: string, read: string): string | undefined {
  const [before, after, ...more] = own.split(unknownLetter)
  if (before === undefined || after === undefined || more.length > 0) return undefined
  if (!read.startsWith(before) || !read.endsWith(after) || read.length <= before.length + after.length) return undefined
  return read.slice(before.length, read.length - after.length)
}
