import { isFili } from '#shared/text/language/fold.ts'

/**
 * Edit distance of two folded words (Damerau-Levenshtein): insertions, deletions, substitutions, and swaps of adjacent
 * letters; a vowel sign weighs half. Infinity above `maxDistance`.
 */
export function editDistance(one: string, other: string, maxDistance: number): number {
  if (one.length > longest || other.length > longest) return Infinity
  if (Math.abs(one.length - other.length) > maxDistance * 2) return Infinity
  let [before, above, line] = rows
  above[0] = 0
  for (let column = 1; column <= other.length; column += 1)
    above[column] = at(above, column - 1) + costAt(other, column - 1)
  for (let row = 1; row <= one.length; row += 1) {
    const mine = one.charCodeAt(row - 1)
    const mineCosts = costOf(mine)
    let least = (line[0] = at(above, 0) + mineCosts)
    for (let column = 1; column <= other.length; column += 1) {
      const theirs = other.charCodeAt(column - 1)
      const theirsCosts = costOf(theirs)
      let best = at(above, column - 1) + (mine === theirs ? 0 : Math.max(mineCosts, theirsCosts))
      best = Math.min(best, at(above, column) + mineCosts, at(line, column - 1) + theirsCosts)
      const isSwap =
        row > 1 && column > 1 && mine === other.charCodeAt(column - 2) && theirs === one.charCodeAt(row - 2)
      if (isSwap) best = Math.min(best, at(before, column - 2) + 1)
      line[column] = best
      if (best < least) least = best
    }
    if (least > maxDistance) return Infinity
    ;[before, above, line] = [above, line, before]
  }
  const found = at(above, other.length)
  return found <= maxDistance ? found : Infinity
}

// Thousands of words are compared in one search: the rows of the table are allocated once.
const longest = 63
const rows: [Float64Array, Float64Array, Float64Array] = [
  new Float64Array(longest + 1),
  new Float64Array(longest + 1),
  new Float64Array(longest + 1),
]
const at = (line: Float64Array, column: number) => line[column] ?? 0

const costOf = (unit: number) => (isFili(unit) ? 0.5 : 1)
const costAt = (word: string, index: number) => costOf(word.charCodeAt(index))
