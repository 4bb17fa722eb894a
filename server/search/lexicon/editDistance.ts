import { isFili } from '#shared/text/language/fold.ts'
import { keyboardRows } from '#shared/text/language/keyboard.ts'
import { channelWeights as costs } from './softMatchWeights.ts'

/**
 * Weighted edit distance of two folded words (Damerau-Levenshtein): insertions, deletions, substitutions, and swaps of
 * letters side by side or with one between, in letters (`channelWeights`). Infinity above `maxDistance`.
 */
export function editDistance(one: string, other: string, maxDistance: number): number {
  if (one.length > maxLetters || other.length > maxLetters) return Infinity
  if (Math.abs(one.length - other.length) > maxDistance * 2) return Infinity
  let [third, second, above, line] = rows
  above[0] = 0
  for (let column = 1; column <= other.length; column += 1)
    above[column] = isSyllable(other, column)
      ? at(above, column - 2) + 1
      : at(above, column - 1) + costOf(other, column - 1)
  for (let row = 1; row <= one.length; row += 1) {
    const lost = costOf(one, row - 1)
    let least = (line[0] = isSyllable(one, row) ? at(second, 0) + 1 : at(above, 0) + lost)
    for (let column = 1; column <= other.length; column += 1) {
      const best = Math.min(
        at(above, column - 1) + substitution(one.charCodeAt(row - 1), other.charCodeAt(column - 1)),
        at(above, column) + lost,
        at(line, column - 1) + costOf(other, column - 1),
        isSyllable(one, row) ? at(second, column) + 1 : Infinity,
        isSyllable(other, column) ? at(line, column - 2) + 1 : Infinity,
        isSwap(one, row, other, column, 1) ? at(second, column - 2) + costs.confused : Infinity,
        isSwap(one, row, other, column, 2) ? at(third, column - 3) + costs.confused : Infinity,
      )
      line[column] = best
      if (best < least) least = best
    }
    if (least > maxDistance) return Infinity
    ;[third, second, above, line] = [second, above, line, third]
  }
  const found = at(above, other.length)
  return found <= maxDistance ? found : Infinity
}

// Thousands of words are compared in one search: the rows of the table are allocated once.
const maxLetters = 63
const rows: [Float64Array, Float64Array, Float64Array, Float64Array] = [
  new Float64Array(maxLetters + 1),
  new Float64Array(maxLetters + 1),
  new Float64Array(maxLetters + 1),
  new Float64Array(maxLetters + 1),
]
const at = (line: Float64Array, column: number) => line[column] ?? 0

/** Of a letter that only one of the words has. */
function costOf(word: string, index: number): number {
  const unit = word.charCodeAt(index)
  return isFili(unit) || unit === word.charCodeAt(index - 1) ? costs.sign : 1
}

function substitution(one: number, other: number): number {
  if (one === other) return 0
  if (!isFili(one) || !isFili(other)) return neighbors.has(pairOf(one, other)) ? costs.confused : 1
  return one >> 1 === other >> 1 ? costs.length : costs.sign
}

/** Whether a beginning ends with a letter and its sign. */
const isSyllable = (word: string, length: number) =>
  length > 1 && isFili(word.charCodeAt(length - 1)) && !isFili(word.charCodeAt(length - 2))

/** Whether the last letters of two beginnings are exchanged with those `apart` before them. */
const isSwap = (one: string, row: number, other: string, column: number, apart: number) =>
  row > apart &&
  column > apart &&
  one.charCodeAt(row - 1) === other.charCodeAt(column - 1 - apart) &&
  other.charCodeAt(column - 1) === one.charCodeAt(row - 1 - apart) &&
  (apart === 1 || one.charCodeAt(row - 2) === other.charCodeAt(column - 2))

const pairOf = (one: number, other: number) => Math.min(one, other) * 65_536 + Math.max(one, other)

/** The letters of the same key of the keyboard, and of keys side by side. */
const neighbors = new Set(
  keyboardRows.flatMap((row) =>
    row.flatMap(({ plain, shifted, latin }, place) => {
      const next = row[place + 1]
      const pairs = [[plain, shifted]]
      if (next) pairs.push([plain, next.plain], [latin.toLowerCase(), next.latin.toLowerCase()])
      return pairs.map(([one = '', other = '']) => pairOf(one.charCodeAt(0), other.charCodeAt(0)))
    }),
  ),
)
