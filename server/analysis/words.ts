import { readFileSync } from 'node:fs'
import { foldText } from '#shared/text/language/fold.ts'
import { stems } from '#shared/text/language/stemmer.ts'

let words: Set<string> | undefined

/** Inflected word forms of general Dhivehi; the license stands beside the file. */
const lexicon = () =>
  (words ??= new Set(
    readFileSync(new URL('../../db/seed/data/lexicon.txt', import.meta.url), 'utf8')
      .split('\n')
      .map((word) => foldText(word.trim())),
  ))

/** Whether a Dhivehi word, or the word that remains without its endings, stands in the lexicon. */
export function isKnownWord(word: string): boolean {
  const folded = foldText(word)
  return lexicon().has(folded) || stems(word).some((stem) => stem.length > 2 && lexicon().has(stem))
}
