import {
  dottedOnlyWord,
  exactWordIn,
  type Field,
  formWordIn,
  holdsPairs,
  oftenWord,
  pairIn,
  paragraphEnd,
  writtenWord,
} from './ownWords.ts'
import { eachNameWord, eachWord, type Spelled } from './spelled.ts'

/** The parts of a case that hold words, as they are written. */
export type Parts = {
  title: string
  keywords: string
  /** Names of people, courts and judges are never stemmed: that would damage them. */
  parties: string[]
  judges: string[]
  numbers: string[]
  /** The text, a paragraph each. */
  paragraphs: readonly string[]
}

/**
 * The text as its words only, and two columns that the index writes beside it. `stems` holds the best form of every
 * word, in order, so that words near each other are near there too; `signs` holds each other thing a word is found or
 * ranked by, once.
 */
export function analyseCase({ title, keywords, parties, judges, numbers, paragraphs }: Parts) {
  const signs = new Set<string>()
  const written: Written = { dotted: new Set(), plain: new Set() }
  const counts: Counts = new Map()
  const above = readParagraphs([title, keywords], counts)
  const text = readParagraphs(paragraphs, counts)
  addForms(counts, { signs, written })
  readField('t', title, signs)
  readField('k', keywords, signs)
  readNames('p', parties, { signs, written })
  readNames('j', judges, { signs, written })
  readNames('n', numbers, { signs, written })
  for (const word of written.dotted) if (!written.plain.has(word)) signs.add(dottedOnlyWord(word))
  return {
    text: text.words.join(' '),
    stems: [...above.stems, ...text.stems].join(' '),
    signs: [...signs].join(' '),
    words: [...counts.keys()],
  }
}

/** Folded words that are written with dots, and those that are written as their fold. */
type Written = { dotted: Set<string>; plain: Set<string> }
type Signs = { signs: Set<string>; written: Written }

/** How often each word comes. */
type Counts = Map<Spelled, number>

function readParagraphs(paragraphs: readonly string[], counts: Counts) {
  const words: string[] = []
  const stems: string[] = []
  for (const paragraph of paragraphs) {
    if (paragraph === '') continue
    eachWord(paragraph, (spelled) => {
      words.push(spelled.word)
      stems.push(spelled.stem)
      counts.set(spelled, (counts.get(spelled) ?? 0) + 1)
    })
    stems.push(paragraphEnd)
  }
  return { words, stems }
}

function addWritten(word: string, form: string, { signs, written: { dotted, plain } }: Signs) {
  if (form === word) plain.add(word)
  else {
    dotted.add(word)
    signs.add(writtenWord(form))
  }
}

/** As BM25 weighs how often a word stands in a text of a length, in two steps. */
function addForms(counts: Counts, { signs, written }: Signs) {
  const forms = new Map<string, number>()
  let length = 0
  for (const [{ word, best, others, written: form }, count] of counts) {
    for (const other of others) signs.add(other)
    addWritten(word, form, { signs, written })
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

function readField(field: Field, text: string, signs: Set<string>) {
  let before: string | undefined
  eachWord(text, ({ word, forms }) => {
    signs.add(exactWordIn(field, word))
    if (before !== undefined && holdsPairs(field)) signs.add(pairIn(field, before, word))
    before = word
    for (const form of forms) signs.add(formWordIn(field, form))
  })
}

function readNames(field: Field, names: readonly string[], { signs, written }: Signs) {
  for (const name of names) {
    let before: string | undefined
    eachNameWord(name, ({ word, written: form, spelling, stem, sound }) => {
      addWritten(word, form, { signs, written })
      signs.add(exactWordIn(field, word))
      if (before !== undefined && holdsPairs(field)) signs.add(pairIn(field, before, word))
      before = word
      signs.add(stem)
      signs.add(formWordIn(field, spelling))
      if (field !== 'n') signs.add(sound)
    })
  }
}
