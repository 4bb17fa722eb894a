import type { Span } from '#server/search/types.ts'
import type { Entity } from '#shared/calls/search.ts'
import { isCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { tokenize } from '#shared/text/query/lexer.ts'
/** The replacements of personal data. */
const masks = { email: '[e-mail]', card: '[id]', number: '[number]' } as const

const separator = '[ .\\u00a0-]?'

/** In order: an e-mail address may contain a number. Digits of any script. */
const personal: readonly [pattern: RegExp, mask: string][] = [
  [/[^\s@＠()[\]<>,;:"]+[@＠][^\s@＠()[\]<>,;:"]+/gu, masks.email],
  // A Maldivian identity card: A and six digits.
  [new RegExp(`(?<![\\p{L}\\p{N}])[AaＡａ]${separator}\\p{Nd}{6}(?![\\p{L}\\p{N}])`, 'gu'), masks.card],
  // A telephone number with a country code.
  [/(?<![\p{L}\p{N}])(?:\+|00)\p{Nd}(?:[ .()\u00a0-]{0,2}\p{Nd}){6,14}(?!\p{N})/gu, masks.number],
  // A telephone number of seven digits, together or as three and four.
  [new RegExp(`(?<![\\p{L}\\p{N}/-])\\p{Nd}{3}${separator}\\p{Nd}{4}(?![\\p{L}\\p{N}/-])`, 'gu'), masks.number],
  // An account or card number: no case number has as many adjacent digits.
  [/\p{Nd}{7,}/gu, masks.number],
]

/** Masks what looks like an e-mail address, an identity card, a telephone or an account. Names are not detected. */
export function maskPersonal(query: string): string {
  // Invisible characters would hide a number from the patterns.
  const visible = query.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  return personal.reduce((text, [pattern, mask]) => text.replace(pattern, mask), visible)
}

/** The replacements of a party name, and of a passage, which may contain some. */
const partyMasks = { party: '[party]', passage: '[passage]' } as const

type PartyContext = { entity: Entity | null; parties: readonly Span[]; isPassage: boolean }

/**
 * Masks the names of parties: a query that is one, or a passage, is masked as a whole; else the values of party filters
 * and the words that are known to be names.
 */
export function maskParties(query: string, { entity, parties, isPassage }: PartyContext): string {
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
