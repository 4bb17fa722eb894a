/** The field configuration of an index, for compiling queries. */
export type FieldConfig = {
  /** Whether words are indexed in their exact spelling, and names by their spelling key and phonetic key. */
  names: boolean
  /** The FTS5 columns with stems in order, and those with the folded words in order; undefined: all. */
  stemColumns?: string
  wordColumns?: string
}

export const caseFields: FieldConfig = { names: true }

export const phraseFields: FieldConfig = {
  names: false,
  stemColumns: 'stems',
  wordColumns: '{dhivehi english arabic short_meaning meaning numbers}',
}
