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
  const words = foldText(text).split('\n')
  const frequencies = new Uint16Array(signCount ** 3)
  for (const word of words)
    for (const place of trigramsOf(word)) frequencies[place] = Math.min(65_535, (frequencies[place] ?? 0) + 1)
  loaded = { words: new Set(words), frequencies }
  return loaded
}

/** The signs of Thaana from U+0780, and 0 for the ends of a word and for any other character. */
const signCount = 51

const signAt = (word: string, index: number): number => {
  const sign = word.charCodeAt(index) - 0x077f
  return sign > 0 && sign < signCount ? sign : 0
}

/** The places of its sequences of three signs in the table of frequencies. */
function trigramsOf(word: string): number[] {
  const places: number[] = []
  let [before, last] = [0, signAt(word, 0)]
  for (let index = 1; index <= word.length; index += 1) {
    const next = signAt(word, index)
    places.push((before * signCount + last) * signCount + next)
    before = last
    last = next
  }
  return places
}

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
  const found = trigramsOf(foldText(word)).map((place) => Math.log2(1 + (frequencies[place] ?? 0)))
  return {
    unknown: found.filter((power) => power === 0).length,
    rarest: Math.min(...found),
    mean: found.reduce((sum, power) => sum + power, 0) / Math.max(1, found.length),
  }
})
