import { caseNumberKey } from '#shared/text/caseNumber.ts'
import { readQuery, type Term } from '#shared/text/query.ts'
import type { CaseQuery } from './index.ts'
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
    ...anyFacet('c', query.court === undefined ? [] : [query.court]),
    ...anyFacet('j', query.judges ?? []),
    ...anyFacet('t', query.case_types ?? []),
    ...yearsPart(query),
  ]
  return {
    match: parts.length > 0 ? parts.join(' AND ') : undefined,
    ...placesBetween(query.closed_from, query.closed_to),
  }
}

export function phraseExpression(text: string): string | undefined {
  const parts = allOf(text)
  return parts.length > 0 ? parts.join(' AND ') : undefined
}

/** Begins every word that the index writes for itself. It is no letter, so no query can hold it. */
const own = '\ue000'

/** A filter as a word of the column `facets`. */
export const facet = (kind: 'c' | 'j' | 't' | 'y', value: number | string) => `${own}${kind}${value}`

/** The key of a case number as one word. */
export const keyWord = (key: string) => `${own}${key.replaceAll('/', own)}`

/** A text that is a case number as a whole also means the case that has it, however it is written there. */
function textPart(text: string | undefined) {
  const key = text === undefined ? undefined : caseNumberKey(text)
  const parts = allOf(text)
  return key === undefined ? parts : [`(keys : "${keyWord(key)}" OR (${parts.join(' AND ')}))`]
}

const allOf = (text: string | undefined) => (text === undefined ? [] : readQuery(text).terms.map(quote))

const quote = ({ words }: Term) => `"${words.join(' ')}"`

const anyFacet = (kind: 'c' | 'j' | 't' | 'y', values: readonly number[]) =>
  values.length === 0 ? [] : [`facets : (${values.map((value) => `"${facet(kind, value)}"`).join(' OR ')})`]

/** A whole number is looked up by its key; a part of one by its pieces. */
function numberPart(number: string | undefined) {
  if (number === undefined) return []
  const key = caseNumberKey(number)
  return key === undefined ? allOf(number).map((part) => `numbers : ${part}`) : [`keys : "${keyWord(key)}"`]
}

/**
 * Closed dates are bounded by the place of a row; a range that nothing else narrows needs something to match, which are
 * its years.
 */
function yearsPart({ closed_from, closed_to, ...rest }: CaseQuery) {
  const nothingElse = Object.keys(rest).length === 0
  if (!nothingElse || (closed_from === undefined && closed_to === undefined)) return []
  return [`facets : "${facet('y', 'any')}"`]
}
