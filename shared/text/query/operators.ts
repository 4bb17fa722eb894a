import type { FilterName } from './tree.ts'

export type Operator = 'and' | 'or' | 'not'

/** Operators are written in capitals only, so that English sentences contain none. */
export const operators: ReadonlyMap<string, Operator> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
  ['&', 'and'],
  ['&&', 'and'],
  ['|', 'or'],
  ['||', 'or'],
])

/** Thaana has no capitals: `disambiguateOperators.ts` decides when these are operators and when words. */
export const dhivehiOperators: ReadonlyMap<string, Operator> = new Map([
  ['އަދި', 'and'],
  ['ނުވަތަ', 'or'],
  ['ނޫން', 'not'],
])

/** The labels of the filters in both languages, folded. */
export const filterLabels: ReadonlyMap<string, FilterName> = new Map([
  ['court', 'court'],
  ['ކޯޓު', 'court'],
  ['ކޯޓް', 'court'],
  ['judge', 'judge'],
  ['ފަނޑިޔާރު', 'judge'],
  ['ގާޒީ', 'judge'],
  ['type', 'type'],
  ['ބާވަތް', 'type'],
  ['party', 'party'],
  ['ފަރާތް', 'party'],
  ['from', 'from'],
  ['ފެށޭ', 'from'],
  ['to', 'to'],
  ['ނިމޭ', 'to'],
])
