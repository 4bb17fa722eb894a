import { remember } from './remember.ts'
import { spellingKey } from './spelling.ts'
import { stems } from './stem.ts'
import { type Word, words } from './words.ts'

/** A folded word, where it stands in the text, and the forms under which it is found. */
export type AnalysedWord = Word & { forms: readonly string[] }

/**
 * The forms under which a folded word is found, the best first: its stems, then its spelling key. Two words mean one when
 * they share a form. The index keeps the best form of every word in its place and each other form once; a query asks for
 * any form of its words; what is marked, and what a reader looks for, is compared by `buildMatcher`. Names of people have
 * only their spelling key.
 */
export const formsOf: (word: string) => readonly string[] = remember(200_000, (word) => [
  ...new Set([...stems(word), spellingKey(word)]),
])

/** Every word of a text, with its forms. */
export const analyse = (text: string): AnalysedWord[] =>
  words(text).map((word) => ({ ...word, forms: formsOf(word.word) }))
