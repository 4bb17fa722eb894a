import { writtenWord } from './ownWords.ts'

/**
 * What a row of the index must hold: words of the index, put together. What only FTS5 can find (words side by side or
 * near each other, a beginning, a word in one column) is a `search`, in its own language: one phrase, or in brackets;
 * whatever it finds is found by all that it lies `within`.
 */
export type Match =
  | { kind: 'word'; word: string }
  | { kind: 'search'; text: string; within?: readonly Match[] }
  | { kind: 'all' | 'any'; of: readonly Match[] }
  | { kind: 'but'; of: Match; not: Match }

export const holds = (word: string): Match => ({ kind: 'word', word })
export const search = (text: string): Match => ({ kind: 'search', text })

/** Words side by side. Nothing that was typed reaches FTS5 but words between quotes. */
export function phrase(words: readonly string[]): Match {
  const [first = '', ...others] = words
  if (others.length === 0) return holds(first)
  if (others.length === 1) return search(quote(words))
  const pairs = others.map((word, at) => phrase([words[at] ?? '', word]))
  return { kind: 'search', text: quote(words), within: pairs }
}

/** The same as they are written, which the folded words are wherever these are. */
export function writtenPhrase(words: readonly string[], written: readonly string[]): Match {
  const [first = '', ...others] = written.map(writtenWord)
  if (others.length === 0) return holds(first)
  return { kind: 'search', text: quote([first, ...others]), within: [phrase(words)] }
}

export const quote = (words: readonly string[]) => `"${words.join(' ')}"`
export const beginning = (word: string): Match => search(`${quote([word])} *`)
export const inColumns = (columns: string, match: Match): Match => search(`${columns} : ${written(match)}`)

export const allOf = (of: readonly Match[]): Match => group('all', of)
export const anyOf = (of: readonly Match[]): Match => group('any', of)
export const allBut = (of: Match, not: readonly Match[]): Match =>
  not.length === 0 ? of : { kind: 'but', of, not: anyOf(not) }

const group = (kind: 'all' | 'any', of: readonly Match[]): Match => {
  const [first] = of
  return of.length === 1 && first ? first : { kind, of }
}

/** The same in FTS5's own language, always in brackets or one phrase. */
export function written(match: Match): string {
  if (match.kind === 'word') return quote([match.word])
  if (match.kind === 'search') return match.text
  if (match.kind === 'but') return `(${written(match.of)} NOT ${written(match.not)})`
  return `(${match.of.map(written).join(match.kind === 'all' ? ' AND ' : ' OR ')})`
}
