import type { DatabaseSync } from 'node:sqlite'
import { formsOf } from '#shared/text/language/analyze.ts'
import { hasThreeConsonants, loanPattern, looksBorrowed } from '#shared/text/language/loanwords.ts'
import { documentFrequency, wordsByPrefix, type VocabularyWord } from './vocabulary.ts'

/**
 * The words of the library that an English word is in Dhivehi, by its sound: one inflection of each, the most frequent first.
 * `ofEnglish`: the word is known to be English, so that only words count that look borrowed.
 */
export function loanwordsOf(database: DatabaseSync, word: string, ofEnglish: boolean): VocabularyWord[] {
  const pattern = loanPattern(word)
  if (!pattern) return []
  const found = pattern.beginnings
    .flatMap((beginning) => wordsByPrefix(database, beginning, maxRead))
    .filter((one) => pattern.inflected.test(one.word) && (!ofEnglish || looksBorrowed(one.word)))
    .filter((one) =>
      [one.word, ...formsOf(one.word)].some((form) => pattern.whole.test(form) && hasThreeConsonants(form)),
    )
    .sort((one, other) => other.count - one.count)
  return [...Map.groupBy(found, (one) => formsOf(one.word)[0]).values()].flatMap(shortest)
}

/** The most frequent words with a beginning that are compared. */
const maxRead = 2000

const shortest = (words: readonly VocabularyWord[]) =>
  words.toSorted((one, other) => one.word.length - other.word.length).slice(0, 1)

/** Above this share of the cases a word that only sounds alike says nothing. */
const rareShare = 0.1

export const isRareWord = (database: DatabaseSync, { word }: VocabularyWord, total: number) =>
  documentFrequency(database, word, total) <= rareShare * total
