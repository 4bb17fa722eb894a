import type { DatabaseSync } from 'node:sqlite'
import { hasSpellings } from '#server/search/storage/spellings.ts'

/** The field configuration of an index, for compiling queries. */
export type FieldConfig = {
  /** Whether a word has other spellings than its fold; undefined in an index without exact spellings. */
  hasSpellings?: (word: string) => boolean
  /** Whether names are indexed by their spelling key and phonetic key. */
  names: boolean
  /** The FTS5 columns with stems in order, and those with the folded words in order; undefined: all. */
  stemColumns?: string
  wordColumns?: string
}

export const caseFields = (from: DatabaseSync): FieldConfig => ({
  hasSpellings: (word) => hasSpellings(from, word),
  names: true,
})

export const phraseFields: FieldConfig = {
  names: false,
  stemColumns: 'stems',
  wordColumns: '{dhivehi english arabic short_meaning meaning numbers}',
}
