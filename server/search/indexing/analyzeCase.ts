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
 * phrases and proximity. `stems`: the term frequency of each stem that is the best of a word. `markers`: all other terms that
 * a word is found or ranked by anywhere. `words`: those of the text, for the vocabulary; `names`: the words of names, for
 * their spellings only. `length`: the number of words without names.
 */
export function analyzeCase({ title, keywords, parties, judges, numbers, paragraphs }: Parts) {
  const markers = new Set<string>()
  const counts: Counts = new Map()
  const names = new Set<SpelledWord>()
  const above = [readField('t', title, { markers, counts }), readField('k', keywords, { markers, counts })]
  const text = paragraphs.map((paragraph) => readRow(paragraph, counts))
  const stems = countStems(counts, markers)
  const named = [
    ...readNames('p', parties, { markers, names }),
    ...readNames('j', judges, { markers, names }),
    ...readNames('n', numbers, { markers, names }),
  ]
  return {
    rows: [...above, ...named, ...text].filter((row) => row !== ''),
    stems,
    markers: [...markers].filter((marker) => !stems.has(marker)),
    length: [...stems.values()].reduce((sum, count) => sum + count, 0),
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

/** The term frequencies of the best stems; adds the other stems and the spellings to the markers. */
function countStems(counts: Counts, markers: Set<string>): Map<string, number> {
  const stems = new Map<string, number>()
  for (const [{ stem, others, exact }, count] of counts) {
    stems.set(stem, (stems.get(stem) ?? 0) + count)
    markers.add(exact)
    for (const other of others) markers.add(other)
  }
  return stems
}

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
      markers.add(spelled.exact)
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
