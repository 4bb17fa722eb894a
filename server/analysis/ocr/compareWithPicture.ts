import type { Box, Line, Page, UnknownGlyph, Word } from '../types.ts'
import type { Recognizer } from './recognizer.ts'
import type { Raster } from './render.ts'

/** What a glyph without a known letter is, as the picture of the page shows it. */
type SettledGlyph = { outline: string; text: string; confidence: number }

type Comparison = { lines: Line[]; letters: SettledGlyph[] }

/** Lines of a page that are read from its picture. */
const MOST_LINES = 10
const MARGIN = 1.5
const UNKNOWN = '\ufffd'

/**
 * Reads up to ten lines of a born-digital page from its picture and compares them with its text layer: agreement raises the
 * confidence of a word, a clear reading of something else lowers it. The text itself stays that of the file.
 */
export async function compareWithPicture(page: Page, raster: Raster, recognizer: Recognizer): Promise<Comparison> {
  const chosen = new Set(linesToCompare(page))
  const lines: Line[] = []
  const letters: SettledGlyph[] = []
  for (const line of page.lines) {
    const seen = chosen.has(line) ? await recognizer.readLine(raster, grown(line.box)) : undefined
    if (seen) letters.push(...settled(line, seen, page.unknown_glyphs))
    lines.push(seen ? compared(line, seen) : line)
  }
  return { lines, letters }
}

/** Those with glyphs without a letter and the least sure ones, then others spread over the page. */
function linesToCompare({ lines, unknown_glyphs }: Page): Line[] {
  const hasUnknown = (line: Line) =>
    line.text.includes(UNKNOWN) || unknown_glyphs.some(({ box }) => isInside(box, line.box))
  const byNeed = [...lines].sort((a, b) => Number(hasUnknown(b)) - Number(hasUnknown(a)) || a.confidence - b.confidence)
  const needed = byNeed.slice(0, MOST_LINES / 2)
  const others = lines.filter((line) => !needed.includes(line))
  const step = Math.max(1, others.length / (MOST_LINES - needed.length))
  const spread = Array.from({ length: MOST_LINES - needed.length }, (_, i) => others[Math.floor(i * step)])
  return [...needed, ...spread.filter((line) => line !== undefined)]
}

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - MARGIN,
  y: y - MARGIN,
  width: width + 2 * MARGIN,
  height: height + 2 * MARGIN,
})

function isInside(inner: Box, outer: Box): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2]
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height
}

/** The words of the picture stand at the places of those of the text layer, so they are matched by their boxes. */
function compared(line: Line, seen: Line): Line {
  const words = line.words.map((word) => {
    const other = wordAt(seen, word.box)
    return other ? comparedWord(line, word, seen, other) : word
  })
  return { ...line, words, confidence: words.reduce((least, { confidence }) => Math.min(least, confidence), 1) }
}

const textOf = (line: Line, { start, end }: Word) => line.text.slice(start, end)
/** Signs that look alike in print. */
const alike = (text: string) =>
  text
    .replace(/[“”«»]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/[–—]/gu, '-')
    .replace(/،/gu, ',')

function comparedWord(line: Line, word: Word, seen: Line, other: Word): Word {
  const [own, read] = [textOf(line, word), textOf(seen, other)]
  const odds =
    alike(own) === alike(read) ? 1 / Math.max(0.05, 1 - other.confidence) : Math.max(0.02, (1 - other.confidence) ** 2)
  const share = Math.min(0.9999, Math.max(0.0001, word.confidence))
  const confidence = (share * odds) / (share * odds + 1 - share)
  return {
    ...word,
    confidence,
    readings: [...word.readings.map((reading) => ({ ...reading, confidence })), ...other.readings],
  }
}

function wordAt(line: Line, box: Box): Word | undefined {
  const overlap = (word: Word) => Math.min(word.box.x + word.box.width, box.x + box.width) - Math.max(word.box.x, box.x)
  return line.words.find((word) => overlap(word) > 0.6 * Math.max(word.box.width, box.width))
}

/** A word whose only unknown sign is one glyph gives that glyph, if the rest of the word is read as the file has it. */
function settled(line: Line, seen: Line, unknown: readonly UnknownGlyph[]): SettledGlyph[] {
  return unknown.flatMap(({ outline, box }) => {
    const word = line.words.find((one) => isInside(box, one.box))
    const other = word && wordAt(seen, word.box)
    const text = word && other ? missing(textOf(line, word), textOf(seen, other)) : undefined
    return text && other ? [{ outline, text, confidence: other.confidence }] : []
  })
}

function missing(own: string, read: string): string | undefined {
  const [before, after, ...more] = own.split(UNKNOWN)
  if (before === undefined || after === undefined || more.length > 0) return undefined
  if (!read.startsWith(before) || !read.endsWith(after) || read.length <= before.length + after.length) return undefined
  return read.slice(before.length, read.length - after.length)
}
