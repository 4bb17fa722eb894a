import { changedPercent } from '#shared/text/changedPercent.ts'
import { lineConfidence } from '#server/analysis/layout/confidence.ts'
import { around } from '#server/analysis/layout/frame.ts'
import { tenthPercentile } from '#server/analysis/layout/tenthPercentile.ts'
import type { Box, Line, Page, Word } from '#server/analysis/types.ts'
import { alike, compareLine, withOdds } from './compareWithPicture.ts'

/** How much of the letters of a text layer the picture shows, 0 to 1. */
type Agreement = { share: number; letters: number }

export type ComparedFile = { pages: Page[]; agreement: Agreement | null }

/** Reads what the picture of a page shows in a box of points. */
type ReadPart = (page: number, box: Box) => Promise<Line | undefined>

/** Parts of lines that are read at most. A file of few pages has one for each, unless they are read otherwise. */
const maxParts = 10
const minParts = 2
/** Below this share of the letters further parts are read, and every word of the file is less sure. */
const agreeing = 0.85
/** Fewer letters say nothing about a file. */
const minLetters = 20

/**
 * Compares the text layer of a file with its pictures: up to ten parts of lines, spread over its pages. What they show of a
 * word is evidence about that word, and their agreement about the whole text layer, such as a map that names other letters.
 */
export async function compareFile(pages: readonly Page[], readPart: ReadPart): Promise<ComparedFile> {
  const parts = partsOf(pages)
  const seen = new Map<Line, Line>()
  const agreement = new Counted()
  const enough = Math.max(minParts, pages.length)
  for (const [index, { page, line, words }] of parts.entries()) {
    if (index >= enough && agreement.share >= agreeing) break
    const read = await readPart(page, grown(around(words.map(({ box }) => box))))
    if (!read) continue
    seen.set(line, read)
    agreement.add(textOf(line, words), read.text)
  }
  if (agreement.letters < minLetters) return { pages: [...pages], agreement: null }
  const odds = Math.min(1, (agreement.share / agreeing) ** steepness)
  return {
    pages: pages.map((page) => judged(page, seen, odds)),
    agreement: { share: agreement.share, letters: agreement.letters },
  }
}

/** At half of the letters a word that was nearly sure is as probably wrong as right. */
const steepness = 8

/** The share of letters that are read alike, over all parts. */
class Counted {
  letters = 0
  #alike = 0

  get share() {
    return this.letters === 0 ? 0 : this.#alike / this.letters
  }

  add(own: string, read: string) {
    const letters = own.length
    this.letters += letters
    this.#alike += letters * (1 - changedPercent(alike(own), alike(read)) / 100)
  }
}

type Part = { page: number; line: Line; words: Word[] }

/** One part of each page in turn, of the page's least sure line, then of lines spread over it. */
function partsOf(pages: readonly Page[]): Part[] {
  const chosen = pages.map(({ number, lines }) => linesOf(lines).map((line) => partOf(number, line)))
  const turns = Math.max(0, ...chosen.map(({ length }) => length))
  const step = Math.max(1, pages.length / maxParts)
  return Array.from({ length: Math.min(turns, maxParts) }, (_, turn) =>
    Array.from({ length: Math.min(pages.length, maxParts) }, (__, index) => chosen[Math.floor(index * step)]?.[turn]),
  )
    .flat()
    .flatMap((part) => part ?? [])
    .slice(0, maxParts)
}

function linesOf(lines: readonly Line[]): Line[] {
  const usable = lines.filter(
    (line) =>
      line.engine === 'text-layer' &&
      line.box.width > 2 * line.box.height &&
      line.words.filter((word) => isLong(line, word)).length > 1,
  )
  const [least] = usable.toSorted((one, other) => one.confidence - other.confidence)
  const step = Math.max(1, usable.length / maxParts)
  const spread = Array.from({ length: maxParts }, (_, index) => usable[Math.floor((index + 0.5) * step)])
  return [...new Set([least, ...spread])].filter((line) => line !== undefined)
}

const isLong = ({ text }: Line, { start, end }: Word) => /^[\u0780-\u07b1]{3,}$/u.test(text.slice(start, end))

/** In points: reading takes as long as a part is wide. */
const partWidth = 130

/** Words next to each other, with the least sure one of the line. */
function partOf(page: number, line: Line): Part {
  const inOrder = line.words.toSorted((one, other) => other.box.x - one.box.x)
  const least = inOrder.reduce((one, other) => (other.confidence < one.confidence ? other : one))
  let [from, to] = [inOrder.indexOf(least), inOrder.indexOf(least) + 1]
  const fits = (start: number, end: number) =>
    start >= 0 && end <= inOrder.length && around(inOrder.slice(start, end).map(({ box }) => box)).width <= partWidth
  for (;;) {
    if (fits(from, to + 1)) to += 1
    else if (fits(from - 1, to)) from -= 1
    else return { page, line, words: inOrder.slice(from, to) }
  }
}

const margin = { sides: 0.5, ends: 1.5 }

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - margin.sides,
  y: y - margin.ends,
  width: width + 2 * margin.sides,
  height: height + 2 * margin.ends,
})

/** The words of a part in the order of the line. */
const textOf = ({ text }: Line, words: readonly Word[]) =>
  words
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')

function judged(page: Page, seen: ReadonlyMap<Line, Line>, odds: number): Page {
  const lines = page.lines.map((line) => {
    const read = seen.get(line)
    return lessSure(read ? compareLine(line, read) : line, odds)
  })
  const isChanged = lines.some((line, index) => line !== page.lines[index])
  return isChanged ? { ...page, lines, confidence: tenthPercentile(lines) } : page
}

/** Lines that were read from their picture are no part of the text layer. */
function lessSure(line: Line, odds: number): Line {
  if (odds === 1 || line.engine !== 'text-layer') return line
  const words = line.words.map((word) => ({ ...word, confidence: withOdds(word.confidence, odds) }))
  return { ...line, words, confidence: lineConfidence(words.map(({ confidence }) => confidence)) }
}
