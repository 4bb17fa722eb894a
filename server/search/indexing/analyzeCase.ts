import {
  forEachNameWord,
  forEachWord,
  type WordAttributes,
  type SpelledWord,
} from '#server/search/lexicon/tokenAttributes.ts'
import {
  fieldTerm,
  type Field,
  fieldStemTerm,
  hasPairs,
  termFrequencyMarker,
  pairTerm,
  paragraphSeparator,
} from '#server/search/storage/indexTerms.ts'
import { paragraphColumns } from '#server/search/storage/schema.ts'

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
}

/**
 * Text analysis of a case. `rows`: the tokens of each field and paragraph in order (`assignParagraphColumns`), for
 * phrases and proximity. `markers`: all terms that a word is found or ranked by anywhere, once. `words`: those of the text,
 * for the vocabulary; `names`: the words of names, for their spellings only.
 */
export function analyzeCase({ title, keywords, parties, judges, numbers, paragraphs }: Parts) {
  const markers = new Set<string>()
  const counts: Counts = new Map()
  const names = new Set<SpelledWord>()
  const above = [readField('t', title, { markers, counts }), readField('k', keywords, { markers, counts })]
  const text = paragraphs.map((paragraph) => readRow(paragraph, counts))
  addStems(counts, markers)
  const named = [
    ...readNames('p', parties, { markers, names }),
    ...readNames('j', judges, { markers, names }),
    ...readNames('n', numbers, { markers, names }),
  ]
  return {
    rows: [...above, ...named, ...text].filter((row) => row !== ''),
    markers: [...markers],
    words: [...counts.keys()],
    names: [...names],
  }
}

/** The term frequency of each word. */
type Counts = Map<WordAttributes, number>

function readRow(text: string, counts: Counts, onWord?: (spelled: WordAttributes) => void): string {
  const row = emptyTokens()
  forEachWord(text, (spelled) => {
    addTo(row, spelled)
    counts.set(spelled, (counts.get(spelled) ?? 0) + 1)
    onWord?.(spelled)
  })
  return joinTokens(row)
}

function addTo(row: ParagraphTokens, { stem, exact }: { stem: string; exact: string }) {
  row.stems.push(stem)
  row.written.push(exact)
}

/** Adds markers of a high term frequency: the BM25 weight for the length of the text, in two steps. */
function addStems(counts: Counts, markers: Set<string>) {
  const forms = new Map<string, number>()
  let length = 0
  for (const [{ best, stem, others }, count] of counts) {
    markers.add(stem)
    for (const other of others) markers.add(other)
    forms.set(best, (forms.get(best) ?? 0) + count)
    length += count
  }
  const expected = 1.2 * (0.25 + (0.75 * length) / averageLength)
  for (const [form, count] of forms) {
    const weight = count / (count + expected)
    if (weight >= 0.6) markers.add(termFrequencyMarker(1, form))
    if (weight >= 0.8) markers.add(termFrequencyMarker(2, form))
  }
}

/** The number of words of an average judgment. */
const averageLength = 650

/** Adds the field terms of each word, and the terms of adjacent pairs. */
function fieldMarker(field: Field, markers: Set<string>) {
  let before: string | undefined
  return (word: string, forms: readonly string[]) => {
    markers.add(fieldTerm(field, word))
    if (before !== undefined && hasPairs(field)) markers.add(pairTerm(field, before, word))
    before = word
    for (const form of forms) markers.add(fieldStemTerm(field, form))
  }
}

function readField(field: Field, text: string, { markers, counts }: { markers: Set<string>; counts: Counts }): string {
  const addMarkers = fieldMarker(field, markers)
  return readRow(text, counts, ({ word, forms }) => addMarkers(word, forms))
}

/** The tokens of each name. */
function readNames(field: Field, all: readonly string[], output: { markers: Set<string>; names: Set<SpelledWord> }) {
  const { markers, names } = output
  return all.map((name) => {
    const row = emptyTokens()
    const addMarkers = fieldMarker(field, markers)
    forEachNameWord(name, (spelled) => {
      addTo(row, spelled)
      names.add(spelled)
      markers.add(spelled.stem)
      addMarkers(spelled.word, [spelled.spelling])
      if (field !== 'n') markers.add(spelled.sound)
    })
    return joinTokens(row)
  })
}

/**
 * The words of one paragraph, name or title, in order, twice: as the best stem, and in exact spelling. The kinds have
 * different first characters, so that no phrase crosses them.
 */
type ParagraphTokens = { stems: string[]; written: string[] }

const emptyTokens = (): ParagraphTokens => ({ stems: [], written: [] })

const joinTokens = ({ stems, written }: ParagraphTokens) => [...stems, ...written].join(' ')

/** The content of each column. In a case with more rows than columns, distant rows share a column. */
export function assignParagraphColumns(rows: readonly string[]): (string | null)[] {
  const columns: (string | null)[] = paragraphColumns.map((_, at) => rows[at] ?? null)
  for (let next = paragraphColumns.length; next < rows.length; next += 1) {
    const at = next % paragraphColumns.length
    columns[at] = `${columns[at]} ${paragraphSeparator} ${rows[next]}`
  }
  return columns
}
