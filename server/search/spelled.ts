import { formsOf } from '#shared/text/analyse.ts'
import { fold } from '#shared/text/fold.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { remember } from '#shared/text/remember.ts'
import { spellingKey } from '#shared/text/spelling.ts'
import { eachPiece, longestPiece, wordsOf } from '#shared/text/words.ts'
import { writtenForm } from '#shared/text/written.ts'
import { formWord, nameWord, soundWord, writtenWord } from './ownWords.ts'

/** A folded word and the form in which it is written. */
export type WrittenWord = { word: string; written: string }

/** What the index keeps of a word that is spelled so, made once for all the times that it comes. */
export type Spelled = WrittenWord & {
  /** The best first. */
  forms: readonly string[]
  best: string
  /** The best and the others as words of the index's own, and as it is written. */
  stem: string
  others: readonly string[]
  exact: string
}

/** A word of a name is never stemmed: that would damage it. */
export type SpelledName = WrittenWord & { spelling: string; stem: string; sound: string; exact: string }

/** Tells each word of a text, in order. */
export const eachWord = (text: string, tell: (spelled: Spelled) => void) => eachIn(text, spelledIn, tell)

/** Tells each word of a name, in order. */
export const eachNameWord = (name: string, tell: (spelled: SpelledName) => void) => eachIn(name, namesIn, tell)

function eachIn<Found>(text: string, find: (piece: string) => readonly Found[], tell: (found: Found) => void) {
  eachPiece(text, (piece) => {
    for (const found of find(piece)) tell(found)
  })
}

const spelledIn = rememberPieces(150_000, (slice, word): Spelled => {
  const forms = formsOf(word)
  const [best = word, ...others] = forms
  const written = writtenForm(slice, word)
  return { word, written, forms, best, stem: formWord(best), others: others.map(formWord), exact: writtenWord(written) }
})

const namesIn = rememberPieces(50_000, (slice, word): SpelledName => {
  const spelling = spellingKey(word)
  const sound = soundWord(latinKey(slice))
  const written = writtenForm(slice, word)
  return { word, written, spelling, stem: nameWord(spelling), sound, exact: writtenWord(written) }
})

/** What each word of a piece is, found once for the pieces that may come again. */
function rememberPieces<Found>(most: number, find: (slice: string, word: string) => Found) {
  const read = (piece: string) =>
    wordsOf(fold(piece)).map(({ word, start, end }) => find(piece.slice(start, end), word))
  const remembered = remember(most, read)
  return (piece: string) => (piece.length > longestPiece ? read(piece) : remembered(piece))
}
