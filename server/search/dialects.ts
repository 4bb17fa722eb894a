/** What an index knows of its words. */
export type Dialect = {
  /** Are the dots of its words kept? */
  written: boolean
  /** Is it kept how its names sound? */
  sounds: boolean
  /** Columns in which words near each other are looked for as they are typed; for beginnings of words, where else. */
  names: string
  text: string
}

const caseNames = 'numbers claimant respondant interpleader judges court'

export const caseDialect: Dialect = {
  written: true,
  sounds: true,
  names: `{${caseNames}}`,
  text: `{text ${caseNames}}`,
}

const phraseParts = '{dhivehi english arabic short_meaning meaning numbers}'

export const phraseDialect: Dialect = { written: false, sounds: false, names: phraseParts, text: phraseParts }
