import type { DatabaseSync } from 'node:sqlite'
import type { Node } from '#shared/text/query/tree.ts'
import { words as wordsOf } from '#shared/text/words.ts'
import { quote } from './queryExpression.ts'
import type { Signal } from './signals.ts'
import { frequencyOf } from './vocabulary.ts'

/** Whoever pastes so many words looks for the case that they stand in. */
export const passage_words = 40
const gram = 4
const mostGrams = 12

/** The most telling words that stand side by side in a passage. Undefined when a query is none. */
export function readPassage(from: DatabaseSync, root: Node, text: string): Signal[] | undefined {
  if (root.kind !== 'and' || !root.of.every((part) => 'words' in part || part.kind === 'word')) return undefined
  const words = wordsOf(text).map(({ word }) => word)
  if (words.length < passage_words) return undefined

  const rarity = words.map((word) => 1 / Math.log(3 + frequencyOf(from, word)))
  const grams = words.slice(0, words.length - gram + 1).map((_, at) => ({
    at,
    match: quote(words.slice(at, at + gram)),
    weight: rarity.slice(at, at + gram).reduce((sum, one) => sum + one, 0),
  }))
  grams.sort((one, other) => other.weight - one.weight)
  // Spread over the passage: what overlaps says the same twice.
  const chosen: typeof grams = []
  for (const one of grams)
    if (chosen.length < mostGrams && chosen.every(({ at }) => Math.abs(at - one.at) >= gram)) chosen.push(one)
  return chosen.map(({ match, weight }) => ({ match, weight }))
}
