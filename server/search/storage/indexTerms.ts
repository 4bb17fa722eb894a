import { limits } from '#shared/limits.ts'

/**
 * The words that the index writes for itself. Each begins with a sign that is no letter, so that no query can hold it
 * and no text can be mistaken for it; none of them needs to be looked for in one column only.
 */
const markers = {
  number: '\ue000',
  form: '\ue001',
  written: '\ue002',
  end: '\ue003',
  sound: '\ue004',
  exactIn: '\ue005',
  formIn: '\ue006',
  often: '\ue007',
  name: '\ue008',
  pair: '\ue009',
  whole: '\ue00a',
} as const

/** A filter: court, judge, case type, status, year of closing, party. */
export type FacetKind = 'c' | 'j' | 't' | 's' | 'y' | 'p'
export const facetTerm = (kind: FacetKind, value: number | string) => `${markers.number}${kind}${value}`

/** Every row has the first, every row that is not published the second. */
export const matchAllTerm = `${markers.number}any`
export const unpublishedTerm = `${markers.number}hidden`

/** The key of a case number as one word. */
export const caseNumberTerm = (key: string) => `${markers.number}${key.replaceAll('/', markers.number)}`

/** A form in which the spellings and inflections of a word meet. */
export const stemTerm = (form: string) => `${markers.form}${form}`

/** A form in which the spellings of a word of a name meet. */
export const nameTerm = (spelling: string) => `${markers.name}${spelling}`

/** A word as it was written (`writtenForm`). */
export const exactTerm = (written: string) => `${markers.written}${written}`

/** How a word of a name sounds in Latin letters. */
export const phoneticTerm = (key: string) => `${markers.sound}${key}`

/** Parts of a case that say more about it than its text: title, keywords, parties, numbers, judges and court. */
export type Field = 't' | 'k' | 'p' | 'n' | 'j'
export const fieldTerm = (field: Field, word: string) => `${markers.exactIn}${field}${word}`
/** Of these parts it is also asked which words stand side by side. */
const pairFields = ['t', 'k', 'p'] as const
export type PairField = (typeof pairFields)[number]
export const hasPairs = (field: Field): field is PairField => (pairFields as readonly Field[]).includes(field)
export const pairTerm = (field: PairField, one: string, next: string) =>
  `${markers.pair}${field}${one}${markers.pair}${next}`
export const fieldStemTerm = (field: Field, form: string) => `${markers.formIn}${field}${form}`

/** A form that a text holds often for its length (1), or very often (2, beside the first). */
export const termFrequencyMarker = (degree: 1 | 2, form: string) => `${markers.often}${degree}${form}`

/** All words of a name as one, in one of the ways in which it may be written (`lexicon/wholeNames.ts`). */
export const wholeNameTerm = (way: number, words: readonly string[]) =>
  `${markers.whole}${way}${words.join(markers.whole)}`

/** Stands between names: no words side by side cross it. */
export const nameSeparator = markers.end

/** More words than words near each other may be apart: stands between two paragraphs that share a column. */
export const paragraphSeparator = Array.from({ length: limits.search.max_near }, () => markers.end).join(' ')
