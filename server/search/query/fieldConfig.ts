import type { DatabaseSync } from 'node:sqlite'
import { hasSpellings } from '#server/search/lexicon/vocabulary.ts'

/** What an index knows of its words. */
export type FieldConfig = {
  /** Whether it holds a word, that is written as it is folded, in other spellings too; undefined where it keeps none. */
  hasSpellings?: (word: string) => boolean
  /** Are its names kept as such, by their spelling and their sound? */
  names: boolean
  /** Where the forms of words stand in order, and where the words do as they are typed. */
  forms: string
  typed: string
}

export const caseFields = (from: DatabaseSync): FieldConfig => ({
  hasSpellings: (word) => hasSpellings(from, word),
  names: true,
  // Their rows; all else has signs of its own.
  forms: '- markers',
  typed: '- markers',
})

export const phraseFields: FieldConfig = {
  names: false,
  forms: 'stems',
  typed: '{dhivehi english arabic short_meaning meaning numbers}',
}
