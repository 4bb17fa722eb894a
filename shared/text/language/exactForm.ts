import { foldText } from './fold.ts'
import { type Word, tokenizeWords } from './tokenizer.ts'

/** A folded word with its exact form and offsets. */
export type ExactWord = Word & { exact: string }

/**
 * Tokenizes a text with the exact form of each word, for quoted phrases: letters keep their dots and accents, so that ޙުކުމް
 * differs from ހުކުމް, أمر from امر, and résumé from resume. Invisible marks, numerals and case are folded.
 */
export const tokenizeExact = (text: string): ExactWord[] =>
  tokenizeWords(text).map((word) => ({ ...word, exact: exactForm(text.slice(word.start, word.end), word.word) }))

/** The exact (diacritic-preserving) form of a word; pass `folded` when its fold is known. */
export function exactForm(word: string, folded = foldText(word)): string {
  if (word === folded) return folded
  return Array.from(word.normalize('NFC'), (letter) =>
    isDistinctive(letter) ? letter.toLowerCase() : foldText(letter),
  )
    .join('')
    .replace(/([ަ-ް])[ަ-ް]+/g, '$1')
}

/** Letters that keep their form: dotted Thaana, Arabic hamza carriers and variant finals, accented Latin. */
const isDistinctive = (letter: string) => /[ޘ-ޥޱﷲأإآٱؤئىة]|(?=\p{L})[\u00c0-\u024f\u1e00-\u1eff]/u.test(letter)
