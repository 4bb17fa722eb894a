import type { Span } from '#server/search/types.ts'
import type { Entity } from '#shared/calls/search.ts'
import { isCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { tokenize } from '#shared/text/query/lexer.ts'
/** What stands in the place of what was masked. */
const masks = { email: '[e-mail]', card: '[id]', number: '[number]' } as const

const separator = '[ .\\u00a0-]?'

/** In order: an address may hold a number. Digits are those of any script. */
const personal: readonly [pattern: RegExp, mask: string][] = [
  [/[^\s@＠()[\]<>,;:"]+[@＠][^\s@＠()[\]<>,;:"]+/gu, masks.email],
  // A card of a Maldivian: A and six digits.
  [new RegExp(`(?<![\\p{L}\\p{N}])[AaＡａ]${separator}\\p{Nd}{6}(?![\\p{L}\\p{N}])`, 'gu'), masks.card],
  // A telephone abroad, or one at home with its country code.
  [/(?<![\p{L}\p{N}])(?:\+|00)\p{Nd}(?:[ .()\u00a0-]{0,2}\p{Nd}){6,14}(?!\p{N})/gu, masks.number],
  // A telephone of seven digits, in one or as three and four.
  [new RegExp(`(?<![\\p{L}\\p{N}/-])\\p{Nd}{3}${separator}\\p{Nd}{4}(?![\\p{L}\\p{N}/-])`, 'gu'), masks.number],
  // An account or another card: no case number has so many digits in one.
  [/\p{Nd}{7,}/gu, masks.number],
]

/** A query without what looks like an e-mail address, an identity card, a telephone or an account. Names are not known as such. */
export function maskPersonal(query: string): string {
  // Marks that are not seen would hide a number from the patterns.
  const seen = query.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  return personal.reduce((text, [pattern, mask]) => text.replace(pattern, mask), seen)
}

/** What stands in the place of a party's name, and of a passage, which may hold some. */
const partyMasks = { party: '[party]', passage: '[passage]' } as const

type Known = { entity: Entity | null; parties: readonly Span[]; isPassage: boolean }

/**
 * A query without the names of parties: where it is one as a whole, or a passage, nothing of it is left; of its filters,
 * what they ask for; of others the parts that are known to be names.
 */
export function maskParties(query: string, { entity, parties, isPassage }: Known): string {
  if (entity?.kind === 'party') return partyMasks.party
  if (isPassage) return partyMasks.passage
  const filters = tokenize(query, isCourtCode).flatMap((token) =>
    token.kind === 'filter' && token.name === 'party' && token.value !== ''
      ? [{ start: token.start, end: token.end, masked: `${token.label}:${partyMasks.party}` }]
      : [],
  )
  const isOutside = (one: Span) => !filters.some(({ start, end }) => one.start < end && start < one.end)
  const names = parties.filter(isOutside).map((span) => ({ ...span, masked: partyMasks.party }))
  return [...filters, ...names]
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end, masked }) => text.slice(0, start) + masked + text.slice(end), query)
}
