import { fold } from '#shared/text/fold.ts'
import { spellingKey } from '#shared/text/spelling.ts'
import { wordsOf } from '#shared/text/words.ts'
import { writtenForm } from '#shared/text/written.ts'
import { formsOf } from './forms.ts'
import { exactWordIn, type Field, formWord, formWordIn, oftenWord, paragraphEnd, writtenWord } from './ownWords.ts'

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
  const { stems, counts } = readParagraphs([title, keywords, ...paragraphs])
  addForms(counts, signs)
  readField('t', title, signs)
  readField('k', keywords, signs)
  readNames('p', parties, signs)
  readNames('j', judges, signs)
  readNames('n', numbers, signs)
  return { stems: stems.join(' '), signs: [...signs].join(' ') }
}

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

/** What is written of a word that is spelled so, made once for all the times that it comes. */
type Spelled = { best: string; stem: string; signs: readonly string[] }

const remembered = 150_000
const memory = new Map<string, Spelled>()

function recall(slice: string, word: string): Spelled {
  const known = memory.get(slice)
  if (known) return known
  if (memory.size >= remembered) memory.clear()
  const [best = word, ...others] = formsOf(word)
  const spelled = { best, stem: formWord(best), signs: [...others.map(formWord), ...writtenSigns(slice, word)] }
  memory.set(slice, spelled)
  return spelled
}

function writtenSigns(slice: string, word: string) {
  const written = slice === word ? word : writtenForm(slice, word)
  return written === word ? [] : [writtenWord(written)]
}

/** As BM25 weighs how often a word stands in a text of a length, in two steps. */
function addForms(counts: ReadonlyMap<Spelled, number>, signs: Set<string>) {
  const forms = new Map<string, number>()
  let length = 0
  for (const [{ best, signs: own }, count] of counts) {
    for (const sign of own) signs.add(sign)
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

function readNames(field: Field, names: readonly string[], signs: Set<string>) {
  for (const name of names)
    for (const { word, start, end } of wordsIn(name)) {
      const spelling = spellingKey(word)
      for (const sign of writtenSigns(name.slice(start, end), word)) signs.add(sign)
      signs.add(exactWordIn(field, word))
      signs.add(formWord(spelling))
      signs.add(formWordIn(field, spelling))
    }
}

const wordsIn = (text: string) => wordsOf(fold(text))
