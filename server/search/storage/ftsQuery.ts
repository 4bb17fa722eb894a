import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { stemTerm, nameTerm, exactTerm, noTerm } from './indexTerms.ts'

/**
 * A boolean query over index terms; a folded word stands for every spelling of it. `word`: a term query. `prefix`: every
 * term with this prefix. `phrase`: adjacent words; its matches are a subset of each query in `within`. `near`: one phrase
 * of each part, with at most `between` words between. `columns`: in these columns only.
 */
export type FtsQuery =
  | { kind: 'word'; word: string }
  | { kind: 'prefix'; word: string }
  | { kind: 'phrase'; words: readonly string[]; within?: readonly FtsQuery[] }
  | { kind: 'near'; parts: readonly NearPart[]; between: number }
  | { kind: 'columns'; columns: string; of: FtsQuery }
  | { kind: 'all' | 'any'; of: readonly FtsQuery[] }
  | { kind: 'but'; of: FtsQuery; not: FtsQuery }

/** The alternatives of a part of a proximity query. */
export type NearPart = readonly NearPhrase[]
type NearPhrase = { kind: 'phrase'; words: readonly string[] } | { kind: 'prefix'; word: string }

export const term = (word: string): FtsQuery => ({ kind: 'word', word })
/** Prefix query: every term that starts with the word. */
export const prefix = (word: string): FtsQuery => ({ kind: 'prefix', word })
export const inColumns = (columns: string, of: FtsQuery): FtsQuery => ({ kind: 'columns', columns, of })

/** A phrase of adjacent words. User input reaches FTS5 only as words in quotes. */
export function phrase(words: readonly string[]): FtsQuery {
  const [first = '', ...others] = words
  if (others.length === 0) return term(first)
  if (others.length === 1) return { kind: 'phrase', words }
  return { kind: 'phrase', words, within: others.map((word, at) => phrase([words[at] ?? '', word])) }
}

/** A phrase in its exact spelling; the phrase of folded words contains its matches. */
export function exactPhrase(words: readonly string[], written: readonly string[]): FtsQuery {
  const [first = '', ...others] = written.map(exactTerm)
  if (others.length === 0) return term(first)
  return { kind: 'phrase', words: [first, ...others], within: [phrase(words)] }
}

export const allOf = (of: readonly FtsQuery[]): FtsQuery => group('all', of)
export const anyOf = (of: readonly FtsQuery[]): FtsQuery => group('any', of)
export const exclude = (of: FtsQuery, not: readonly FtsQuery[]): FtsQuery =>
  not.length === 0 ? of : { kind: 'but', of, not: anyOf(not) }

const group = (kind: 'all' | 'any', of: readonly FtsQuery[]): FtsQuery => {
  const [first] = of
  return of.length === 1 && first ? first : { kind, of }
}

/** Whether a query has a prefix, of which FTS5 reads all terms even for one row. */
export function hasPrefix(ftsQuery: FtsQuery): boolean {
  const { kind } = ftsQuery
  if (kind === 'all' || kind === 'any') return ftsQuery.of.some(hasPrefix)
  if (kind === 'but') return hasPrefix(ftsQuery.of) || hasPrefix(ftsQuery.not)
  if (kind === 'columns') return hasPrefix(ftsQuery.of)
  return kind === 'prefix' || (kind === 'near' && ftsQuery.parts.flat().some((part) => part.kind === 'prefix'))
}

/** A folded word anywhere in a case: any of its stems, or a word of a name. */
export const anyFormOf = (word: string): FtsQuery =>
  anyOf([...formsOf(word).map(stemTerm), ...nameFormsOf(word).map(nameTerm)].map(term))

/** How the words of a query are spelled in a table. */
export type Spelling = {
  /** The terms of a word. */
  terms: (word: string) => readonly string[]
  /** The terms and prefixes that all words with a prefix start with. */
  prefixes: (word: string) => readonly { word: string; isWhole: boolean }[]
  /** Whether any row matches, to narrow many combinations of spellings. */
  exists?: (text: string) => boolean
}

const asWritten: Spelling = { terms: (word) => [word], prefixes: (word) => [{ word, isWhole: false }] }

/** The query in FTS5 syntax, always in brackets or one phrase. */
export function toFtsSyntax(ftsQuery: FtsQuery, spelling = asWritten): string {
  const { kind } = ftsQuery
  if (kind === 'word') return anyText(spelling.terms(ftsQuery.word).map((word) => quote([word])))
  if (kind === 'prefix' || kind === 'phrase') return anyText(phrasesOf(ftsQuery, spelling))
  if (kind === 'near') return anyText(nearOf(ftsQuery, spelling))
  // These columns contain folded words.
  if (kind === 'columns') return `(${ftsQuery.columns} : ${toFtsSyntax(ftsQuery.of)})`
  if (kind === 'but') return `(${toFtsSyntax(ftsQuery.of, spelling)} NOT ${toFtsSyntax(ftsQuery.not, spelling)})`
  return `(${ftsQuery.of.map((part) => toFtsSyntax(part, spelling)).join(kind === 'all' ? ' AND ' : ' OR ')})`
}

const quote = (words: readonly string[]) => `"${words.join(' ')}"`

function anyText(texts: readonly string[]): string {
  const [first = quote([noTerm])] = texts
  return texts.length > 1 ? `(${texts.join(' OR ')})` : first
}

function phrasesOf(part: NearPhrase, spelling: Spelling): string[] {
  return part.kind === 'prefix'
    ? spelling.prefixes(part.word).map(({ word, isWhole }) => (isWhole ? quote([word]) : `${quote([word])} *`))
    : combinationsOf(part.words.map(spelling.terms), quote, spelling)
}

/** FTS5 supports NEAR of phrases only, so every combination is expanded. */
function nearOf({ parts, between }: Extract<FtsQuery, { kind: 'near' }>, spelling: Spelling): string[] {
  const choices = parts.map((part) => part.flatMap((one) => phrasesOf(one, spelling)))
  return combinationsOf(choices, (phrases) => `NEAR(${phrases.join(' ')}, ${between})`, spelling)
}

/** Every combination of one choice of each part; of too many, those whose beginnings occur. */
function combinationsOf(
  parts: readonly (readonly string[])[],
  toText: (chosen: readonly string[]) => string,
  { exists }: Spelling,
): string[] {
  const isMany = parts.reduce((count, part) => count * part.length, 1) > maxCombinations
  return parts
    .reduce<string[][]>(
      (chosen, part) => {
        const longer = chosen.flatMap((some) => part.map((one) => [...some, one]))
        return isMany && exists ? longer.filter((some) => exists(toText(some))) : longer
      },
      [[]],
    )
    .map(toText)
}

/** More combinations than those of `limits.search.max_near_choices`. */
const maxCombinations = 128
