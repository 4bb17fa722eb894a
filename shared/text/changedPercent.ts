import { diffItems } from './diffItems.ts'

/** Longer changed stretches are compared by their lengths: the cost of a distance grows with their product. */
const maxCells = 400_000_000

/**
 * How much of a text was changed: the character edit distance over the length of the longer text, 0 to 100 with two
 * decimals. Equal lines align the texts; the rest is compared character by character.
 */
export function changedPercent(before: string, after: string): number {
  const longer = Math.max(before.length, after.length)
  if (longer === 0 || before === after) return 0
  const [linesBefore, linesAfter] = [before.split('\n'), after.split('\n')]
  const distance = diffItems(linesBefore, linesAfter)
    .filter(({ isSame }) => !isSame)
    .reduce((sum, run) => {
      const one = linesBefore.slice(run.before.start, run.before.end).join('\n')
      const other = linesAfter.slice(run.after.start, run.after.end).join('\n')
      return sum + boundedDistance(one, other)
    }, 0)
  return Math.min(100, Math.round((10_000 * distance) / longer) / 100)
}

function boundedDistance(one: string, other: string): number {
  const longer = Math.max(one.length, other.length)
  return one.length * other.length > maxCells ? longer : editDistance(one, other)
}

const wordSize = 32

/**
 * The edit distance of two strings in UTF-16 units: Myers' bit-parallel algorithm, in blocks of 32 rows. Its cost is the
 * product of the lengths, over 32.
 */
function editDistance(one: string, other: string): number {
  const { pattern, text } = withoutCommonEnds(one, other)
  if (pattern.length === 0) return text.length
  const blocks = blocksOf(pattern)
  const lastBit = 1 << ((pattern.length - 1) % wordSize)
  let score = pattern.length
  for (let column = 0; column < text.length; column += 1) score += advance(blocks, text.charCodeAt(column), lastBit)
  return score
}

function withoutCommonEnds(one: string, other: string) {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start += 1
  let end = 0
  while (end < shorter - start && one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end))
    end += 1
  return { pattern: one.slice(start, one.length - end), text: other.slice(start, other.length - end) }
}

type Blocks = {
  /** Character → the rows of the pattern that have it, as bits. */
  rows: Map<number, Int32Array>
  none: Int32Array
  /** The rows in which the distance rises, or falls, to the row below. */
  rises: Int32Array
  falls: Int32Array
}

function blocksOf(pattern: string): Blocks {
  const count = Math.ceil(pattern.length / wordSize)
  const rows = new Map<number, Int32Array>()
  for (let row = 0; row < pattern.length; row += 1) {
    const code = pattern.charCodeAt(row)
    const bits = rows.get(code) ?? new Int32Array(count)
    const block = Math.floor(row / wordSize)
    bits[block] = (bits[block] ?? 0) | (1 << (row % wordSize))
    rows.set(code, bits)
  }
  return { rows, none: new Int32Array(count), rises: new Int32Array(count).fill(-1), falls: new Int32Array(count) }
}

/** Advances by one character of the text. Returns the change of the distance in the last row: -1, 0 or 1. */
function advance({ rows, none, rises, falls }: Blocks, code: number, lastBit: number): number {
  const matches = rows.get(code) ?? none
  let carry = 1
  for (let block = 0; block < rises.length; block += 1) {
    const isLast = block === rises.length - 1
    const [rise, fall] = [rises[block] ?? 0, falls[block] ?? 0]
    const match = (matches[block] ?? 0) | (carry < 0 ? 1 : 0)
    const vertical = (matches[block] ?? 0) | fall
    const horizontal = ((((match & rise) + rise) | 0) ^ rise) | match
    const up = fall | ~(horizontal | rise)
    const down = rise & horizontal
    const bit = isLast ? lastBit : 1 << (wordSize - 1)
    const next = (up & bit) !== 0 ? 1 : (down & bit) !== 0 ? -1 : 0
    const shiftedUp = (up << 1) | (carry > 0 ? 1 : 0)
    const shiftedDown = (down << 1) | (carry < 0 ? 1 : 0)
    rises[block] = shiftedDown | ~(vertical | shiftedUp)
    falls[block] = shiftedUp & vertical
    carry = next
  }
  return carry
}
