import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { stemTerm, nameTerm, exactTerm } from './indexTerms.ts'

/**
 * A boolean query over index terms. `word`: a term query. `search`: what only FTS5 evaluates (a phrase, proximity, a
 * prefix query, a term in one column), in FTS5 syntax: one phrase, or in brackets. Its matches are a subset of each query
 * in `within`.
 */
export type FtsQuery =
  | { kind: 'word'; word: string }
  | { kind: 'search'; text: string; within?: readonly FtsQuery[] }
  | { kind: 'all' | 'any'; of: readonly FtsQuery[] }
  | { kind: 'but'; of: FtsQuery; not: FtsQuery }

export const term = (word: string): FtsQuery => ({ kind: 'word', word })
export const fts = (text: string): FtsQuery => ({ kind: 'search', text })

/** A phrase of adjacent words. User input reaches FTS5 only as words in quotes. */
export function phrase(words: readonly string[]): FtsQuery {
  const [first = '', ...others] = words
  if (others.length === 0) return term(first)
  if (others.length === 1) return fts(quote(words))
  const pairs = others.map((word, at) => phrase([words[at] ?? '', word]))
  return { kind: 'search', text: quote(words), within: pairs }
}

/** A phrase in its exact spelling; the phrase of folded words contains its matches. */
export function exactPhrase(words: readonly string[], written: readonly string[]): FtsQuery {
  const [first = '', ...others] = written.map(exactTerm)
  if (others.length === 0) return term(first)
  return { kind: 'search', text: quote([first, ...others]), within: [phrase(words)] }
}

export const quote = (words: readonly string[]) => `"${words.join(' ')}"`
/** Prefix query: every term that starts with the word. */
export const prefix = (word: string): FtsQuery => fts(`${quote([word])} *`)
export const inColumns = (columns: string, ftsQuery: FtsQuery): FtsQuery => fts(`${columns} : ${toFtsSyntax(ftsQuery)}`)

export const allOf = (of: readonly FtsQuery[]): FtsQuery => group('all', of)
export const anyOf = (of: readonly FtsQuery[]): FtsQuery => group('any', of)
export const exclude = (of: FtsQuery, not: readonly FtsQuery[]): FtsQuery =>
  not.length === 0 ? of : { kind: 'but', of, not: anyOf(not) }

const group = (kind: 'all' | 'any', of: readonly FtsQuery[]): FtsQuery => {
  const [first] = of
  return of.length === 1 && first ? first : { kind, of }
}

/** The query in FTS5 syntax, always in brackets or one phrase. */
export function toFtsSyntax(ftsQuery: FtsQuery): string {
  if (ftsQuery.kind === 'word') return quote([ftsQuery.word])
  if (ftsQuery.kind === 'search') return ftsQuery.text
  if (ftsQuery.kind === 'but') return `(${toFtsSyntax(ftsQuery.of)} NOT ${toFtsSyntax(ftsQuery.not)})`
  return `(${ftsQuery.of.map(toFtsSyntax).join(ftsQuery.kind === 'all' ? ' AND ' : ' OR ')})`
}

/** A folded word anywhere in a case: any of its stems, or a word of a name. */
export const anyFormOf = (word: string): FtsQuery =>
  anyOf([...formsOf(word).map(stemTerm), ...nameFormsOf(word).map(nameTerm)].map(term))
