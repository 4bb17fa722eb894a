import { filiAlone, filiTwice } from '#shared/text/language/filiErrors.ts'
import { isKnownWord } from '#server/analysis/words.ts'
import { type Item, measureSpacing, segmentsOf } from './spacing.ts'
import { toLogical } from './logicalOrder.ts'
import type { Piece } from './pieces.ts'
import { rowsOf } from './rows.ts'
import type { Reading, Row } from './unit.ts'

export const visualReading: Reading = { order: 'visual', marks: 'place' }

/** The other ways in which producers write, tried when the usual one gives no words. */
const others: Reading[] = [
  { order: 'logical', marks: 'before' },
  { order: 'visual', marks: 'before' },
  { order: 'visual', marks: 'after' },
  { order: 'logical', marks: 'place' },
]

/** Enough to decide between readings: the number of words, and of the rows in which they are taken. */
const sampleWords = 60
const sampleRows = 30

/** Votes how the glyphs of a page are to be read, by the share of known words. */
export function chooseReading(pieces: readonly Piece[], usual: Reading): { reading: Reading; rows: Row[] } {
  const rows = rowsOf(pieces, usual)
  const first = { reading: usual, rows, score: scoreOf(rows, usual) }
  if (first.score > 0.55) return first

  const all = [visualReading, ...others].map((reading) => {
    const rows = rowsOf(pieces, reading)
    return { reading, rows, score: scoreOf(rows, reading) }
  })
  const best = all.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score > first.score + 0.1 ? best : first
}

/** 1 when every word is known and possible, 0 when none is. Without Dhivehi words nothing speaks against it. */
function scoreOf(rows: readonly Row[], { order }: Reading): number {
  const sample = rows.slice(0, sampleRows)
  const spacing = measureSpacing(sample)
  let all = ''
  const judged: string[] = []
  for (const row of sample) {
    if (judged.length >= sampleWords) break
    const text = textOf(segmentsOf(row, spacing), order)
    judged.push(...(text.match(/[ހ-ޱ]{4,}/gu) ?? []))
    all += `${text} `
  }
  if (judged.length < 5) return 1
  const wrong = all.match(filiAlone)?.length ?? 0
  const twice = all.match(filiTwice)?.length ?? 0
  return judged.filter(isKnownWord).length / judged.length - (wrong + twice) / judged.length
}

const textOf = (segments: readonly Item[][], order: Reading['order']) =>
  segments
    .map((visual) => (order === 'visual' ? toLogical(visual, { mirror: true, before: 'R', after: 'R' }).items : visual))
    .map((items) => items.map(({ text }) => text).join(''))
    .join(' ')

/**
 * Whether the file names brackets by their shape: Chromium does, LibreOffice names them by their meaning. An opening
 * bracket has a space before it and a letter after it.
 */
export function namesBracketsByShape(rows: readonly Row[], spaces: ReturnType<typeof measureSpacing>): boolean {
  let votes = 0
  for (const row of rows.filter(({ units }) => units.some(({ text }) => brackets.has(text)))) {
    for (const segment of segmentsOf(row, spaces)) {
      segment.forEach(({ text, unit }, index) => {
        if (unit?.meant || !brackets.has(text)) return
        const [left, right] = [segment[index - 1]?.text ?? ' ', segment[index + 1]?.text ?? ' ']
        if (!/[ހ-ޱ ]/u.test(left + right) || isOuter(left) === isOuter(right)) return
        // Visually, its content begins at the left with the shape of an opening bracket.
        const opensAtLeft = isOuter(left)
        votes += /^[([«]$/.test(text) === opensAtLeft ? 1 : -1
      })
    }
  }
  return votes >= 0
}

const brackets = new Set('()[]«»')

const isOuter = (text: string) => /^[\s.,،؛:]$/.test(text)
