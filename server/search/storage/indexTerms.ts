/**
 * The terms that the index generates. Each starts with a private-use character, so that no query and no text can contain
 * it.
 */
const markers = {
  number: '\ue000',
  form: '\ue001',
  written: '\ue002',
  end: '\ue003',
  column: '\ue007',
  sound: '\ue004',
  exactIn: '\ue005',
  formIn: '\ue006',
  name: '\ue008',
  pair: '\ue009',
  whole: '\ue00a',
  impact: '\ue00b',
} as const

/** Whether a term is generated: a folded word is none. */
export const isGenerated = (word: string) => word >= markers.number && word < '\uf900'

/** A filter: court, judge, case type, status, year of closing, party. */
export type FacetKind = 'c' | 'j' | 't' | 's' | 'y' | 'p'
export const facetTerm = (kind: FacetKind, value: number | string) =>
  `${markers.number}${kind}${String(value).replaceAll(' ', markers.number)}`

/** Every row has the first term, every unpublished row the second. */
export const matchAllTerm = `${markers.number}any`
export const unpublishedTerm = `${markers.number}hidden`

/** No row has this term. */
export const noTerm = `${markers.number}none`

/** The key of a case number as one term. */
export const caseNumberTerm = (key: string) => `${markers.number}${key.replaceAll('/', markers.number)}`

/** A stem, which the spellings and inflections of a word share. */
export const stemTerm = (form: string) => `${markers.form}${form}`

/** A key that the spellings of a word of a name share. */
export const nameTerm = (spelling: string) => `${markers.name}${spelling}`

/** A word in its exact spelling (`exactForm`). */
export const exactTerm = (written: string) => `${markers.written}${written}`

/** Two frequent words next to each other, by their terms (common grams): most cases have each of them, few have both so. */
export const pairTerm = (first: string, second: string) => `${markers.pair}${first}${second}`

export const isPairTerm = (term: string) => term.startsWith(markers.pair)

/** The phonetic key of a word of a name. */
export const phoneticTerm = (key: string) => `${markers.sound}${key}`

/** Fields of a case that rank above its text: title, keywords, parties, numbers, judges and court. */
export type Field = 't' | 'k' | 'p' | 'n' | 'j'
export const fieldTerm = (field: Field, word: string) => `${markers.exactIn}${field}${word}`
/** The fields whose words have positions. */
const orderedFields = ['t', 'k', 'p'] as const
export type OrderedField = (typeof orderedFields)[number]
export const hasOrder = (field: Field): field is OrderedField => (orderedFields as readonly Field[]).includes(field)
export const fieldStemTerm = (field: Field, form: string) => `${markers.formIn}${field}${form}`

/** All words of a name as one term, in one of its normalized forms (`lexicon/phraseNames.ts`). */
export const wholeNameTerm = (way: number, words: readonly string[]) =>
  `${markers.whole}${way}${words.join(markers.whole)}`

/** The names that filters of their own find. */
export type NameColumn = 'claimant' | 'respondant' | 'numbers'
export const columnTerm = (column: NameColumn, word: string) => `${markers.column}${column.charAt(0)}${word}`

/** The position after the last word of each row: of the title, of a name, of a paragraph. */
export const rowEndTerm = `${markers.end}row`

/** A stem whose frequency has at least this share of the highest BM25 weight in a case. */
export const impactTerm = (share: number, stem: string) => `${markers.impact}${share}${stem}`

/** The exact spelling that a term represents, if it is such a term. */
export const spellingOf = (term: string) => (term.startsWith(markers.written) ? term.slice(1) : undefined)

export const isStemTerm = (term: string) => term.startsWith(markers.form)

const orderedMarkers: readonly string[] = [markers.form, markers.written, markers.end, markers.column, markers.name]
const orderedInField = orderedFields.map((field) => `${markers.exactIn}${field}`)

/** Whether a term has positions in the cases that have it. Only the best stem of a word has. */
export const hasPositions = (term: string) =>
  !isGenerated(term) || orderedMarkers.includes(term.charAt(0)) || orderedInField.includes(term.slice(0, 2))
