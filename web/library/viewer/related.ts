import type { RelatedCase } from '#shared/calls/search.ts'

export type Relation = { type: string; cases: RelatedCase[] }

/** The related cases by how they are related, each kind where it first appears. */
export function groupByRelation(related: readonly RelatedCase[]): Relation[] {
  return [...Map.groupBy(related, ({ type }) => type)].map(([type, cases]) => ({ type, cases }))
}
