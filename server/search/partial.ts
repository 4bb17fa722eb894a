import type { Node } from '#shared/text/query/tree.ts'
import { caseDialect } from './dialects.ts'
import { anyOf, expressionOf } from './queryExpression.ts'

const mostParts = 8

/**
 * When no case holds all of a query: what holds at least half of its parts, or failing that any of them. Undefined for
 * a query whose parts somebody joined by hand, which means what it says.
 */
export function partialMatches(root: Node): string[] {
  if (root.kind !== 'and' || root.of.length < 2) return []
  if (root.of.some((part) => part.kind === 'not' || part.kind === 'near' || part.kind === 'paragraph')) return []
  const parts = root.of.slice(0, mostParts).map((part) => expressionOf(part, caseDialect))
  const half = Math.ceil(parts.length / 2)
  const choices = half > 1 ? [anyOf(choose(parts, half).map((some) => `(${some.join(' AND ')})`))] : []
  return [...choices, anyOf(root.of.map((part) => expressionOf(part, caseDialect)))]
}

/** Every choice of so many. */
function choose(all: readonly string[], count: number): string[][] {
  if (count === 0) return [[]]
  return all.flatMap((one, at) => choose(all.slice(at + 1), count - 1).map((rest) => [one, ...rest]))
}
