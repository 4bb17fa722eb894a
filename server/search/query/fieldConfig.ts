import type { DatabaseSync } from 'node:sqlite'
import { hasSpellings } from './vocabulary.ts'

/** What an index knows of its words. */
export type Dialect = {
  /** Whether it holds a word, that is written as it is folded, in other spellings too; undefined where it keeps none. */
  hasSpellings?: (word: string) => boolean
  /** Are its names kept as such, by their spelling and their sound? */
  names: boolean
  /** Where the forms of words stand in order, and where the words do as they are typed. */
  forms: string
  typed: string
}

export const dialectOfCases = (from: DatabaseSync): Dialect => ({
  hasSpellings: (word) => hasSpellings(from, word),
  names: true,
  // Their rows; all else has signs of its own.
  forms: '- signs',
  typed: '- signs',
})

export const phraseDialect: Dialect = {
  names: false,
  forms: 'stems',
  typed: '{dhivehi english arabic short_meaning meaning numbers}',
}
