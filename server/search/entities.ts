import type { DatabaseSync } from 'node:sqlite'
import type { Entity } from '#shared/calls/search.ts'
import type { Node } from '#shared/text/query/tree.ts'
import { isThaana } from '#shared/text/spelling.ts'
import { courtsOfPlace } from './courtsOfPlaces.ts'
import { countUpTo, seen, type Sight } from './enumerate.ts'
import { partiesPart } from './expression.ts'
import { joinedName } from './latinNames.ts'
import { type KnownName, type NameKind, namesThatAre } from './names.ts'
import { allOf, holds, type Match } from './match.ts'
import { facet } from './ownWords.ts'

const kinds = { c: 'court', j: 'judge', p: 'party' } as const satisfies Record<NameKind, Entity['kind']>

/**
 * Whose name a query is as a whole; of several, who stands in most cases. Nobody who stands in none that is seen. A party
 * is no row of a list: its cases are those that the filter by party finds, and so many are told.
 */
export function findEntity(from: DatabaseSync, text: string, sight: Sight): Entity | null {
  const known = namesThatAre(from, text)
  const names = known.length > 0 ? known : namesThatAre(from, joinedName(text))
  const entities = names.map((name) => entityOf(from, name, sight))
  const [best = courtOfPlace(from, text, sight)] = entities.sort((one, other) => other.count - one.count)
  if (!best || best.count === 0) return null
  return best.kind === 'party'
    ? { ...best, count: countUpTo(from, seen(allOf(partiesPart(from, [best.name])), sight), -1) }
    : best
}

/** Of courts in places of the same name none is meant more than another. */
function courtOfPlace(from: DatabaseSync, text: string, sight: Sight): Entity | undefined {
  const courts = courtsOfPlace(from, text).map((name) => entityOf(from, name, sight))
  const seen = courts.filter(({ count }) => count > 0)
  return seen.length === 1 ? seen[0] : undefined
}

/** A name, with the number of cases that have it. */
export function entityOf(from: DatabaseSync, { kind, ref, name, value }: KnownName, sight: Sight, most = -1): Entity {
  const count = countUpTo(from, seen(holds(facet(kind, value)), sight), most)
  return { kind: kinds[kind], id: kind === 'p' ? null : ref, name, count }
}

/** The cases of the courts that words in Latin letters are the name of, which stands in none of them. */
export function casesOfCourts(from: DatabaseSync, root: Node, text: string): Match[] {
  if (!isPlain(root) || isThaana(text)) return []
  const named = namesThatAre(from, text)
  const courts = named.length > 0 ? named : courtsOfPlace(from, text)
  return courts.flatMap(({ kind, value }) => (kind === 'c' ? holds(facet(kind, value)) : []))
}

/** Nothing but words: with quotes or signs somebody means what stands in a text. */
const isPlain = (node: Node): boolean =>
  node.kind === 'and' ? node.of.every(isPlain) : node.kind === 'word' || (node.kind === 'phrase' && !node.quoted)
