import { stemTerm, nameTerm, phoneticTerm, exactTerm } from '#server/search/storage/indexTerms.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { exactForm } from '#shared/text/language/exactForm.ts'
import { fold } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { spellingKey } from '#shared/text/language/spelling.ts'
import { forEachRun, maxRunLength, tokenizeFolded } from '#shared/text/language/tokenizer.ts'

/** A folded word and the form in which it is written. */
export type SpelledWord = { word: string; written: string }

/** What the index keeps of a word that is spelled so, made once for all the times that it comes. */
export type WordAttributes = SpelledWord & {
  /** The best first. */
  forms: readonly string[]
  best: string
  /** The best and the others as words of the index's own, and as it is written. */
  stem: string
  others: readonly string[]
  exact: string
}

/** A word of a name is never stemmed: that would damage it. */
export type NameAttributes = SpelledWord & { spelling: string; stem: string; sound: string; exact: string }

/** Tells each word of a text, in order. */
export const forEachWord = (text: string, tell: (spelled: WordAttributes) => void) => eachIn(text, wordsIn, tell)

/** Tells each word of a name, in order. */
export const forEachNameWord = (name: string, tell: (spelled: NameAttributes) => void) => eachIn(name, namesIn, tell)

function eachIn<Found>(text: string, find: (piece: string) => readonly Found[], tell: (found: Found) => void) {
  forEachRun(text, (piece) => {
    for (const found of find(piece)) tell(found)
  })
}

const wordsIn = memoizeRuns(150_000, (slice, word): WordAttributes => {
  const forms = formsOf(word)
  const [best = word, ...others] = forms
  const written = exactForm(slice, word)
  return { word, written, forms, best, stem: stemTerm(best), others: others.map(stemTerm), exact: exactTerm(written) }
})

const namesIn = memoizeRuns(50_000, (slice, word): NameAttributes => {
  const spelling = spellingKey(word)
  const sound = phoneticTerm(phoneticKey(slice))
  const written = exactForm(slice, word)
  return { word, written, spelling, stem: nameTerm(spelling), sound, exact: exactTerm(written) }
})

/** What each word of a piece is, found once for the pieces that may come again. */
function memoizeRuns<Found>(maxEntries: number, find: (slice: string, word: string) => Found) {
  const read = (piece: string) =>
    tokenizeFolded(fold(piece)).map(({ word, start, end }) => find(piece.slice(start, end), word))
  const remembered = memoize(maxEntries, read)
  return (piece: string) => (piece.length > maxRunLength ? read(piece) : remembered(piece))
}
