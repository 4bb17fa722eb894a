import { findCaseNumbers } from '#shared/text/caseNumbers/caseNumber.ts'

/** Character errors of read texts, by Myers' bit-parallel edit distance in blocks of 32 characters. */

type Block = { positive: number; negative: number }

/**
 * The edit distance of `pattern` to the nearest part of `text`: what is around a paragraph, and the order of
 * paragraphs, cost nothing.
 */
export const distanceWithin = (pattern: string, text: string): number => distance(pattern, text, 0)

/** The edit distance of the two texts. */
export const distanceBetween = (one: string, other: string): number => distance(one, other, 1)

/** `top` is the cost of leaving out a character of `text` before the pattern begins. */
function distance(pattern: string, text: string, top: 0 | 1): number {
  const characters = Array.from(pattern)
  const blocks = Array.from({ length: Math.ceil(characters.length / 32) }, (): Block => ({ positive: -1, negative: 0 }))
  const places = placesOf(characters, blocks.length)
  const empty = new Int32Array(blocks.length)
  const lastBit = 1 << ((characters.length - 1) & 31)
  let score = characters.length
  let least = score
  for (const character of text) {
    const equal = places.get(character) ?? empty
    let carry: number = top
    blocks.forEach((block, index) => {
      carry = advance(block, equal[index] ?? 0, carry, index === blocks.length - 1 ? lastBit : -2147483648)
    })
    score += carry
    least = Math.min(least, score)
  }
  return top === 0 ? least : score
}

function placesOf(characters: readonly string[], length: number): Map<string, Int32Array> {
  const places = new Map<string, Int32Array>()
  characters.forEach((character, index) => {
    const bits = places.get(character) ?? new Int32Array(length)
    bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << (index & 31))
    places.set(character, bits)
  })
  return places
}

/** One block of one column (Hyyrö 2003, figure 8): takes and gives the horizontal difference, -1, 0 or 1. */
function advance(block: Block, equal: number, carry: number, lastBit: number): number {
  const { positive, negative } = block
  const vertical = equal | negative
  const own = carry < 0 ? equal | 1 : equal
  const horizontal = (((own & positive) + positive) ^ positive) | own
  let up = negative | ~(horizontal | positive)
  let down = positive & horizontal
  const out = (up & lastBit) !== 0 ? 1 : (down & lastBit) !== 0 ? -1 : 0
  up = (up << 1) | (carry > 0 ? 1 : 0)
  down = (down << 1) | (carry < 0 ? 1 : 0)
  block.positive = down | ~(vertical | up)
  block.negative = up & vertical
  return out
}

/** Without marks of direction, one space for any space, and case numbers in one order: a page shows both orders alike. */
export function normalize(text: string): string {
  const plain = text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const parts: string[] = []
  let end = 0
  for (const found of findCaseNumbers(plain)) {
    parts.push(plain.slice(end, found.start), found.key)
    end = found.end
  }
  return [...parts, plain.slice(end)].join('')
}
