import { caseNumberKey } from '#shared/text/caseNumber.ts'
import { readQuery, type Term } from '#shared/text/query.ts'
import type { Leaf } from '#shared/text/query/tree.ts'
import { filterParts } from './facetFilters.ts'
import { formsOf } from './forms.ts'
import type { CaseQuery } from './index.ts'
import { anyRow, formWord, keyWord } from './ownWords.ts'
import { placesBetween } from './schema.ts'

/**
 * A query in FTS5's own language, or undefined when it asks for nothing. It is put together of words that the folding
 * let through, each in quotes: nothing that was typed reaches FTS5 as syntax.
 */
export function caseExpression(query: CaseQuery): { match: string | undefined; low: number; high: number } {
  const words = [
    ...textPart(query.text),
    ...allOf(query.claimant).map((part) => `claimant : ${part}`),
    ...allOf(query.respondant).map((part) => `respondant : ${part}`),
    ...numberPart(query.number),
  ]
  const typed = [query.text, query.claimant, query.respondant, query.number].some((text) => text !== undefined)
  const parts = [...words, ...filterParts(query)]
  return {
    // A range of days alone still needs something to match.
    match: typed && words.length === 0 ? undefined : parts.length > 0 ? parts.join(' AND ') : `"${anyRow}"`,
    ...placesBetween(query.closed_from, query.closed_to),
  }
}

/** What a query's words are ranked and marked by. */
export const leavesOf = (text: string): Leaf[] =>
  readQuery(text).terms.map(({ words, quoted }) => {
    const [word = '', ...others] = words
    return others.length === 0 && !quoted
      ? { kind: 'word', word, start: 0, end: 0 }
      : { kind: 'phrase', words, written: words, quoted, start: 0, end: 0 }
  })

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

/** A whole number is looked up by its key; a part of one by its pieces. */
function numberPart(number: string | undefined) {
  if (number === undefined) return []
  const key = caseNumberKey(number)
  return key === undefined ? allOf(number).map((part) => `numbers : ${part}`) : [`"${keyWord(key)}"`]
}
