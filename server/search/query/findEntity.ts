import type { DatabaseSync } from 'node:sqlite'
import { joinNameParts } from '#shared/text/language/script.ts'
import { type KnownName, type NameKind, matchingNames } from '#server/search/lexicon/names.ts'
import { allOf, term, type FtsQuery } from '#server/search/storage/ftsQuery.ts'
import type { IndexReader } from '#server/search/postings/indexReader.ts'
import { restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { facetTerm } from '#server/search/storage/indexTerms.ts'
import { statement } from '#server/search/storage/connection.ts'
import type { Visibility } from '#server/search/types.ts'
import type { Entity } from '#shared/calls/search.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { type CourtLocation, courtLocation } from '#shared/text/language/titles.ts'
import type { Node } from '#shared/text/query/tree.ts'
import { partyQueries } from './compileCaseQuery.ts'

const kinds = { c: 'court', j: 'judge', p: 'party' } as const satisfies Record<NameKind, Entity['kind']>

/**
 * If the whole query is the name of a court, judge or party, returns that entity; among several, the one in most cases
 * visible to the user, or null. The count of a party comes from the party filter, because parties have no table.
 */
export function findEntity(reader: IndexReader, text: string, visibility: Visibility): Entity | null {
  const from = reader.database
  const texts = [...new Set([text, joinNameParts(text)])]
  const names = texts.reduce<KnownName[]>((found, one) => (found.length > 0 ? found : matchingNames(from, one)), [])
  const entities = names.map((name) => toEntity(reader, name, visibility))
  const [best = courtByLocation(reader, text, visibility)] = entities.sort((one, other) => other.count - one.count)
  if (!best || best.count === 0) return null
  return best.kind === 'party'
    ? { ...best, count: reader.cases.count(restrictToVisible(allOf(partyQueries(from, [best.name])), visibility)) }
    : best
}

/** A court by its location; undefined if several locations have the name. */
function courtByLocation(reader: IndexReader, text: string, visibility: Visibility): Entity | undefined {
  const courts = courtsByLocation(reader.database, text).map((name) => toEntity(reader, name, visibility))
  const visible = courts.filter(({ count }) => count > 0)
  return visible.length === 1 ? visible[0] : undefined
}

/** An entity, with the number of its cases. */
export function toEntity(
  { cases }: Pick<IndexReader, 'cases'>,
  { kind, ref, name, value }: KnownName,
  visibility: Visibility,
  limit?: number,
): Entity {
  const count = cases.count(restrictToVisible(term(facetTerm(kind, value)), visibility), limit)
  return { kind: kinds[kind], id: kind === 'p' ? null : ref, name, count }
}

/** Queries for the cases of the courts whose English name is the query; the cases do not contain that name. */
export function courtQueries(database: DatabaseSync, root: Node, text: string): FtsQuery[] {
  if (!isPlain(root) || isThaana(text)) return []
  const named = matchingNames(database, text)
  const courts = named.length > 0 ? named : courtsByLocation(database, text)
  return courts.flatMap(({ kind, value }) => (kind === 'c' ? term(facetTerm(kind, value)) : []))
}

/** Words only: with quotes or operators the user searches texts. */
const isPlain = (node: Node): boolean =>
  node.kind === 'and' ? node.of.every(isPlain) : node.kind === 'word' || (node.kind === 'phrase' && !node.quoted)

/** The courts of a location by common names: without the atoll, or by the place alone, in any inflection. */
function courtsByLocation(database: DatabaseSync, text: string): KnownName[] {
  const asked = courtLocation(text)
  if (!asked) return []
  const rows = statement(database, `select ref, name, key from names where kind = 'c' and kind <> 'p'`).all()
  const found = rows.flatMap((row) => {
    const [ref, name, key] = [Number(row['ref']), String(row['name']), String(row['key'])]
    // The key of an alternative name is its text; the key of the Dhivehi name cannot be stemmed.
    const own = courtLocation(isThaana(key) ? name : key)
    return own && isSame(own, asked) ? [{ kind: 'c' as const, ref, name, value: ref }] : []
  })
  return [...new Map(found.map((court) => [court.ref, court])).values()]
}

const isSame = (own: CourtLocation, asked: CourtLocation) =>
  (asked.atoll === undefined || asked.atoll === own.atoll) &&
  (own.hasRank || !asked.hasRank) &&
  own.locality.length === asked.locality.length &&
  own.locality.every((word, at) => isSameWord(word, asked.locality[at] ?? ''))

const isSameWord = (own: string, asked: string) =>
  isThaana(own)
    ? formsOf(own).some((form) => formsOf(asked).includes(form)) ||
      (!isThaana(asked) && phoneticKey(own) === phoneticKey(asked))
    : !isThaana(asked) && phoneticKey(own) === phoneticKey(asked)
