import { caseSuffixPattern } from './caseSuffixes.ts'
import { fold, type Folded, foldText, isFili } from './fold.ts'
import { memoize } from './memoize.ts'

/** A token: a folded word and its offsets in the original text. */
export type Word = { word: string; start: number; end: number }

/** In UTF-16 units. A longer word is folded but not analyzed. */
export const maxWordLength = 64

/** A number is a word of its own before Thaana letters, as in 42ވަނަ; a case suffix belongs to it: 42ގެ. */
const wordPattern = new RegExp(
  String.raw`\p{N}+(?=[ހ-ޱ])(?!${caseSuffixPattern}(?![\p{L}\p{M}\p{N}]))|[\p{L}\p{M}\p{N}]+`,
  'gu',
)

/** Tokenizer: splits a text into folded words with offsets. */
export function tokenizeWords(original: string): Word[] {
  const result: Word[] = []
  forEachRunSpan(original, (begin, end) => void result.push(...tokenizeSpan(original, begin, end)))
  return result
}

/** The folded words of a text, joined by single spaces. */
export function foldToWords(original: string): string {
  const result: string[] = []
  forEachRun(original, (run) => {
    const words = wordsOfRun(run)
    if (typeof words === 'string') result.push(words)
    else for (const { word } of words) result.push(word)
  })
  return result.join(' ')
}

/**
 * Visits the runs of a text: maximal sequences without separators. The words of the runs are the words of the text, so a
 * caller can cache the words of a run: judgments repeat their words many times.
 */
export const forEachRun = (text: string, visit: (run: string, begin: number) => void) =>
  forEachRunSpan(text, (begin, end) => visit(text.slice(begin, end), begin))

/**
 * Visits the same runs as offsets, without slicing them. `isPlain`: every code unit is one letter, or every one a digit, so
 * that the run is one word. Stops when `visit` returns false.
 */
export function forEachRunSpan(
  text: string,
  visit: (begin: number, end: number, isPlain: boolean) => unknown,
  from = 0,
) {
  for (let offset = from; offset < text.length;) {
    const begin = offset
    let kinds = 0
    for (; offset < text.length; offset += 1) {
      const kind = unitKind(text.charCodeAt(offset))
      if (kind === separator) break
      kinds |= kind
    }
    if (offset === begin) offset += 1
    else if (visit(begin, offset, kinds === letter || kinds === digit) === false) return
  }
}

/** The words of a span of a text. */
export function tokenizeSpan(text: string, begin: number, end: number): Word[] {
  const words = wordsOfRun(text.slice(begin, end))
  if (typeof words === 'string') return [{ word: words, start: begin, end }]
  return words.map(({ word, start, end: last }) => ({ word, start: start + begin, end: last + begin }))
}

/** A run that is one word, as nearly all are, gives the folded word alone, which takes less memory than a token. */
function tokenizeRun(run: string): string | Word[] {
  const words = tokenizeFolded(fold(run))
  const [{ word, start, end } = { word: '', start: 0, end: 0 }] = words
  return words.length === 1 && start === 0 && end === run.length ? word : words
}

const wordsOfRun = (run: string) => (run.length > maxRunLength ? tokenizeRun(run) : wordsOfShortRun(run))

/** In UTF-16 units. A longer run rarely repeats and is not memoized. */
export const maxRunLength = 64

const wordsOfShortRun = memoize(200_000, tokenizeRun)

// Cache of the kind of each code unit, a bit for each; 0 means not computed yet. A separator never belongs to a word, whatever
// its context.
const unitKinds = new Uint8Array(65_536)
const separator = 1
const letter = 2
const digit = 4
const other = 8

const unitKind = (unit: number) => unitKinds[unit] || (unitKinds[unit] = computeKind(unit))

function computeKind(unit: number) {
  if (unit >= 0xd800 && unit <= 0xdfff) return other
  const folded = foldText(String.fromCharCode(unit))
  if (folded.length !== 1) return other
  if (/\p{N}/u.test(folded)) return digit
  return /[\p{L}\p{M}]/u.test(folded) ? letter : separator
}

/** The words of a folded text. */
export function tokenizeFolded({ text, starts, ends }: Folded): Word[] {
  const result: Word[] = []
  for (const { 0: word, index } of text.matchAll(wordPattern))
    result.push({ word, start: starts[index] ?? 0, end: ends[index + word.length - 1] ?? 0 })
  return result
}

/** Whether a paragraph ends in the text between two words: at a line end or at the end of a table cell. */
export const endsParagraph = (between: string) => /[\n\t]/.test(between)

/** Counts letters as the specification does for the minimum query length: without combining and directional marks. */
export const countLetters = (text: string) => text.replace(/[\p{M}\p{Cf}\s]/gu, '').length

export const hasDigit = (text: string) => /\p{Nd}/u.test(text)

/**
 * The first offset, at or after the given one, at which a text can be cut: never between a letter and its vowel sign, nor
 * inside a surrogate pair.
 */
export function snapToLetter(text: string, offset: number): number {
  let cut = Math.min(Math.max(offset, 0), text.length)
  while (cut > 0 && cut < text.length && belongsToPrevious(text, cut)) cut += 1
  return cut
}

function belongsToPrevious(text: string, offset: number) {
  const unit = text.charCodeAt(offset)
  if (isFili(unit)) return true
  if (unit >= 0xdc00 && unit <= 0xdfff) return true
  return unit > 0x02ff && /\p{M}|[\u200c\u200d]/u.test(String.fromCharCode(unit))
}
