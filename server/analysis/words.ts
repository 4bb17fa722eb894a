import { foldText } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { stems } from '#shared/text/language/stemmer.ts'
import { frequencyAt, isInLexicon } from './lexicon.ts'

/** Whether a Dhivehi word, or the word that remains without its endings, is in the lexicon. */
export const isKnownWord: (word: string) => boolean = memoize(
  50_000,
  (word) => isInLexicon(foldText(word)) || stems(word).some((stem) => stem.length > 2 && isInLexicon(stem)),
)

/** How usual the sequences of three signs of a word are, in powers of two of their number in the lexicon. */
export type Sequences = {
  /** How many of them occur in no word of the lexicon. */
  unknown: number
  rarest: number
  mean: number
}

export const sequencesOf: (word: string) => Sequences = memoize(50_000, (word) => {
  const folded = foldText(word)
  const found = Array.from({ length: folded.length }, (_, index) => Math.log2(1 + frequencyAt(folded, index)))
  return {
    unknown: found.filter((power) => power === 0).length,
    rarest: Math.min(...found),
    mean: found.reduce((sum, power) => sum + power, 0) / Math.max(1, found.length),
  }
})
