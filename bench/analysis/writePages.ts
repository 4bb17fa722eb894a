import type { Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'

/** A text as a plain writer sets it: letters of one width from the right, marks over their letter, words with a space. */
const [size, advance, pitch] = [12, 6, 22]
const [lettersOnLine, linesOnPage] = [70, 30]
const [right, top] = [520, 80]

/** The words of Thaana alone, so that no line has two directions; `truth` are those that are on the pages. */
export function writePages(text: string, pageCount: number): { pages: PageGlyphs[]; truth: string[] } {
  const words = text.split(/\s+/).filter((word) => /^[\u0780-\u07b1]+[.\u060c]?$/u.test(word))
  const lines = breakLines(words).slice(0, pageCount * linesOnPage)
  const pages = Array.from({ length: Math.ceil(lines.length / linesOnPage) }, (_, index) =>
    writePage(index + 1, lines.slice(index * linesOnPage, (index + 1) * linesOnPage)),
  )
  return { pages, truth: lines.flat() }
}

function breakLines(words: readonly string[]): string[][] {
  const lines: string[][] = []
  let width = Infinity
  for (const word of words) {
    const letters = widthOf(word)
    if (width + 1 + letters > lettersOnLine) {
      lines.push([])
      width = -1
    }
    lines.at(-1)?.push(word)
    width += 1 + letters
  }
  return lines
}

const isMark = (sign: string) => /\p{M}/u.test(sign)
const widthOf = (word: string) => Array.from(word).filter((sign) => !isMark(sign)).length

function writePage(number: number, lines: readonly string[][]): PageGlyphs {
  const glyphs = lines.flatMap((words, line) => writeLine(words.join(' '), line))
  const font = { name: 'A', to_unicode: true, embedded: true, bold: false, italic: false, ascent: 0.8, descent: -0.2 }
  return {
    number,
    width: 595,
    height: 842,
    rotation: 0,
    glyphs: glyphs.map((glyph, order) => ({ ...glyph, order })),
    fonts: [font],
    units: [],
    shapes: [],
    annotations: [],
  }
}

function writeLine(text: string, run: number): Glyph[] {
  const y = top + run * pitch
  let x = right
  return Array.from(text).map((sign): Glyph => {
    const width = isMark(sign) ? 0 : advance
    x -= width
    const ink = sign === ' ' ? null : { x: x + 1, y: y - 8, width: 4, height: 8 }
    const paint = { mode: 0, color: '#000000', opacity: 1, clip: null, order: 0, run, code: 0, font: 0, angle: 0 }
    const marks = { unit: -1, reversed: false, artifact: false, layer_off: false, outline: null }
    return { text: sign, x, y, advance: width, size, box: { x, y: y - 9, width, height: 12 }, ink, ...paint, ...marks }
  })
}
