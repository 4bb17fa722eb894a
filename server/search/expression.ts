import { readCaseNumber } from '#shared/text/caseNumber.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { spellingKey } from '#shared/text/spelling.ts'
import { words } from '#shared/text/words.ts'
import { phraseDialect } from './dialects.ts'
import { filterParts } from './facetFilters.ts'
import type { CaseQuery } from './index.ts'
import { anyRow, formWordIn, keyWord } from './ownWords.ts'
import { anyOf, expressionOf, quote } from './queryExpression.ts'
import { placesBetween } from './schema.ts'

/** What is asked for in FTS5's own language, or undefined when that is nothing. */
export function caseExpression(
  query: CaseQuery,
  /** What the words of its text mean. */
  text: string | undefined,
): { match: string | undefined; low: number; high: number } {
  const asked = [
    ...(text === undefined ? [] : [text]),
    ...allOf(query.claimant).map((part) => `claimant : ${part}`),
    ...allOf(query.respondant).map((part) => `respondant : ${part}`),
    ...numberPart(query.number),
    ...partiesPart(query.parties),
    ...filterParts(query),
  ]
  // A range of days alone still needs something to match.
  const match = asked.length > 0 ? asked.join(' AND ') : quote([anyRow])
  return { match: query.impossible ? undefined : match, ...placesBetween(query.closed_from, query.closed_to) }
}

export function phraseExpression(text: string): string | undefined {
  const { root } = parseQuery(text)
  return root && expressionOf(root, phraseDialect)
}

/** A field for one name knows words and quotes, and no operators. */
const allOf = (text = '') =>
  text
    .split(/["“”„«»]/)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : part.split(/\s+/)))
    .map((part) => words(part).map(({ word }) => word))
    .flatMap((phrase) => (phrase.length > 0 ? [quote(phrase)] : []))

/** Every word of one of the names, in any spelling. */
function partiesPart(parties: readonly string[] = []) {
  const names = parties.flatMap((name) => {
    const spelled = words(name).map(({ word }) => quote([formWordIn('p', spellingKey(word))]))
    return spelled.length > 0 ? [`(${spelled.join(' AND ')})`] : []
  })
  return names.length > 0 ? [anyOf(names)] : []
}

/** A whole number is looked up by its keys; a part of one by its pieces. */
function numberPart(number: string | undefined) {
  if (number === undefined) return []
  const { keys } = readCaseNumber(number)
  if (keys.length > 0) return [anyOf(keys.map((key) => quote([keyWord(key)])))]
  return words(number).length > 0 ? [`numbers : (${words(number).map(({ word }) => quote([word])).join(' AND ')})`] : [] // prettier-ignore
}
