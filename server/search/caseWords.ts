import { fold } from '#shared/text/fold.ts'
import { spellingKey } from '#shared/text/spelling.ts'
import { wordsOf, type Word } from '#shared/text/words.ts'
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
  const stems: string[] = []
  const often = new Map<string, number>()
  const written: Written = { dotted: new Set(), plain: new Set() }
  for (const paragraph of [title, keywords, ...paragraphs]) readParagraph(paragraph, { signs, stems, often, written })
  readField('t', [title], signs)
  readField('k', [keywords], signs)
  readNames('p', parties, { signs, written })
  readNames('j', judges, { signs, written })
  readNames('n', numbers, { signs, written })
  addOften(often, signs)
  for (const word of written.dotted) if (!written.plain.has(word)) signs.add(dottedOnlyWord(word))
  return { stems: stems.join(' '), signs: [...signs].join(' ') }
}

/** Folded words that are written with dots, and those that are written as their fold. */
type Written = { dotted: Set<string>; plain: Set<string> }
type Reading = { signs: Set<string>; stems: string[]; often: Map<string, number>; written: Written }

function readParagraph(text: string, { signs, stems, often, written }: Reading) {
  if (text === '') return
  for (const word of wordsIn(text)) {
    const [best = word.word, ...others] = formsOf(word.word)
    stems.push(formWord(best))
    often.set(best, (often.get(best) ?? 0) + 1)
    for (const other of others) signs.add(formWord(other))
    addWritten(text, word, { signs, written })
  }
  stems.push(paragraphEnd)
}

type Signs = Pick<Reading, 'signs' | 'written'>

function addWritten(text: string, { word, start, end }: Word, { signs, written: { dotted, plain } }: Signs) {
  const slice = text.slice(start, end)
  const written = slice === word ? word : writtenForm(slice, word)
  if (written === word) {
    plain.add(word)
    return
  }
  dotted.add(word)
  signs.add(writtenWord(written))
}

function readField(field: Field, texts: readonly string[], signs: Set<string>) {
  for (const { word } of texts.flatMap(wordsIn)) {
    signs.add(exactWordIn(field, word))
    for (const form of formsOf(word)) signs.add(formWordIn(field, form))
  }
}

function readNames(field: Field, names: readonly string[], { signs, written }: Signs) {
  for (const name of names)
    for (const word of wordsIn(name)) {
      addWritten(name, word, { signs, written })
      signs.add(exactWordIn(field, word.word))
      const spelling = spellingKey(word.word)
      signs.add(formWord(spelling))
      signs.add(formWordIn(field, spelling))
    }
}

/** As BM25 weighs how often a word stands in a text of a length, in two steps. */
function addOften(counts: ReadonlyMap<string, number>, signs: Set<string>) {
  let length = 0
  for (const count of counts.values()) length += count
  const expected = 1.2 * (0.25 + (0.75 * length) / usualLength)
  for (const [form, count] of counts) {
    const weight = count / (count + expected)
    if (weight >= 0.6) signs.add(oftenWord(1, form))
    if (weight >= 0.8) signs.add(oftenWord(2, form))
  }
}

/** Words of a judgment of usual length. */
const usualLength = 650

const wordsIn = (text: string) => wordsOf(fold(text))
