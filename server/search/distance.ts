import { isFili } from '#shared/text/fold.ts'

/**
 * How far two folded words are apart: letters to put in, leave out, change or swap with the next; a vowel sign weighs
 * half. Infinity when that is more than `most`.
 */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most * 2) return Infinity
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => costOf(other.slice(0, at)))
  for (let row = 1; row <= one.length; row += 1) {
    const line = [(above[0] ?? 0) + cost(one, row - 1)]
    for (let column = 1; column <= other.length; column += 1)
      line.push(step({ one, other, row, column, line, above, before }))
    if (Math.min(...line) > most) return Infinity
    before = above
    above = line
  }
  const found = above[other.length] ?? Infinity
  return found <= most ? found : Infinity
}

type Step = {
  one: string
  other: string
  row: number
  column: number
  line: number[]
  above: number[]
  before: number[]
}

function step({ one, other, row, column, line, above, before }: Step): number {
  const [mine, theirs] = [one.charAt(row - 1), other.charAt(column - 1)]
  const replaced =
    (above[column - 1] ?? 0) + (mine === theirs ? 0 : Math.max(cost(one, row - 1), cost(other, column - 1)))
  const leftOut = (above[column] ?? 0) + cost(one, row - 1)
  const putIn = (line[column - 1] ?? 0) + cost(other, column - 1)
  const isSwap = row > 1 && column > 1 && mine === other.charAt(column - 2) && theirs === one.charAt(row - 2)
  return Math.min(replaced, leftOut, putIn, isSwap ? (before[column - 2] ?? 0) + 1 : Infinity)
}

const cost = (word: string, at: number) => (isFili(word.charCodeAt(at)) ? 0.5 : 1)
const costOf = (word: string) => Array.from(word, (_, at) => cost(word, at)).reduce((sum, one) => sum + one, 0)
