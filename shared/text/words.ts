import { fold, type Folded, isFili } from './fold.ts'

/** A word in its folded form, and where it stands in the original text. */
export type Word = { word: string; start: number; end: number }

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

export const words = (original: string): Word[] => wordsOf(fold(original))

export function wordsOf({ text, starts, ends }: Folded): Word[] {
  const found: Word[] = []
  for (const { 0: word, index } of text.matchAll(wordPattern))
    found.push({ word, start: starts[index] ?? 0, end: ends[index + word.length - 1] ?? 0 })
  return found
}

/** Letters as the specification counts them for its rule of three: without combining and directional marks. */
export const countLetters = (text: string) => text.replace(/[\p{M}\p{Cf}\s]/gu, '').length

export const holdsDigit = (text: string) => /\p{Nd}/u.test(text)

/**
 * The nearest place, at or after `offset`, where a text may be cut: never between a letter and its vowel sign, nor
 * inside a surrogate pair.
 */
export function snapToLetter(text: string, offset: number): number {
  let place = Math.min(Math.max(offset, 0), text.length)
  while (place > 0 && place < text.length && belongsToPrevious(text, place)) place += 1
  return place
}

function belongsToPrevious(text: string, place: number) {
  const unit = text.charCodeAt(place)
  if (isFili(unit)) return true
  if (unit >= 0xdc00 && unit <= 0xdfff) return true
  return unit > 0x02ff && /\p{M}|[\u200c\u200d]/u.test(String.fromCharCode(unit))
}
