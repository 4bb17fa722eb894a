import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { numberOf } from '#shared/text/language/caseSuffixes.ts'
import { stemTerm, nameTerm, noTerm } from './indexTerms.ts'

/**
 * A boolean query over index terms; a folded word stands for every spelling of it. `word`: a term query. `prefix`: every
 * term with this prefix. `phrase`: adjacent words. `near`: one phrase of each part in one paragraph, with at most `between` words
 * between. `columns`: in these columns of the table of phrases.
 */
export type FtsQuery =
  | { kind: 'word'; word: string }
  | { kind: 'prefix'; word: string }
  | { kind: 'phrase'; words: readonly string[] }
  | { kind: 'near'; parts: readonly ProximityPart[]; between: number }
  | { kind: 'columns'; columns: string; of: FtsQuery }
  | { kind: 'all' | 'any'; of: readonly FtsQuery[] }
  | { kind: 'but'; of: FtsQuery; not: FtsQuery }

/** As the number of words between: more than any paragraph has. */
export const wholeParagraph = 100_000_000

/** The alternatives of a part of a proximity query. */
export type ProximityPart = readonly ProximityPhrase[]
export type ProximityPhrase = { kind: 'phrase'; words: readonly string[] } | { kind: 'prefix'; word: string }

export const term = (word: string): FtsQuery => ({ kind: 'word', word })
/** Prefix query: every term that starts with the word. */
export const prefix = (word: string): FtsQuery => ({ kind: 'prefix', word })
export const inColumns = (columns: string, of: FtsQuery): FtsQuery => ({ kind: 'columns', columns, of })

/** A phrase of adjacent words. User input reaches FTS5 only as words in quotes. */
export const phrase = (words: readonly string[]): FtsQuery =>
  words.length === 1 ? term(words[0] ?? '') : { kind: 'phrase', words }

/** Adjacent words as they were typed; a number among them also with a case suffix. */
export function typedPhrase(words: readonly string[]): FtsQuery {
  const inForms = words.map((word) => (numberOf(word) === word ? stemTerm(word) : word))
  return anyOf([phrase(words), ...(inForms.some((form, at) => form !== words[at]) ? [phrase(inForms)] : [])])
}

export const allOf = (of: readonly FtsQuery[]): FtsQuery => group('all', of)
export const anyOf = (of: readonly FtsQuery[]): FtsQuery => group('any', of)
export const exclude = (of: FtsQuery, not: readonly FtsQuery[]): FtsQuery =>
  not.length === 0 ? of : { kind: 'but', of, not: anyOf(not) }

const group = (kind: 'all' | 'any', of: readonly FtsQuery[]): FtsQuery => {
  const [first] = of
  return of.length === 1 && first ? first : { kind, of }
}

/** A folded word anywhere in a case: any of its stems, or a word of a name. */
export const anyFormOf = (word: string): FtsQuery =>
  anyOf([...formsOf(word).map(stemTerm), ...nameFormsOf(word).map(nameTerm)].map(term))

/** The query in FTS5 syntax, always in brackets or one phrase. */
export function toFtsSyntax(ftsQuery: FtsQuery): string {
  const { kind } = ftsQuery
  if (kind === 'word') return quote([ftsQuery.word])
  if (kind === 'prefix' || kind === 'phrase') return toPhrase(ftsQuery)
  if (kind === 'near') return anyText(proximityOf(ftsQuery))
  if (kind === 'columns') return `(${ftsQuery.columns} : ${toFtsSyntax(ftsQuery.of)})`
  if (kind === 'but') return `(${toFtsSyntax(ftsQuery.of)} NOT ${toFtsSyntax(ftsQuery.not)})`
  return `(${ftsQuery.of.map(toFtsSyntax).join(kind === 'all' ? ' AND ' : ' OR ')})`
}

const quote = (words: readonly string[]) => `"${words.join(' ')}"`

const toPhrase = (part: ProximityPhrase) => (part.kind === 'prefix' ? `${quote([part.word])} *` : quote(part.words))

function anyText(texts: readonly string[]): string {
  const [first = quote([noTerm])] = texts
  return texts.length > 1 ? `(${texts.join(' OR ')})` : first
}

/** FTS5 supports NEAR of phrases only, so every combination is expanded. */
const proximityOf = ({ parts, between }: Extract<FtsQuery, { kind: 'near' }>): string[] =>
  parts
    .map((part) => part.map(toPhrase))
    .reduce<string[][]>((chosen, part) => chosen.flatMap((some) => part.map((one) => [...some, one])), [[]])
    .map((phrases) => `NEAR(${phrases.join(' ')}, ${between})`)
