import type { RelatedCase } from '#shared/calls/search.ts'

type Relation = { type: string; cases: RelatedCase[] }

/** Groups related cases by relation, in the order of first appearance. */
export function groupByRelation(related: readonly RelatedCase[]): Relation[] {
  return [...Map.groupBy(related, ({ type }) => type)].map(([type, cases]) => ({ type, cases }))
}
