import type { DatabaseSync } from 'node:sqlite'
import type { Entity } from '#shared/calls/search.ts'
import { countUpTo, seen, type Sight } from './enumerate.ts'
import { partiesPart } from './expression.ts'
import { type KnownName, type NameKind, namesThatAre } from './names.ts'
import { allOf, holds } from './match.ts'
import { facet } from './ownWords.ts'

const kinds = { c: 'court', j: 'judge', p: 'party' } as const satisfies Record<NameKind, Entity['kind']>

/**
 * Whose name a query is as a whole; of several, who stands in most cases. Nobody who stands in none that is seen. A party
 * is no row of a list: its cases are those that the filter by party finds, and so many are told.
 */
export function findEntity(from: DatabaseSync, text: string, sight: Sight): Entity | null {
  const entities = namesThatAre(from, text).map((name) => entityOf(from, name, sight))
  const [best] = entities.sort((one, other) => other.count - one.count)
  if (!best || best.count === 0) return null
  return best.kind === 'party'
    ? { ...best, count: countUpTo(from, seen(allOf(partiesPart(from, [best.name])), sight), -1) }
    : best
}

/** A name, with the number of cases that have it. */
export function entityOf(from: DatabaseSync, { kind, ref, name, value }: KnownName, sight: Sight, most = -1): Entity {
  const count = countUpTo(from, seen(holds(facet(kind, value)), sight), most)
  return { kind: kinds[kind], id: kind === 'p' ? null : ref, name, count }
}
