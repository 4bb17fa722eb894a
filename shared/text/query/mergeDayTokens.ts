import { foldText } from '#shared/text/language/fold.ts'
import { isNamedDay } from './parseDay.ts'
import type { Token } from './token.ts'

/** Merges the words of a day or a month with an English name, `14 March 2023`, into one chunk: March alone is a word. */
export function mergeDayTokens(text: string, tokens: readonly Token[]): Token[] {
  const merged: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const length = lengths.find((one) => isDayOf(tokens.slice(at, at + one), one)) ?? 1
    const words = tokens.slice(at, at + length)
    merged.push(...(length === 1 ? words : [chunkOf(text, words)]))
    at += length
  }
  return merged
}

/** A day has three words, a month two. */
const lengths = [3, 2]

const isDayOf = (words: readonly Token[], length: number) =>
  words.length === length &&
  words.every(({ kind }) => kind === 'chunk') &&
  isNamedDay(foldText(words.map((word) => word.text).join(' ')))

function chunkOf(text: string, words: readonly Token[]): Token {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
  return { kind: 'chunk', text: words.map((word) => word.text).join(' '), raw: text.slice(start, end), start, end }
}
