import { crc32 } from 'node:zlib'
import {
  forEachNameWord,
  type SpelledWord,
  type WordAttributes,
  wordsIn,
} from '#server/search/lexicon/tokenAttributes.ts'
import { type CountedWord, wordsOfVocabulary } from '#server/search/lexicon/vocabulary.ts'
import { noPosition } from '#server/search/storage/blocks/tables.ts'
import {
  columnTerm,
  fieldTerm,
  type Field,
  fieldStemTerm,
  hasOrder,
  type NameColumn,
  pairTerm,
  rowEndTerm,
} from '#server/search/storage/indexTerms.ts'
import { isFrequentWord } from '#shared/text/language/frequentWords.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { forEachRun, maxRunLength, tokenizeWords } from '#shared/text/language/tokenizer.ts'

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

/** A word with the numbers of its terms. `count`: the counted cases that have it, the last of which was `lastCase`. */
type NumberedWord = {
  attributes: WordAttributes
  stem: number
  exact: number
  isFrequent: boolean
  others: number[]
  count: number
  lastCase: number
}

/**
 * Text analysis of cases. Their terms are numbered, so that a word that recurs costs neither a string nor an array: an
 * analyzer is used for many cases, as long as the vocabulary fits into memory.
 *
 * Title, keywords, each name, and each paragraph are a row: their words have consecutive positions, and the position after the
 * last word has the term of the end of a row, so that no phrase crosses it.
 */
export class CaseAnalyzer {
  /** The terms of all cases that were analyzed, each once. */
  readonly vocabulary: string[] = []
  readonly #numbers = new Map<string, number>()
  /** By the number of the exact spelling. */
  readonly #words = new Map<number, NumberedWord>()
  readonly #shortRun = memoize(200_000, (run) => this.#numberWords(run))
  /** By the numbers of two frequent words. */
  readonly #pairs = new Map<number, Map<number, number>>()
  readonly #names = new Set<SpelledWord>()
  #cases = 0
  /** The next position of the case, and the word before it in the row, if it is frequent. */
  #position = 0
  #before: number | undefined
  #count = 0
  #terms = new Uint32Array(1 << 13)
  #positions = new Uint32Array(1 << 13)

  /**
   * Reads a case. `numbers`: the number in `vocabulary` of each occurrence of a term, and `positions` its position, or `noPosition`
   * for a term that phrases and proximity do not need. `length`: the number of words without names. `textHash`: of the
   * paragraphs, whose occurrences are those from `textStart` on.
   */
  analyze({ title, keywords, parties, judges, numbers, paragraphs, columns }: Parts) {
    this.#cases += 1
    this.#position = this.#count = 0
    let length = this.#readText(title, 't') + this.#readText(keywords, 'k')
    for (const name of parties) this.#readName(name, 'p')
    for (const name of judges) this.#readName(name, 'j')
    for (const number of numbers) this.#readName(number, 'n')
    const textStart = this.#count
    for (const paragraph of paragraphs) length += this.#readText(paragraph)
    for (const [column, names] of Object.entries(columns) as [NameColumn, readonly string[]][])
      for (const name of names) this.#readColumn(name, column)
    const { vocabulary } = this
    return {
      vocabulary,
      numbers: this.#terms.slice(0, this.#count),
      positions: this.#positions.slice(0, this.#count),
      length,
      textHash: crc32(JSON.stringify(paragraphs)),
      textStart,
    }
  }

  /** The words of the cases since the last call, for the vocabulary: those of names for their spellings only. */
  takeWordCounts(): CountedWord[] {
    const counted: CountedWord[] = []
    for (const numbered of this.#words.values()) {
      const { attributes, count } = numbered
      if (count > 0) counted.push({ written: attributes.written, word: attributes.word, count })
      numbered.count = 0
    }
    for (const { written, word } of this.#names) if (written !== word) counted.push({ written, word, count: 0 })
    this.#names.clear()
    return wordsOfVocabulary(counted)
  }

  /** Reads a paragraph, or a field; returns the number of its words. */
  #readText(text: string, field?: Field): number {
    const start = this.#position
    forEachRun(text, (run) => {
      const words = run.length > maxRunLength ? this.#numberWords(run) : this.#shortRun(run)
      for (const word of words) this.#addWord(word, field)
    })
    return this.#endRow(start)
  }

  #addWord(numbered: NumberedWord, field: Field | undefined) {
    this.#add(numbered.stem, this.#position)
    this.#addExact(numbered.exact, numbered.isFrequent)
    if (field) this.#addField(field, numbered.attributes.word, numbered.attributes.forms)
    if (numbered.lastCase !== this.#cases) {
      for (const other of numbered.others) this.#add(other, noPosition)
      numbered.lastCase = this.#cases
      numbered.count += 1
    }
    this.#position += 1
  }

  #readName(name: string, field: Field) {
    const start = this.#position
    forEachNameWord(name, (spelled) => {
      this.#names.add(spelled)
      this.#add(this.#numberOf(spelled.stem), this.#position)
      this.#addExact(this.#numberOf(spelled.exact), isFrequentWord(spelled.written))
      this.#addField(field, spelled.word, [spelled.spelling])
      if (field !== 'n') this.#add(this.#numberOf(spelled.sound), noPosition)
      this.#position += 1
    })
    this.#endRow(start)
  }

  #readColumn(name: string, column: NameColumn) {
    const start = this.#position
    for (const { word } of tokenizeWords(name)) {
      this.#add(this.#numberOf(columnTerm(column, word)), this.#position)
      this.#position += 1
    }
    this.#endRow(start)
  }

  /** Adds a word in its exact spelling, and its pair with the one before it. */
  #addExact(exact: number, isFrequent: boolean) {
    this.#add(exact, this.#position)
    if (isFrequent && this.#before !== undefined) this.#add(this.#pairOf(this.#before, exact), noPosition)
    this.#before = isFrequent ? exact : undefined
  }

  #pairOf(first: number, second: number): number {
    const pairs = this.#pairs.get(first) ?? new Map<number, number>()
    this.#pairs.set(first, pairs)
    const pair =
      pairs.get(second) ?? this.#numberOf(pairTerm(this.vocabulary[first] ?? '', this.vocabulary[second] ?? ''))
    pairs.set(second, pair)
    return pair
  }

  /** Adds the terms of a word in a field. */
  #addField(field: Field, word: string, forms: readonly string[]) {
    this.#add(this.#numberOf(fieldTerm(field, word)), hasOrder(field) ? this.#position : noPosition)
    for (const form of forms) this.#add(this.#numberOf(fieldStemTerm(field, form)), noPosition)
  }

  /** Ends a row that began at the position `start`; returns the number of its words. */
  #endRow(start: number): number {
    const count = this.#position - start
    this.#before = undefined
    if (count === 0) return 0
    this.#add(this.#numberOf(rowEndTerm), this.#position)
    this.#position += 1
    return count
  }

  #numberWords = (run: string): NumberedWord[] =>
    wordsIn(run).map((attributes) => {
      const exact = this.#numberOf(attributes.exact)
      const known = this.#words.get(exact)
      if (known) return known
      const [stem, ...others] = [attributes.stem, ...attributes.others].map((term) => this.#numberOf(term))
      const isFrequent = isFrequentWord(attributes.written)
      const numbered = { attributes, stem: stem ?? exact, exact, isFrequent, others, count: 0, lastCase: 0 }
      this.#words.set(exact, numbered)
      return numbered
    })

  #numberOf(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    this.#numbers.set(term, this.vocabulary.length)
    return this.vocabulary.push(term) - 1
  }

  #add(term: number, position: number) {
    if (this.#count === this.#terms.length) {
      this.#terms = doubled(this.#terms)
      this.#positions = doubled(this.#positions)
    }
    this.#terms[this.#count] = term
    this.#positions[this.#count] = position
    this.#count += 1
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length)
  larger.set(numbers)
  return larger
}
