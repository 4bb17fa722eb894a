import { fold } from '#shared/text/fold.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { spellingKey } from '#shared/text/spelling.ts'
import { wordsOf } from '#shared/text/words.ts'
import { writtenForm } from '#shared/text/written.ts'
import { formsOf } from './forms.ts'
import {
  dottedOnlyWord,
  exactWordIn,
  type Field,
  formWord,
  formWordIn,
  oftenWord,
  paragraphEnd,
  soundWord,
  writtenWord,
} from './ownWords.ts'

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
 * Two columns that the index writes beside the folded text. `stems` holds the best form of every word, in order, so
 * that words near each other are near there too; `signs` holds each other thing a word is found or ranked by, once.
 */
export function analyseCase({ title, keywords, parties, judges, numbers, paragraphs }: Parts) {
  const signs = new Set<string>()
  const written: Written = { dotted: new Set(), plain: new Set() }
  const { stems, counts } = readParagraphs([title, keywords, ...paragraphs])
  addForms(counts, { signs, written })
  readField('t', title, signs)
  readField('k', keywords, signs)
  readNames('p', parties, { signs, written })
  readNames('j', judges, { signs, written })
  readNames('n', numbers, { signs, written })
  for (const word of written.dotted) if (!written.plain.has(word)) signs.add(dottedOnlyWord(word))
  return { stems: stems.join(' '), signs: [...signs].join(' '), words: [...counts.keys()] }
}

/** Folded words that are written with dots, and those that are written as their fold. */
type Written = { dotted: Set<string>; plain: Set<string> }
type Signs = { signs: Set<string>; written: Written }

function readParagraphs(paragraphs: readonly string[]) {
  const stems: string[] = []
  const counts = new Map<Spelled, number>()
  for (const paragraph of paragraphs) {
    if (paragraph === '') continue
    for (const { word, start, end } of wordsIn(paragraph)) {
      const spelled = recall(paragraph.slice(start, end), word)
      stems.push(spelled.stem)
      counts.set(spelled, (counts.get(spelled) ?? 0) + 1)
    }
    stems.push(paragraphEnd)
  }
  return { stems, counts }
}

/** A folded word and the form in which it is written. */
export type WrittenWord = { word: string; written: string }

/** What is kept of a word that is spelled so, made once for all the times that it comes. */
type Spelled = WrittenWord & { best: string; stem: string; others: readonly string[] }

const remembered = 150_000
const memory = new Map<string, Spelled>()

function recall(slice: string, word: string): Spelled {
  const known = memory.get(slice)
  if (known) return known
  if (memory.size >= remembered) memory.clear()
  const [best = word, ...others] = formsOf(word)
  const written = writtenForm(slice, word)
  const spelled = { word, written, best, stem: formWord(best), others: others.map(formWord) }
  memory.set(slice, spelled)
  return spelled
}

function addWritten(word: string, form: string, { signs, written: { dotted, plain } }: Signs) {
  if (form === word) plain.add(word)
  else {
    dotted.add(word)
    signs.add(writtenWord(form))
  }
}

/** As BM25 weighs how often a word stands in a text of a length, in two steps. */
function addForms(counts: ReadonlyMap<Spelled, number>, { signs, written }: Signs) {
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
  for (const { word } of wordsIn(text)) {
    signs.add(exactWordIn(field, word))
    for (const form of formsOf(word)) signs.add(formWordIn(field, form))
  }
}

function readNames(field: Field, names: readonly string[], { signs, written }: Signs) {
  for (const name of names)
    for (const { word, start, end } of wordsIn(name)) {
      const slice = name.slice(start, end)
      const spelling = spellingKey(word)
      addWritten(word, writtenForm(slice, word), { signs, written })
      signs.add(exactWordIn(field, word))
      signs.add(formWord(spelling))
      signs.add(formWordIn(field, spelling))
      if (field !== 'n') signs.add(soundWord(latinKey(slice)))
    }
}

const wordsIn = (text: string) => wordsOf(fold(text))
