import { remember } from './remember.ts'
import { spellingKey } from './spelling.ts'
import { spelledWithoutCase, stems } from './stem.ts'

/**
 * The forms under which a folded word is found, the best first: its stems, then its spelling key. Two words mean one when
 * they share a form. The index keeps the best form of every word in its place and each other form once; a query asks for
 * any form of its words; what is marked, and what a reader looks for, is compared by `buildMatcher`. Names of people have
 * only their spelling key.
 */
export const formsOf: (word: string) => readonly string[] = remember(200_000, (word) => [
  ...new Set([...stems(word), spellingKey(word)]),
])

/** The forms under which a folded word is found in names, which are never stemmed: its spelling, and that without its case. */
export const nameFormsOf: (word: string) => readonly string[] = remember(50_000, (word) => [
  ...new Set([spellingKey(word), ...spelledWithoutCase(word)]),
])
