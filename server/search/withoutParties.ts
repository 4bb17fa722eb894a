import type { Entity } from '#shared/calls/search.ts'
import { isCourtCode } from '#shared/text/courtCodes.ts'
import { tokenize } from '#shared/text/query/lexer.ts'

/** What stands in the place of a party's name. */
const mask = '[party]'

/**
 * A query without the names of parties: where it is one as a whole, nothing of it is left; of its filters, what they ask
 * for.
 */
export function withoutParties(query: string, entity: Entity | null): string {
  if (entity?.kind === 'party') return mask
  return tokenize(query, isCourtCode)
    .flatMap((token) => (token.kind === 'filter' && token.name === 'party' && token.value !== '' ? [token] : []))
    .reduceRight((text, { start, end, label }) => `${text.slice(0, start)}${label}:${mask}${text.slice(end)}`, query)
}
