import { filiAlone, filiTwice } from '#shared/text/language/filiErrors.ts'
import { isKnownWord } from '../words.ts'
import type { Item } from './spacing.ts'

/** The probability that a word is right, from what it is made of. */
export function judgeWord(word: string, items: readonly Item[], sure: boolean): number {
  let confidence = sure ? 0.998 : 0.9
  if (word.includes('\ufffd')) return 0.02
  if (hasMatch(word, filiAlone) || hasMatch(word, filiTwice)) confidence *= 0.3
  if (items.some(({ unit }) => unit?.doubtful)) confidence *= 0.6
  const letters = word.replace(/[^ހ-ޱ]/gu, '')
  if (letters.length > 3 && !isKnownWord(letters)) confidence *= 0.99
  return confidence
}

const hasMatch = (word: string, pattern: RegExp) => {
  pattern.lastIndex = 0
  return pattern.test(word)
}
