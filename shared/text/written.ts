import { foldText } from './fold.ts'
import { type Word, words } from './words.ts'

/** A word, its form as it is written, and where it stands. */
export type WrittenWord = Word & { written: string }

/**
 * Words as quotes ask for them: the dots of Thaana letters stay, so that ޙުކުމް is not ހުކުމް; all else is folded, for
 * marks that are not seen, numerals and capitals are no spelling.
 */
export const writtenWords = (text: string): WrittenWord[] =>
  words(text).map((word) => ({ ...word, written: writtenForm(text.slice(word.start, word.end), word.word) }))

/** The form of one word; `folded` is its fold where that is known already. */
export function writtenForm(word: string, folded = foldText(word)): string {
  if (!/[ޘ-ޥޱﷲ]/.test(word)) return folded
  return Array.from(word, (letter) => (isDotted(letter) ? letter : foldText(letter)))
    .join('')
    .replace(/([ަ-ް])[ަ-ް]+/g, '$1')
}

const isDotted = (letter: string) => /[ޘ-ޥޱﷲ]/.test(letter)
