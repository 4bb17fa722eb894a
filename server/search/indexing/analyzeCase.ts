import { exactWordIn, type Field, formWordIn, holdsPairs, oftenWord, pairIn } from './ownWords.ts'
import { beginRow, type Row, writeRow } from './rows.ts'
import { eachNameWord, eachWord, type Spelled, type WrittenWord } from './spelled.ts'

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
 * The words of a case as the index keeps them. `rows` holds those of each part in order (`rows.ts`), so that words side by
 * side, near each other or in one paragraph are so there too; `signs` holds each other thing a word is found or ranked
 * by, once. `words` are those of the text; of `names` only how they are spelled is known.
 */
export function analyseCase({ title, keywords, parties, judges, numbers, paragraphs }: Parts) {
  const signs = new Set<string>()
  const counts: Counts = new Map()
  const names = new Set<WrittenWord>()
  const above = [readField('t', title, { signs, counts }), readField('k', keywords, { signs, counts })]
  const text = paragraphs.map((paragraph) => readRow(paragraph, counts))
  addForms(counts, signs)
  const named = [
    ...readNames('p', parties, { signs, names }),
    ...readNames('j', judges, { signs, names }),
    ...readNames('n', numbers, { signs, names }),
  ]
  return {
    rows: [...above, ...named, ...text].filter((row) => row !== ''),
    signs: [...signs].join(' '),
    words: [...counts.keys()],
    names: [...names],
  }
}

/** How often each word comes. */
type Counts = Map<Spelled, number>

function readRow(text: string, counts: Counts, tell?: (spelled: Spelled) => void): string {
  const row = beginRow()
  eachWord(text, (spelled) => {
    addTo(row, spelled)
    counts.set(spelled, (counts.get(spelled) ?? 0) + 1)
    tell?.(spelled)
  })
  return writeRow(row)
}

function addTo(row: Row, { word, stem, exact }: { word: string; stem: string; exact: string }) {
  row.folded.push(word)
  row.stems.push(stem)
  row.written.push(exact)
}

/** As BM25 weighs how often a word stands in a text of a length, in two steps. */
function addForms(counts: Counts, signs: Set<string>) {
  const forms = new Map<string, number>()
  let length = 0
  for (const [{ best, others }, count] of counts) {
    for (const other of others) signs.add(other)
    forms.set(best, (forms.get(best) ?? 0) + count)
    length += count
  }
  const expected = 1.2 * (0.25 + (0.75 * length) / usualLength)
  for (const [form, count] of forms) {
    const weight = count / (count + expected)
    if (weight >= 0.6) signs.add(oftenWord(1, form))
    if (weight >= 0.8) signs.add(oftenWord(2, form))
  }
}

/** Words of a judgment of usual length. */
const usualLength = 650

/** Says of each word that the field holds it, and which stands beside which. */
function signField(field: Field, signs: Set<string>) {
  let before: string | undefined
  return (word: string, forms: readonly string[]) => {
    signs.add(exactWordIn(field, word))
    if (before !== undefined && holdsPairs(field)) signs.add(pairIn(field, before, word))
    before = word
    for (const form of forms) signs.add(formWordIn(field, form))
  }
}

function readField(field: Field, text: string, { signs, counts }: { signs: Set<string>; counts: Counts }): string {
  const sign = signField(field, signs)
  return readRow(text, counts, ({ word, forms }) => sign(word, forms))
}

/** A row for each name. */
function readNames(field: Field, all: readonly string[], known: { signs: Set<string>; names: Set<WrittenWord> }) {
  const { signs, names } = known
  return all.map((name) => {
    const row = beginRow()
    const sign = signField(field, signs)
    eachNameWord(name, (spelled) => {
      addTo(row, spelled)
      names.add(spelled)
      sign(spelled.word, [spelled.spelling])
      if (field !== 'n') signs.add(spelled.sound)
    })
    return writeRow(row)
  })
}
