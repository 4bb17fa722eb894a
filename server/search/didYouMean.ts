import type { DatabaseSync } from 'node:sqlite'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { dialectOfCases } from './dialects.ts'
import { isFound, type Sight } from './enumerate.ts'
import type { CaseQuery } from './index.ts'
import { isKnown, isOfPhrase, nearestWord } from './nearestWord.ts'
import { readPhrases } from './phraseReading.ts'
import { matchOf } from './queryExpression.ts'

const mostWords = 3

/**
 * The same query with every word that no case has written as the library has it; null when that finds nothing either.
 * Only what the person who asks may find is offered.
 */
export function didYouMean(from: DatabaseSync, { text = '', codes }: CaseQuery, sight: Sight): string | null {
  const isCode = isCodeAmong(codes ?? [])
  const { terms } = parseQuery(text, isCode)
  const unknown = terms
    .filter((leaf) => leaf.kind === 'word')
    .filter(({ word }) => !isKnown(from, word, sight) && !isOfPhrase(from, word))
  if (unknown.length === 0 || unknown.length > mostWords) return null
  const mended = unknown.map((leaf) => ({ leaf, word: nearestWord(from, leaf.word, sight) }))
  let suggestion = text
  // From the end, so that what stands before keeps its place.
  for (const { leaf, word } of mended.sort((one, other) => other.leaf.start - one.leaf.start)) {
    if (word === undefined) return null
    suggestion = suggestion.slice(0, leaf.start) + word + suggestion.slice(leaf.end)
  }
  const { root } = parseQuery(suggestion, isCode)
  const match = root && matchOf(readPhrases(from, root, suggestion).root, dialectOfCases(from))
  return match && isFound(from, match, sight) ? suggestion : null
}
