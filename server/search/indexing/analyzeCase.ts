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

/** The parts of a case that hold words, as they are written. */
export type Parts = {
  title: string
  keywords: string
  /** Names of people, courts and judges are never stemmed: that would damage them. */
  parties: readonly string[]
  judges: readonly string[]
  numbers: readonly string[]
  /** The text, a paragraph each. */
  paragraphs: readonly string[]
}

/**
 * The words of a case as the index keeps them. `rows` holds those of each part in order (`indexing/paragraphColumns.ts`), so that words side by
 * side, near each other or in one paragraph are so there too; `signs` holds each other thing a word is found or ranked
 * by, once. `words` are those of the text; of `names` only how they are spelled is known.
 */
export function analyzeCase({ title, keywords, parties, judges, numbers, paragraphs }: Parts) {
  const markers = new Set<string>()
  const counts: Counts = new Map()
  const names = new Set<SpelledWord>()
  const above = [readField('t', title, { markers, counts }), readField('k', keywords, { markers, counts })]
  const text = paragraphs.map((paragraph) => readRow(paragraph, counts))
  addForms(counts, markers)
  const named = [
    ...readNames('p', parties, { markers, names }),
    ...readNames('j', judges, { markers, names }),
    ...readNames('n', numbers, { markers, names }),
  ]
  return {
    rows: [...above, ...named, ...text].filter((row) => row !== ''),
    markers: [...markers].join(' '),
    words: [...counts.keys()],
    names: [...names],
  }
}

/** How often each word comes. */
type Counts = Map<WordAttributes, number>

function readRow(text: string, counts: Counts, tell?: (spelled: WordAttributes) => void): string {
  const row = emptyTokens()
  forEachWord(text, (spelled) => {
    addTo(row, spelled)
    counts.set(spelled, (counts.get(spelled) ?? 0) + 1)
    tell?.(spelled)
  })
  return joinTokens(row)
}

function addTo(row: ParagraphTokens, { word, stem, exact }: { word: string; stem: string; exact: string }) {
  row.folded.push(word)
  row.stems.push(stem)
  row.written.push(exact)
}

/** As BM25 weighs how often a word stands in a text of a length, in two steps. */
function addForms(counts: Counts, markers: Set<string>) {
  const forms = new Map<string, number>()
  let length = 0
  for (const [{ best, others }, count] of counts) {
    for (const other of others) markers.add(other)
    forms.set(best, (forms.get(best) ?? 0) + count)
    length += count
  }
  const expected = 1.2 * (0.25 + (0.75 * length) / usualLength)
  for (const [form, count] of forms) {
    const weight = count / (count + expected)
    if (weight >= 0.6) markers.add(termFrequencyMarker(1, form))
    if (weight >= 0.8) markers.add(termFrequencyMarker(2, form))
  }
}

/** Words of a judgment of usual length. */
const usualLength = 650

/** Says of each word that the field holds it, and which stands beside which. */
function signField(field: Field, markers: Set<string>) {
  let before: string | undefined
  return (word: string, forms: readonly string[]) => {
    markers.add(fieldTerm(field, word))
    if (before !== undefined && hasPairs(field)) markers.add(pairTerm(field, before, word))
    before = word
    for (const form of forms) markers.add(fieldStemTerm(field, form))
  }
}

function readField(field: Field, text: string, { markers, counts }: { markers: Set<string>; counts: Counts }): string {
  const sign = signField(field, markers)
  return readRow(text, counts, ({ word, forms }) => sign(word, forms))
}

/** A row for each name. */
function readNames(field: Field, all: readonly string[], known: { markers: Set<string>; names: Set<SpelledWord> }) {
  const { markers, names } = known
  return all.map((name) => {
    const row = emptyTokens()
    const sign = signField(field, markers)
    forEachNameWord(name, (spelled) => {
      addTo(row, spelled)
      names.add(spelled)
      sign(spelled.word, [spelled.spelling])
      if (field !== 'n') markers.add(spelled.sound)
    })
    return joinTokens(row)
  })
}

/**
 * The words of one paragraph, name or title, in order, three times: folded, in their best form, and as they are written.
 * Each kind has a sign of its own, so that none stands beside another.
 */
export type ParagraphTokens = { folded: string[]; stems: string[]; written: string[] }

export const emptyTokens = (): ParagraphTokens => ({ folded: [], stems: [], written: [] })

export const joinTokens = ({ folded, stems, written }: ParagraphTokens) => [...folded, ...stems, ...written].join(' ')

/** What stands in each column. Of a case with more rows than columns, rows that stand far from each other share one. */
export function assignParagraphColumns(rows: readonly string[]): (string | null)[] {
  const columns: (string | null)[] = paragraphColumns.map((_, at) => rows[at] ?? null)
  for (let next = paragraphColumns.length; next < rows.length; next += 1) {
    const at = next % paragraphColumns.length
    columns[at] = `${columns[at]} ${paragraphSeparator} ${rows[next]}`
  }
  return columns
}
