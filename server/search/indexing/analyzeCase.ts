import {
  forEachNameWord,
  forEachWord,
  type WordAttributes,
  type SpelledWord,
} from '#server/search/lexicon/tokenAttributes.ts'
import {
  columnTerm,
  fieldTerm,
  type Field,
  fieldStemTerm,
  hasOrder,
  type NameColumn,
  rowEndTerm,
} from '#server/search/storage/indexTerms.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** The fields of a case that contain words. */
type Parts = {
  title: string
  keywords: string
  /** Names of people, courts and judges are never stemmed. */
  parties: readonly string[]
  judges: readonly string[]
  numbers: readonly string[]
  /** The text by paragraph. */
  paragraphs: readonly string[]
  /** The names that filters of their own find. */
  columns: Readonly<Record<NameColumn, readonly string[]>>
}

/** Terms with their places, and terms without. */
type Terms = {
  places: Map<string, number[]>
  markers: Set<string>
  /** The next place. */
  next: number
}

/**
 * Text analysis of a case. `places`: the places of each term that phrases and proximity need; `markers`: all other terms that
 * a word is found or ranked by anywhere. `words`: those of the text, for the vocabulary; `names`: the words of names, for
 * their spellings only. `length`: the number of words without names.
 *
 * Title, keywords, each name, and each paragraph are a row: their words have consecutive places, and the place after the
 * last word has the term of the end of a row, so that no phrase crosses it.
 */
export function analyzeCase({ title, keywords, parties, judges, numbers, paragraphs, columns }: Parts) {
  const terms: Terms = { places: new Map(), markers: new Set(), next: 0 }
  const words = new Set<WordAttributes>()
  const names = new Set<SpelledWord>()
  const counted = [readText(title, { terms, words, field: 't' }), readText(keywords, { terms, words, field: 'k' })]
  for (const name of parties) readName('p', name, { terms, names })
  for (const name of judges) readName('j', name, { terms, names })
  for (const number of numbers) readName('n', number, { terms, names })
  for (const paragraph of paragraphs) counted.push(readText(paragraph, { terms, words }))
  for (const [column, all] of Object.entries(columns) as [NameColumn, readonly string[]][])
    for (const name of all) readColumn(column, name, terms)
  const { places, markers } = terms
  return {
    places,
    markers: [...markers].filter((marker) => !places.has(marker)),
    length: counted.reduce((sum, count) => sum + count, 0),
    words: [...words],
    names: [...names],
  }
}

function addPlace({ places, next }: Terms, term: string) {
  const known = places.get(term)
  if (known) known.push(next)
  else places.set(term, [next])
}

/** Reads the words of a row; returns their number. */
function readRow(terms: Terms, read: (onWord: () => void) => void): number {
  const start = terms.next
  read(() => {
    terms.next += 1
  })
  const count = terms.next - start
  if (count === 0) return 0
  addPlace(terms, rowEndTerm)
  terms.next += 1
  return count
}

/** Adds the terms of a word in a field. */
function addField(terms: Terms, field: Field, { word, forms }: { word: string; forms: readonly string[] }) {
  if (hasOrder(field)) addPlace(terms, fieldTerm(field, word))
  else terms.markers.add(fieldTerm(field, word))
  for (const form of forms) terms.markers.add(fieldStemTerm(field, form))
}

/** Reads a paragraph, or a field; returns the number of its words. */
const readText = (text: string, { terms, words, field }: { terms: Terms; words: Set<WordAttributes>; field?: Field }) =>
  readRow(terms, (onWord) =>
    forEachWord(text, (word) => {
      words.add(word)
      addPlace(terms, word.stem)
      addPlace(terms, word.exact)
      for (const other of word.others) terms.markers.add(other)
      if (field) addField(terms, field, word)
      onWord()
    }),
  )

const readName = (field: Field, name: string, { terms, names }: { terms: Terms; names: Set<SpelledWord> }) =>
  readRow(terms, (onWord) =>
    forEachNameWord(name, (spelled) => {
      names.add(spelled)
      addPlace(terms, spelled.stem)
      addPlace(terms, spelled.exact)
      addField(terms, field, { word: spelled.word, forms: [spelled.spelling] })
      if (field !== 'n') terms.markers.add(spelled.sound)
      onWord()
    }),
  )

const readColumn = (column: NameColumn, name: string, terms: Terms) =>
  readRow(terms, (onWord) => {
    for (const { word } of tokenizeWords(name)) {
      addPlace(terms, columnTerm(column, word))
      onWord()
    }
  })
