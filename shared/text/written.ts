import { foldText } from './fold.ts'
import { type Word, words } from './words.ts'

/** A word, its form as it is written, and where it stands. */
export type WrittenWord = Word & { written: string }

/**
 * Words as quotes ask for them: letters stay as they are spelled, so that ޙުކުމް is not ހުކުމް, nor أمر امر, nor résumé
 * resume. Marks that are not seen, numerals and capitals are no spelling.
 */
export const writtenWords = (text: string): WrittenWord[] =>
  words(text).map((word) => ({ ...word, written: writtenForm(text.slice(word.start, word.end), word.word) }))

/** The form of one word; `folded` is its fold where that is known already. */
export function writtenForm(word: string, folded = foldText(word)): string {
  if (word === folded) return folded
  return Array.from(word.normalize('NFC'), (letter) => (isSpelled(letter) ? letter.toLowerCase() : foldText(letter)))
    .join('')
    .replace(/([ަ-ް])[ަ-ް]+/g, '$1')
}

/** Dotted letters of Thaana, the bearers of hamza and other ends of words of Arabic, letters of Latin with accents. */
const isSpelled = (letter: string) => /[ޘ-ޥޱﷲأإآٱؤئىة]|(?=\p{L})[\u00c0-\u024f\u1e00-\u1eff]/u.test(letter)
