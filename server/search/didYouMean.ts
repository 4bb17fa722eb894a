import type { DatabaseSync } from 'node:sqlite'
import { isCodeAmong } from '#shared/text/courtCodes.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import type { WordNode } from '#shared/text/query/tree.ts'
import { caseDialect } from './dialects.ts'
import { distance } from './distance.ts'
import { isFound, type Sight } from './enumerate.ts'
import { formsOf } from './forms.ts'
import type { CaseQuery } from './index.ts'
import { isLatin } from './isLatin.ts'
import { anyOf, holds } from './match.ts'
import { formWord } from './ownWords.ts'
import { matchOf } from './queryExpression.ts'
import { type LibraryWord, type Rarity, wordsLike, wordsSoundingLike } from './vocabulary.ts'

const mostWords = 3
const mostTried = 5

/**
 * The same query with every word that no case has written as the library has it; null when that finds nothing either.
 * Only what the person who asks may find is offered.
 */
export function didYouMean(from: DatabaseSync, { text = '', codes }: CaseQuery, sight: Sight): string | null {
  const { terms } = parseQuery(text, isCodeAmong(codes ?? []))
  const unknown = terms.filter((leaf) => leaf.kind === 'word').filter(({ word }) => !isKnown(from, word, sight))
  if (unknown.length === 0 || unknown.length > mostWords) return null
  const mended = unknown.map((leaf) => ({ leaf, word: nearest(from, leaf, sight) }))
  let suggestion = text
  // From the end, so that what stands before keeps its place.
  for (const { leaf, word } of mended.sort((one, other) => other.leaf.start - one.leaf.start)) {
    if (word === undefined) return null
    suggestion = suggestion.slice(0, leaf.start) + word + suggestion.slice(leaf.end)
  }
  const { root } = parseQuery(suggestion)
  return root && isFound(from, matchOf(root, caseDialect), sight) ? suggestion : null
}

const isKnown = (from: DatabaseSync, word: string, sight: Sight) =>
  isFound(from, anyOf(formsOf(word).map((form) => holds(formWord(form)))), sight)

/** Among the words of several cases, else among those of one. */
const nearest = (from: DatabaseSync, leaf: WordNode, sight: Sight) =>
  nearestAmong(from, leaf, sight, 'frequent') ?? nearestAmong(from, leaf, sight, 'rare')

function nearestAmong(from: DatabaseSync, { word }: WordNode, sight: Sight, rarity: Rarity): string | undefined {
  const candidates = isLatin(word)
    ? weigh(wordsSoundingLike(from, latinKey(word), rarity), ({ sound }) => [latinKey(word), sound])
    : weigh(wordsLike(from, word, rarity), (one) => [word, one.word])
  return candidates.slice(0, mostTried).find((candidate) => isKnown(from, candidate.word, sight))?.written
}

/** The nearest first; of those as near, the more frequent. */
function weigh(words: readonly LibraryWord[], compared: (word: LibraryWord) => [string, string]): LibraryWord[] {
  return words
    .map((word) => {
      const [typed, known] = compared(word)
      const most = typed.length <= 6 ? 1 : 2
      return { word, score: distance(typed, known, most) - Math.log10(1 + word.count) / 10 }
    })
    .filter(({ score }) => score < Infinity)
    .sort((one, other) => one.score - other.score)
    .map(({ word }) => word)
}
