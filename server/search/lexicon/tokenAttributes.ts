import { stemTerm, nameTerm, phoneticTerm, exactTerm } from '#server/search/storage/indexTerms.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { exactForm } from '#shared/text/language/exactForm.ts'
import { fold } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { spellingKey } from '#shared/text/language/spelling.ts'
import { forEachRun, maxRunLength, tokenizeFolded } from '#shared/text/language/tokenizer.ts'

/** A folded word and its exact spelling. */
export type SpelledWord = { word: string; written: string }

/** The token attributes of a spelled word, memoized for all its occurrences. */
export type WordAttributes = SpelledWord & {
  /** The stems, the best first. */
  forms: readonly string[]
  best: string
  /** The index terms of the best stem, of the other stems, and of the exact spelling. */
  stem: string
  others: readonly string[]
  exact: string
}

/** The token attributes of a word of a name, which is never stemmed. */
type NameAttributes = SpelledWord & { spelling: string; stem: string; sound: string; exact: string }

/** Calls back with each word of a text, in order. @internal for tests */
export const forEachWord = (text: string, onWord: (word: WordAttributes) => void) => eachIn(text, wordsIn, onWord)

/** Calls back with each word of a name, in order. */
export const forEachNameWord = (name: string, onWord: (word: NameAttributes) => void) => eachIn(name, namesIn, onWord)

function eachIn<Token>(text: string, find: (run: string) => readonly Token[], onWord: (token: Token) => void) {
  forEachRun(text, (run) => {
    for (const token of find(run)) onWord(token)
  })
}

/** The words of a run of letters (`forEachRun`). */
export const wordsIn = memoizeRuns(150_000, (slice, word): WordAttributes => {
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

/** Memoizes the token attributes of runs that are short enough to recur. */
function memoizeRuns<Token>(maxEntries: number, find: (slice: string, word: string) => Token) {
  const read = (run: string) =>
    tokenizeFolded(fold(run)).map(({ word, start, end }) => find(run.slice(start, end), word))
  const memoized = memoize(maxEntries, read)
  return (run: string) => (run.length > maxRunLength ? read(run) : memoized(run))
}
