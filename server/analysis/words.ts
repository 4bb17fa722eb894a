import { readFileSync } from 'node:fs'
import { foldText } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { stems } from '#shared/text/language/stemmer.ts'

/** `frequencies` counts how often the lexicon has each sequence of three signs. */
type Lexicon = { words: ReadonlySet<string>; frequencies: Uint16Array }

let loaded: Lexicon | undefined

/** Inflected word forms of general Dhivehi; the license is next to the file. */
function lexicon(): Lexicon {
  if (loaded) return loaded
  const text = readFileSync(new URL('../../db/seed/data/lexicon.txt', import.meta.url), 'utf8')
  // Folding drops and changes letters one by one, so that all words are folded at once.
  const folded = foldText(text)
  loaded = { words: new Set(folded.split('\n')), frequencies: countTrigrams(folded) }
  return loaded
}

/** Counts the sequences of three signs in the words of a text, one word a line. */
function countTrigrams(text: string): Uint16Array {
  const frequencies = new Uint16Array(signCount ** 3)
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) === newline) continue
    const place = trigramAt(text, index)
    frequencies[place] = Math.min(65_535, (frequencies[place] ?? 0) + 1)
  }
  return frequencies
}

const newline = 10

/** The signs of Thaana from U+0780, and 0 for the ends of a word and for any other character. */
const signCount = 51

const signAt = (text: string, index: number): number => {
  const sign = text.charCodeAt(index) - 0x077f
  return sign > 0 && sign < signCount ? sign : 0
}

/** The place of a sign with its neighbors in the table of frequencies. */
const trigramAt = (text: string, index: number): number =>
  (signAt(text, index - 1) * signCount + signAt(text, index)) * signCount + signAt(text, index + 1)

/** Whether a Dhivehi word, or the word that remains without its endings, stands in the lexicon. */
export const isKnownWord: (word: string) => boolean = memoize(50_000, (word) => {
  const { words } = lexicon()
  return words.has(foldText(word)) || stems(word).some((stem) => stem.length > 2 && words.has(stem))
})

/** How usual the sequences of three signs of a word are, in powers of two of their number in the lexicon. */
export type Sequences = {
  /** How many of them occur in no word of the lexicon. */
  unknown: number
  rarest: number
  mean: number
}

export const sequencesOf: (word: string) => Sequences = memoize(50_000, (word) => {
  const { frequencies } = lexicon()
  const folded = foldText(word)
  const found = Array.from({ length: folded.length }, (_, index) =>
    Math.log2(1 + (frequencies[trigramAt(folded, index)] ?? 0)),
  )
  return {
    unknown: found.filter((power) => power === 0).length,
    rarest: Math.min(...found),
    mean: found.reduce((sum, power) => sum + power, 0) / Math.max(1, found.length),
  }
})
