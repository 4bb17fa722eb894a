import { numberOf } from './caseSuffixes.ts'
import { memoize } from './memoize.ts'
import { spellingKey } from './spelling.ts'
import { spellingKeysWithoutCase, stems } from './stemmer.ts'
import { tokenizeWords } from './tokenizer.ts'

/**
 * Analyzer: the index forms of a folded word, the best first: its stems, then its spelling key. Two words match when they
 * share a form. The index stores the best form of every word with its position and each other form once; a query matches
 * any form of its words; highlighting compares words by `buildMatcher`. Names of people have only spelling keys. The form of a
 * number is its digits, also with a case suffix.
 */
export const formsOf: (word: string) => readonly string[] = memoize(200_000, (word) => {
  const number = numberOf(word)
  return number === undefined ? [...new Set([...stems(word), spellingKey(word)])] : [number]
})

/** The index forms of a folded word of a name, which is never stemmed: its spelling keys with and without a case suffix. */
export const nameFormsOf: (word: string) => readonly string[] = memoize(50_000, (word) => [
  ...new Set([spellingKey(word), ...spellingKeysWithoutCase(word)]),
])

/** Normalizes the name of a term: the best stem of each word. */
export const nameOf = (text: string) =>
  tokenizeWords(text)
    .map(({ word }) => formsOf(word)[0] ?? word)
    .join(' ')
