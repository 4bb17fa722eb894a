import { caseNumberKey } from '#shared/text/caseNumber.ts'
import { readQuery, type Term } from '#shared/text/query.ts'
import { formsOf } from './forms.ts'
import type { CaseQuery } from './index.ts'
import { anyRow, facet, type FacetKind, formWord, keyWord } from './ownWords.ts'
import { placesBetween } from './schema.ts'

/**
 * A query in FTS5's own language, or undefined when it asks for nothing. It is put together of words that the folding
 * let through, each in quotes: nothing that was typed reaches FTS5 as syntax.
 */
export function caseExpression(query: CaseQuery): { match: string | undefined; low: number; high: number } {
  const parts = [
    ...textPart(query.text),
    ...allOf(query.claimant).map((part) => `claimant : ${part}`),
    ...allOf(query.respondant).map((part) => `respondant : ${part}`),
    ...numberPart(query.number),
    ...filterParts(query),
    ...yearsPart(query),
  ]
  return {
    match: parts.length > 0 ? parts.join(' AND ') : undefined,
    ...placesBetween(query.closed_from, query.closed_to),
  }
}

/** The filters that are lists of values. `but`: the one that is left out. */
export const filterParts = (query: CaseQuery, but?: FacetKind) =>
  (Object.keys(listFilters) as FacetFilter[]).flatMap((kind) =>
    kind === but ? [] : anyFacet(kind, query[listFilters[kind]]),
  )

export type FacetFilter = Exclude<FacetKind, 'p'>
export const listFilters = {
  c: 'courts',
  j: 'judges',
  t: 'case_types',
  s: 'statuses',
  y: 'years',
} as const satisfies Record<FacetFilter, keyof CaseQuery>

export function phraseExpression(text: string): string | undefined {
  const parts = readQuery(text).terms.map(anyForm)
  return parts.length > 0 ? parts.join(' AND ') : undefined
}

/** A text that is a case number as a whole also means the case that has it, however it is written there. */
function textPart(text: string | undefined) {
  const key = text === undefined ? undefined : caseNumberKey(text)
  const parts = text === undefined ? [] : readQuery(text).terms.map(anyForm)
  return key === undefined || parts.length === 0 ? parts : [`("${keyWord(key)}" OR (${parts.join(' AND ')}))`]
}

const allOf = (text: string | undefined) => (text === undefined ? [] : readQuery(text).terms.map(quote))

const quote = ({ words }: Term) => `"${words.join(' ')}"`

/** A word across spelling and inflection; what is quoted, or several words in one piece, as it stands. */
function anyForm(term: Term) {
  const [word = '', ...others] = term.words
  if (term.quoted || others.length > 0) return quote(term)
  return `(${formsOf(word)
    .map((form) => `"${formWord(form)}"`)
    .join(' OR ')})`
}

const anyFacet = (kind: FacetKind, values: readonly number[] = []) =>
  values.length === 0 ? [] : [`(${values.map((value) => `"${facet(kind, value)}"`).join(' OR ')})`]

/** A whole number is looked up by its key; a part of one by its pieces. */
function numberPart(number: string | undefined) {
  if (number === undefined) return []
  const key = caseNumberKey(number)
  return key === undefined ? allOf(number).map((part) => `numbers : ${part}`) : [`"${keyWord(key)}"`]
}

/** Closed dates are bounded by the place of a row; a range that nothing else narrows needs something to match. */
function yearsPart({ closed_from, closed_to, ...rest }: CaseQuery) {
  const nothingElse = Object.keys(rest).length === 0
  if (!nothingElse || (closed_from === undefined && closed_to === undefined)) return []
  return [`"${anyRow}"`]
}
