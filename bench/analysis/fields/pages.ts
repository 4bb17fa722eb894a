import type { Line, Page, Word } from '#server/analysis/types.ts'
import { buildRandom, type Random } from '#db/seed/random.ts'
import type { Judgment, SourceLine } from './source.ts'
import { addNoise, countConfusable } from './noise.ts'

/**
 * The pages of a judgment as the analysis of a PDF gives them, with noise at a rate of errors a letter. Each word has a
 * rate of its own around it, and says the probability that it has no error.
 */
export function toPages({ pages }: Judgment, rate: number, seed: number): Page[] {
  const random = buildRandom(seed)
  return pages.map((lines, index) => {
    const built = lines.map((line, position) => toLine(line, position, { rate, random }))
    return {
      number: index + 1,
      width: 595,
      height: 842,
      text: built
        .filter(({ role }) => role === 'body')
        .map(({ text }) => text)
        .join('\n'),
      scanned: false,
      confidence: Math.min(1, ...built.map(({ confidence }) => confidence)),
      seconds: 0,
      lines: built,
      hidden: [],
      tables: [],
      unknown_glyphs: [],
    }
  })
}

type Noise = { rate: number; random: Random }

function toLine({ text, isHeader }: SourceLine, position: number, { rate, random }: Noise): Line {
  let built = ''
  const words: Word[] = []
  for (const part of text.split(/( +)/)) {
    // An exponential distribution: most words have few errors, some have many.
    const own = Math.min(0.3, rate * -Math.log(1 - random.next() * 0.999))
    const start = built.length
    built += /^ /.test(part) ? part : addNoise(part, own, random)
    if (!/^ *$/.test(part))
      words.push({
        start,
        end: built.length,
        box: { x: 0, y: 60 + position * 22, width: part.length * 5, height: 14 },
        confidence: (1 - own) ** countConfusable(part),
        readings: [],
      })
  }
  for (const word of words) word.box.x = 540 - word.start * 5 - word.box.width
  return {
    text: built,
    box: { x: 540 - built.length * 5, y: 60 + position * 22, width: built.length * 5, height: 14 },
    confidence: words.reduce((product, { confidence }) => product * confidence, 1),
    engine: rate === 0 ? 'text-layer' : 'recognizer',
    role: isHeader ? 'header' : 'body',
    starts_paragraph: true,
    words,
  }
}
