import { fold, type Folded, foldText, isFili } from './fold.ts'
import { remember } from './remember.ts'

/** A word in its folded form, and where it stands in the original text. */
export type Word = { word: string; start: number; end: number }

/** In UTF-16 units. What is longer is no word, and is only folded. */
export const longestWord = 64

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/** Every word of a text. */
export function words(original: string): Word[] {
  const found: Word[] = []
  eachSpan(original, (begin, end) => void found.push(...wordsInSpan(original, begin, end)))
  return found
}

/** The words of a text with one space between them. */
export function onlyWords(original: string): string {
  const found: string[] = []
  eachPiece(original, (piece) => {
    for (const { word } of wordsOfPiece(piece)) found.push(word)
  })
  return found.join(' ')
}

/**
 * Cuts a text where nothing that belongs to a word stands. The words of the pieces are those of the text, so whoever
 * remembers what a piece holds looks into it once however often it comes: a judgment says the same words again and again.
 */
export const eachPiece = (text: string, tell: (piece: string, begin: number) => void) =>
  eachSpan(text, (begin, end) => tell(text.slice(begin, end), begin))

/**
 * The same pieces, not cut out: whoever looks for a few words needs not read the others. `isPlain`: every unit is one
 * letter, so that the piece is one word. Ends when `tell` answers false.
 */
export function eachSpan(text: string, tell: (begin: number, end: number, isPlain: boolean) => unknown, from = 0) {
  for (let place = from; place < text.length;) {
    const begin = place
    let isPlain = true
    for (; place < text.length; place += 1) {
      const kind = kindOf(text.charCodeAt(place))
      if (kind === between) break
      if (kind === other) isPlain = false
    }
    if (place === begin) place += 1
    else if (tell(begin, place, isPlain) === false) return
  }
}

/** The words of a piece of a text. */
export const wordsInSpan = (text: string, begin: number, end: number): Word[] =>
  wordsOfPiece(text.slice(begin, end)).map(({ word, start, end: last }) => ({ word, start: start + begin, end: last + begin })) // prettier-ignore

const wordsOfPiece = (piece: string) => (piece.length > longestPiece ? wordsOf(fold(piece)) : shortPiece(piece))

/** In UTF-16 units: a piece that is longer comes only once, and is not worth remembering. */
export const longestPiece = 64

const shortPiece = remember(200_000, (piece) => wordsOf(fold(piece)))

// What a unit is, found once; 0 is not known yet. What stands between words is never of a word, whatever is beside it.
const kinds = new Uint8Array(65_536)
const between = 1
const letter = 2
const other = 3

const kindOf = (unit: number) => kinds[unit] || (kinds[unit] = findKind(unit))

function findKind(unit: number) {
  if (unit >= 0xd800 && unit <= 0xdfff) return other
  const folded = foldText(String.fromCharCode(unit))
  if (folded.length !== 1) return other
  return /[\p{L}\p{M}\p{N}]/u.test(folded) ? letter : between
}

/** Every word of what is folded already. */
export function wordsOf({ text, starts, ends }: Folded): Word[] {
  const found: Word[] = []
  for (const { 0: word, index } of text.matchAll(wordPattern))
    found.push({ word, start: starts[index] ?? 0, end: ends[index + word.length - 1] ?? 0 })
  return found
}

/** Whether a paragraph ends in a part of a text that holds several: with a line, or with a cell of a table. */
export const endsParagraph = (between: string) => /[\n\t]/.test(between)

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
