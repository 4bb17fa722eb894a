import { allOf, anyOf, type FtsQuery } from '#server/search/storage/ftsQuery.ts'
import { isNear, type Node } from '#shared/text/query/tree.ts'
import { compileQuery } from './compileQuery.ts'
import type { FieldConfig } from './fieldConfig.ts'

/** Combinations are made of this many of the rarest parts: more would be too expensive. */
const maxParts = 6

/**
 * Query relaxation (minimum should match), for a query that no case matches: at least half of its parts, else any of
 * them; of many parts only the rarest. Empty for a query with proximity, NOT or quotes, which is taken literally.
 */
export function relaxedQueries(root: Node, fields: FieldConfig, frequency: (word: string) => number): FtsQuery[] {
  if (root.kind !== 'and' || root.of.length < 2) return []
  if (root.of.some((part) => part.kind === 'not' || isNear(part) || (part.kind === 'phrase' && part.quoted))) return []
  const parts = rarestFirst(root.of, frequency).map((part) => compileQuery(part, fields))
  const few = parts.slice(0, maxParts)
  const all = parts.length > maxParts ? [allOf(few)] : []
  const half = Math.ceil(few.length / 2)
  const choices = half > 1 ? [anyOf(choose(few, half).map(allOf))] : []
  return [...all, ...choices, anyOf(parts.slice(0, 2 * maxParts))]
}

/** A part that is no word counts as the rarest. */
function rarestFirst(parts: readonly Node[], frequency: (word: string) => number): Node[] {
  const counted = parts.map((part) => ({ part, count: part.kind === 'word' ? frequency(part.word) : 0 }))
  return counted.sort((one, other) => one.count - other.count).map(({ part }) => part)
}

/** All combinations of `count` elements. */
function choose(all: readonly FtsQuery[], count: number): FtsQuery[][] {
  if (count === 0) return [[]]
  return all.flatMap((one, at) => choose(all.slice(at + 1), count - 1).map((rest) => [one, ...rest]))
}
