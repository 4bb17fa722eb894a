import type { FtsQuery, NearPart, NearPhrase } from '#server/search/storage/ftsQuery.ts'
import { hasPlaces, isStemTerm, matchAllTerm, rowEndTerm } from '#server/search/storage/indexTerms.ts'
import { clip, maxClauses } from './mapping.ts'

/** A query in the language of OpenSearch. */
export type Dsl = { [clause: string]: unknown }

/** Translates a query of the index. No clause has a score. */
export function translateQuery(ftsQuery: FtsQuery): Dsl {
  const { kind } = ftsQuery
  if (kind === 'word') return anyClause(wordClauses([ftsQuery.word]))
  if (kind === 'prefix')
    return anyClause(fieldsOf(ftsQuery.word).map((field) => ({ prefix: { [field]: ftsQuery.word } })))
  if (kind === 'phrase') return { match_phrase: { rows: { query: placesOf(ftsQuery.words) } } }
  if (kind === 'near') return nearQuery(ftsQuery)
  if (kind === 'all') return ftsQuery.of.length === 0 ? nothing : { bool: { filter: ftsQuery.of.map(translateQuery) } }
  if (kind === 'any') return anyClause(alternatives(ftsQuery.of))
  if (kind === 'but')
    return { bool: { filter: [translateQuery(ftsQuery.of)], must_not: [translateQuery(ftsQuery.not)] } }
  throw new Error('only the table of phrases has columns')
}

const nothing: Dsl = { match_none: {} }

function anyClause(clauses: readonly Dsl[]): Dsl {
  const [first = nothing] = clauses
  return clauses.length > 1 ? { bool: { should: clauses, minimum_should_match: 1 } } : first
}

/** The words of an OR are one clause for each field: OpenSearch limits the number of clauses. */
function alternatives(of: readonly FtsQuery[]): Dsl[] {
  const flat = of.flatMap((part) => (part.kind === 'any' ? part.of : [part]))
  if (flat.some((part) => part.kind === 'any')) return alternatives(flat)
  const words = flat.flatMap((part) => (part.kind === 'word' ? [part.word] : []))
  return [...wordClauses(words), ...flat.filter((part) => part.kind !== 'word').map(translateQuery)]
}

type Field = 'rows' | 'markers'

/** Where a term stands. The best stem of a word has places, its other stems do not. */
const fieldsOf = (word: string): Field[] =>
  isStemTerm(word) ? ['rows', 'markers'] : hasPlaces(word) ? ['rows'] : ['markers']

function wordClauses(words: readonly string[]): Dsl[] {
  if (words.includes(matchAllTerm)) return [{ match_all: {} }]
  return (['rows', 'markers'] as const).flatMap((field) => {
    const own = [...new Set(words.filter((word) => fieldsOf(word).includes(field)))].map(clip)
    return own.length > 0 ? [{ terms: { [field]: own } }] : []
  })
}

const placesOf = (words: readonly string[]) => words.map(clip).join(' ')

type Near = Extract<FtsQuery, { kind: 'near' }>

/** Proximity within a row: nothing between the words ends one. */
function nearQuery({ parts, between }: Near): Dsl {
  if (parts.some((part) => part.length === 0)) return nothing
  const max_gaps = between - innerLength(parts)
  if (max_gaps < 0 && parts.length > 2) return nothing
  const within = { filter: { not_containing: { match: { query: rowEndTerm } } } }
  return {
    intervals: { rows: { all_of: { mode: 'unordered', max_gaps, intervals: parts.map(partIntervals), ...within } } },
  }
}

/**
 * The words of the parts between the first and the last, which the embedded index counts as words between, and OpenSearch does
 * not. Of parts of different lengths it is not known which are between: the shortest are assumed.
 */
const innerLength = (parts: readonly NearPart[]) =>
  parts
    .map((part) => Math.min(...part.map(lengthOf)))
    .sort((one, other) => one - other)
    .slice(0, -2)
    .reduce((sum, length) => sum + length, 0)

const lengthOf = (one: NearPhrase) => (one.kind === 'prefix' ? 1 : one.words.length)

/** A prefix as a pattern: the interval of a prefix is refused for more than 128 words. */
function partIntervals(part: NearPart): Dsl {
  const intervals = part.map((one): Dsl =>
    one.kind === 'prefix'
      ? { wildcard: { pattern: `${one.word}*`, max_expansions: maxClauses } }
      : { match: { query: placesOf(one.words), ordered: true, max_gaps: 0 } },
  )
  const [first = nothing] = intervals
  return intervals.length > 1 ? { any_of: { intervals } } : first
}
