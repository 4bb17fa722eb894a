import { readFileSync } from 'node:fs'
import { foldText } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { stems } from '#shared/text/language/stemmer.ts'

type Lexicon = { words: ReadonlySet<string>; trigrams: ReadonlySet<string> }

let loaded: Lexicon | undefined

/** Inflected word forms of general Dhivehi; the license is next to the file. */
function lexicon(): Lexicon {
  if (loaded) return loaded
  const text = readFileSync(new URL('../../db/seed/data/lexicon.txt', import.meta.url), 'utf8')
  const words = new Set(text.split('\n').map((word) => foldText(word.trim())))
  loaded = { words, trigrams: new Set(Array.from(words).flatMap(trigramsOf)) }
  return loaded
}

function trigramsOf(folded: string): string[] {
  const padded = ` ${folded} `
  return Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3))
}

/** Whether a Dhivehi word, or the word that remains without its endings, stands in the lexicon. */
export const isKnownWord: (word: string) => boolean = memoize(50_000, (word) => {
  const { words } = lexicon()
  return words.has(foldText(word)) || stems(word).some((stem) => stem.length > 2 && words.has(stem))
})

/** How many sequences of three signs of the word occur in no word of the lexicon. */
export const unusualSequences: (word: string) => number = memoize(
  50_000,
  (word) => trigramsOf(foldText(word)).filter((trigram) => !lexicon().trigrams.has(trigram)).length,
)
