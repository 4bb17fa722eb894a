import { filiAlone, filiTwice } from '#shared/text/language/filiErrors.ts'
import { isKnownWord, type Sequences, sequencesOf } from '#server/analysis/words.ts'
import type { DraftLine } from './lines.ts'
import type { Item } from './spacing.ts'
import { lineWeights, wordWeights } from './weights.ts'

/** `first` is the index of its first item in the line. */
export type DraftWord = { text: string; start: number; first: number; items: Item[] }

/** The words of a line with their places in its text. */
export function splitWords({ items }: DraftLine): DraftWord[] {
  const words: DraftWord[] = []
  let offset = 0
  let current: DraftWord | null = null
  for (const [first, item] of items.entries()) {
    if (item.text === ' ') current = null
    else if (current) {
      current.text += item.text
      current.items.push(item)
    } else words.push((current = { text: item.text, start: offset, first, items: [item] }))
    offset += item.text.length
  }
  return words.filter(({ items }) => items.some(({ unit }) => unit))
}

/**
 * What speaks for and against each word of a page, in the order of `wordWeights`. A map that lies about one letter shows
 * itself in all words with that letter, so the share of known words is also counted for each letter.
 */
export function wordFeatures(lines: readonly DraftLine[], words: readonly DraftWord[][]): number[][][] {
  const judged = words.map((line) => line.map(({ text }) => judge(text)))
  const page = new Share()
  const letters = new Map<string, Share>()
  for (const { known, signs } of judged.flat()) {
    page.add(known)
    for (const sign of signs) {
      const share = letters.get(sign) ?? new Share()
      share.add(known)
      letters.set(sign, share)
    }
  }
  return judged.map((line, index) => {
    const own = new Share()
    for (const { known } of line) own.add(known)
    return line.map((word, at) => {
      const rest = page.without(word.known, 0.7)
      const ofLine = own.without(word.known, rest)
      const least = Math.min(1, ...word.signs.map((sign) => letters.get(sign)?.without(word.known, rest) ?? rest))
      const [draft, text] = [lines[index], words[index]?.[at]]
      const place = draft && text ? doubtsOf(draft, text) : [0, 0, 0]
      return featuresOf(word, place, [rest, ofLine, word.known === null ? 0 : least])
    })
  })
}

/** A mark of doubtful place, a line of doubtful order, and doubtful spaces. */
const doubtsOf = (line: DraftLine, word: DraftWord): number[] => [
  word.items.some(({ unit }) => unit?.doubtful) ? 1 : 0,
  line.sure ? 0 : 1,
  1 - certaintyAround(line.items, word),
]

/** `shares`: of known words on the page, in the line, and among the words with the least known letter. */
function featuresOf({ known, sequences, impossible }: Judged, place: number[], shares: [number, number, number]) {
  const [rest, ofLine, ofLetters] = shares
  const { rarest, mean } = sequences
  const unknown = known === false ? 1 : 0
  return [
    1,
    known === true ? 1 : 0,
    unknown,
    Math.min(3, sequences.unknown),
    impossible ? 1 : 0,
    ...place,
    ...shares,
    rarest,
    mean,
    // What makes an unknown word likely says little of a known one.
    ...[rarest, mean, rest, ofLetters, ofLine].map((value) => unknown * value),
  ]
}

/** The probability that each word is right. */
export const wordConfidence = (features: readonly number[]): number => probability(features, wordWeights)

/** The probability that the whole line is right, from its words: their errors come together. */
export const lineFeatures = (words: readonly number[]): number[] => [
  1,
  logit(words.reduce((product, word) => product * word, 1)),
  logit(Math.min(1, ...words)),
  Math.log(1 + words.length),
]

export const lineConfidence = (words: readonly number[]): number => probability(lineFeatures(words), lineWeights)

export const probability = (features: readonly number[], weights: readonly number[]) =>
  1 / (1 + Math.exp(-features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)))

const logit = (value: number) => {
  const inside = Math.min(0.9999, Math.max(0.0001, value))
  return Math.log(inside / (1 - inside))
}

/** A share that starts from two imagined cases, so that few cases do not say much. */
class Share {
  #right = 0
  #all = 0

  add(known: boolean | null) {
    if (known === null) return
    this.#all += 1
    if (known) this.#right += 1
  }

  without(known: boolean | null, usual: number): number {
    const [right, all] = known === null ? [this.#right, this.#all] : [this.#right - (known ? 1 : 0), this.#all - 1]
    return (right + 2 * usual) / (all + 2)
  }
}

/** `known` is null for what no lexicon can have: numbers, Latin words, single letters. */
type Judged = { known: boolean | null; sequences: Sequences; impossible: boolean; signs: string[] }

const noSequences: Sequences = { unknown: 0, rarest: 0, mean: 0 }

function judge(text: string): Judged {
  // Of the letter of a point and the word after it, or of two joined words, the longer says more.
  const letters = (text.match(/[ހ-ޱ]+/gu) ?? []).reduce((one, other) => (other.length > one.length ? other : one), '')
  const impossible = text.includes('\ufffd') || hasMatch(text, filiAlone) || hasMatch(text, filiTwice)
  if (letters.length < 3) return { known: null, sequences: noSequences, impossible, signs: [] }
  return {
    known: isKnownWord(letters),
    sequences: sequencesOf(letters),
    impossible,
    signs: Array.from(new Set(letters)),
  }
}

function hasMatch(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0
  return pattern.test(text)
}

/** How sure the spaces around and inside a word are. */
function certaintyAround(items: readonly Item[], word: DraftWord): number {
  const adjacent = [items[word.first - 1], items[word.first + word.items.length]]
  return Math.min(
    1,
    ...adjacent.flatMap((item) => item?.certainty ?? []),
    ...word.items.map(({ certainty }) => certainty),
  )
}
