import { toLogical } from '#server/analysis/layout/logicalOrder.ts'
import type { Box, Line, Word } from '#server/analysis/types.ts'
import { adaptLetters } from './adaptLetters.ts'
import { calibrated } from './calibration.ts'
import { type ReadSign, type Sign, decode } from './decode.ts'
import { disambiguate, turnCommas } from './disambiguate.ts'
import { findLines } from './findLines.ts'
import type { Gray, PixelBox } from './gray.ts'
import { type LineInput, lineRows, lineInput } from './lineInput.ts'
import type { Model } from './model.ts'
import type { Raster } from './render.ts'
import { suggestionsFor } from './suggestions.ts'
import { Opinions, type BoxedLine, type SecondOpinion } from './opinions.ts'

export type Recognizer = {
  /** The lines of a page from the top, their boxes in points. Between two lines other work of the process goes on. */
  readPage: (raster: Raster) => Promise<Line[]>
  /** The line in a box of points of the page, or undefined where nothing is written. */
  readLine: (raster: Raster, box: Box) => Promise<Line | undefined>
  close: () => Promise<void>
}

/**
 * What a recognizer reads with: `isKnown` is asked for what the letters of a page and each of its words may be, and a second
 * opinion, opened with the first of them, for the most doubtful lines of each page, where they are given.
 */
type Engines = { model: Model; openOpinion?: () => Promise<SecondOpinion>; isKnown?: (word: string) => boolean }

export function openRecognizer(engines: Engines): Recognizer {
  const opinions = new Opinions(engines.openOpinion)
  return {
    async readPage(raster) {
      const { picture, lines, toPoints } = findLines(raster)
      const read = await readBoxes(engines, picture, lines, toPoints)
      return markParagraphs(await opinions.ask(picture, read))
    },
    async readLine(raster, { x, y, width, height }) {
      const scale = raster.dpi / 72
      const box = { x: x * scale, y: y * scale, width: width * scale, height: height * scale }
      const [read] = await readBoxes(engines, raster, [rounded(box)], (pixels) => inPoints(pixels, scale))
      return read?.line
    },
    async close() {
      await opinions.close()
      await engines.model.close()
    },
  }
}

const rounded = ({ x, y, width, height }: PixelBox): PixelBox => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

const inPoints = ({ x, y, width, height }: PixelBox, scale: number): Box => ({
  x: x / scale,
  y: y / scale,
  width: width / scale,
  height: height / scale,
})

/** Lines of one page together: they show how its typeface draws letters and commas. */
async function readBoxes(
  { model, isKnown }: Engines,
  picture: Gray,
  boxes: readonly PixelBox[],
  toPoints: (box: PixelBox) => Box,
): Promise<BoxedLine[]> {
  const places: Place[] = []
  const seen: ReadSign[][] = []
  for (const box of boxes) {
    const input = lineInput(picture, box)
    const signs = input && disambiguate(trimmed(decode(await model.run(input))))
    if (!signs || signs.length === 0) continue
    places.push({ input, box, toPoints, isKnown })
    seen.push(signs)
  }
  const turned = turnCommas(seen)
  const read = isKnown ? adaptLetters(turned, isKnown) : turned
  return places.map((place, i) => ({ line: lineOf(read[i] ?? [], place), box: place.box }))
}

/** Without spaces at the ends of the line. */
function trimmed(signs: ReadSign[]): ReadSign[] {
  const first = signs.findIndex(({ base }) => base !== ' ')
  const last = signs.findLastIndex(({ base }) => base !== ' ')
  return first < 0 ? [] : signs.slice(first, last + 1)
}

type Place = {
  input: LineInput
  box: PixelBox
  toPoints: (box: PixelBox) => Box
  isKnown: ((word: string) => boolean) | undefined
}

function lineOf(signs: readonly ReadSign[], { input, box, toPoints, isKnown }: Place): Line {
  const order = withoutDoubleSpaces(inLogicalOrder(signs))
  const text = order.map((sign) => sign.text).join('')
  const words = wordsOf(order).map(({ start, parts }): Word => {
    const indexes = parts.map(({ index }) => index)
    const [from, to] = [Math.min(...indexes), Math.max(...indexes)]
    const confidence = calibrated('word', wordProbability(signs, indexes))
    const wordText = parts.map((part) => part.text).join('')
    const own = indexes.flatMap((index) => signs[index] ?? [])
    const suggestions = isKnown ? suggestionsFor(own, isKnown) : []
    return {
      start,
      end: start + wordText.length,
      box: toPoints(wordBox(signs, from, to, input, box)),
      confidence,
      readings: [{ engine: 'recognizer', text: wordText, confidence }, ...suggestions],
    }
  })
  const product = words.reduce((probability, word) => probability * word.confidence, 1)
  return {
    text,
    box: toPoints(box),
    confidence: calibrated('line', product),
    engine: 'recognizer',
    role: 'body',
    starts_paragraph: false,
    words,
  }
}

/** `index` is the position of the sign as it is seen, `text` its characters in logical order. */
type LogicalSign = { index: number; text: string }

/** In frames, of which a line is ten high: the cells of a row are further apart than words. */
const cellGap = 25
/** Stands for the gap between two cells: the numbers at its sides do not change places. */
const cellEnd = '\u200f'

/** The signs of a line, seen from left to right, in logical order. @internal for tests */
export function inLogicalOrder(signs: readonly ReadSign[]): LogicalSign[] {
  const isLatin = hasLetter(signs, /[A-Za-z]/) && !hasLetter(signs, /[\u0780-\u07b1]/)
  const visual = signs.flatMap((sign, index) => [
    ...(!isLatin && startsCell(signs, index) ? [{ text: cellEnd, unit: null, index }] : []),
    { text: sign.base + sign.mark, unit: null, index },
  ])
  const { items } = toLogical(visual, { mirror: true, before: 'R', after: 'R' })
  return items.map(({ text, index }) => ({ text: text === cellEnd ? ' ' : text, index }))
}

const hasLetter = (signs: readonly Sign[], letter: RegExp) => signs.some(({ base }) => letter.test(base))

function startsCell(signs: readonly ReadSign[], index: number): boolean {
  const before = signs.slice(0, index).findLast(({ base }) => base !== ' ')
  const sign = signs[index]
  return sign !== undefined && sign.base !== ' ' && before !== undefined && sign.frame - before.frame > cellGap
}

const withoutDoubleSpaces = (order: LogicalSign[]) =>
  order.filter(({ text }, i) => text !== ' ' || (i > 0 && i < order.length - 1 && order[i - 1]?.text !== ' '))

function wordsOf(order: LogicalSign[]): { start: number; parts: LogicalSign[] }[] {
  const words: { start: number; parts: LogicalSign[] }[] = []
  let offset = 0
  let inWord = false
  for (const sign of order) {
    if (sign.text !== ' ' && !inWord) words.push({ start: offset, parts: [] })
    inWord = sign.text !== ' '
    if (inWord) words.at(-1)?.parts.push(sign)
    offset += sign.text.length
  }
  return words
}

/** The least of its signs, of the gaps between them, and of the two gaps that part it from its neighbors. */
function wordProbability(signs: readonly ReadSign[], indexes: number[]): number {
  const inside = new Set(indexes)
  return indexes.reduce((least, index) => {
    const [sign, before, after] = [signs[index], signs[index - 1], signs[index + 1]]
    const gaps = [sign?.gap ?? 1, before?.gap ?? 1]
    const spaces = [before, after].map((next, side) =>
      next && !inside.has(index + (side === 0 ? -1 : 1)) ? next.probability : 1,
    )
    return Math.min(least, sign?.probability ?? 0, ...gaps, ...spaces)
  }, 1)
}

/** From the middle of the gap at its left to that at its right. */
function wordBox(
  signs: readonly ReadSign[],
  from: number,
  to: number,
  { left, scale }: LineInput,
  box: PixelBox,
): PixelBox {
  const column = (index: number) => ((signs[index]?.frame ?? 0) + 0.5) * 4
  const half = lineRows * 0.22
  const start = from > 0 ? Math.max(column(from - 1), column(from) - half) : -Infinity
  const end = to < signs.length - 1 ? Math.min(column(to + 1), column(to) + half) : Infinity
  const x = Math.max(box.x, left + start / scale)
  return { x, y: box.y, width: Math.max(1, Math.min(box.x + box.width, left + end / scale) - x), height: box.height }
}

/** A line starts a paragraph where the one before ends early or is further away than lines are. */
function markParagraphs(lines: Line[]): Line[] {
  const left = Math.min(...lines.map(({ box }) => box.x))
  const right = Math.max(...lines.map(({ box }) => box.x + box.width))
  const steps = lines.slice(1).map(({ box }, i) => box.y + box.height / 2 - middle(lines[i]))
  // Between columns a step leads upwards.
  const down = steps.filter((step) => step > 0).sort((a, b) => a - b)
  const usual = down[Math.floor(down.length / 3)] ?? 0
  return lines.map((line, i) => {
    const before = lines[i - 1]
    const early = before !== undefined && before.box.x - left > (right - left) * 0.12
    return {
      ...line,
      starts_paragraph: !before || early || (steps[i - 1] ?? 0) > usual * 1.35 || (steps[i - 1] ?? 0) < 0,
    }
  })
}

const middle = (line: Line | undefined) => (line ? line.box.y + line.box.height / 2 : 0)
