import type { Entity } from '#shared/calls/search.ts'
import { isCourtCode } from '#shared/text/courtCodes.ts'
import { tokenize } from '#shared/text/query/lexer.ts'
import { isPassage } from '#shared/text/query/passage.ts'
import type { Span } from './parties.ts'

/** What stands in the place of a party's name, and of a passage, which may hold some. */
const masks = { party: '[party]', passage: '[passage]' } as const

type Known = { entity: Entity | null; parties: readonly Span[] }

/**
 * A query without the names of parties: where it is one as a whole, or a passage, nothing of it is left; of its filters,
 * what they ask for; of others the parts that are known to be names.
 */
export function withoutParties(query: string, { entity, parties }: Known): string {
  if (entity?.kind === 'party') return masks.party
  if (isPassage(query)) return masks.passage
  const filters = tokenize(query, isCourtCode).flatMap((token) =>
    token.kind === 'filter' && token.name === 'party' && token.value !== ''
      ? [{ start: token.start, end: token.end, masked: `${token.label}:${masks.party}` }]
      : [],
  )
  const isOutside = (one: Span) => !filters.some(({ start, end }) => one.start < end && start < one.end)
  const names = parties.filter(isOutside).map((span) => ({ ...span, masked: masks.party }))
  return [...filters, ...names]
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, masked }) => text.slice(0, start) + masked + text.slice(end), query)
}
