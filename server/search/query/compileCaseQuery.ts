import type { DatabaseSync } from 'node:sqlite'
import { joinNameParts } from '#shared/text/language/script.ts'
import { nameSpellings } from '#server/search/lexicon/names.ts'
import { docKeysBetween } from '#server/search/storage/docValues.ts'
import { allOf, anyOf, type FtsQuery, phrase, term } from '#server/search/storage/ftsQuery.ts'
import type { RangedQuery } from '#server/search/storage/ftsSelect.ts'
import {
  caseNumberTerm,
  columnTerm,
  type FacetKind,
  facetTerm,
  fieldStemTerm,
  matchAllTerm,
  type NameColumn,
} from '#server/search/storage/indexTerms.ts'
import type { CaseNumberQuery, CaseQuery } from '#server/search/types.ts'
import { spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** Compiles all conditions of a case query; `ftsQuery` is undefined when nothing can match. */
export function compileCaseQuery(
  database: DatabaseSync,
  query: CaseQuery,
  /** The compiled words of the query. */
  text: FtsQuery | undefined,
): Omit<RangedQuery, 'ftsQuery'> & { ftsQuery: FtsQuery | undefined } {
  const conditions = [
    ...withCompletedNumber(text === undefined ? [] : [text], query),
    ...namesIn(database, 'claimant', query.claimant),
    ...namesIn(database, 'respondant', query.respondant),
    ...numberQuery(query),
    ...partyQueries(database, query.parties),
    ...filterQueries(query),
  ]
  const ftsQuery = conditions.length > 0 ? allOf(conditions) : term(matchAllTerm)
  return {
    ftsQuery: query.impossible ? undefined : ftsQuery,
    ...docKeysBetween(query.closed_from, query.closed_to),
  }
}

/** A name field supports words and quotes, and no operators; each word in any spelling. */
const namesIn = (database: DatabaseSync, column: NameColumn, text = ''): FtsQuery[] =>
  text
    .split(/["“”„«»]/)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : part.split(/\s+/)))
    .map((part) => spellingsIn(database, part))
    .flatMap((side) =>
      side.length > 0
        ? [anyOf(combinationsOf(side).map((words) => phrase(words.map((word) => columnTerm(column, word)))))]
        : [],
    )

/** The words of a name, each with all spellings. */
const spellingsIn = (database: DatabaseSync, name: string): string[][] =>
  tokenizeWords(name).map(({ word, start, end }) => nameSpellings(database, name.slice(start, end), word))

/** The combinations of one spelling for each word, at most `maxChoices`. */
const combinationsOf = (spellings: readonly string[][]) =>
  spellings.reduce<string[][]>(
    (partial, next) => partial.flatMap((one) => next.map((word) => [...one, word])).slice(0, maxChoices),
    [[]],
  )

const maxChoices = 64

/** Every word of one of the party names, in any spelling. */
export function partyQueries(database: DatabaseSync, parties: readonly string[] = []) {
  const names = [...new Set(parties.flatMap((name) => [name, joinNameParts(name)]))].flatMap((name) => {
    const spelled = spellingsIn(database, name).map((ways) => anyOf([...new Set(ways.map(spellingKey))].map(partyTerm)))
    return spelled.length > 0 ? [allOf(spelled)] : []
  })
  return names.length > 0 ? [anyOf(names)] : []
}

const partyTerm = (key: string) => term(fieldStemTerm('p', key))

const withCompletedNumber = (asked: readonly FtsQuery[], { completed }: CaseQuery) =>
  asked.length > 0 && completed !== undefined ? [anyOf([...asked, ...numberParts(completed)])] : asked

/** The number filter, with its completion if the query has no words. */
function numberQuery(query: CaseQuery) {
  const asked = numberParts(query.number)
  return query.parsed ? asked : withCompletedNumber(asked, query)
}

/** A complete number is matched by its keys, an incomplete one by its parts. */
function numberParts(number: CaseNumberQuery | undefined) {
  if (number === undefined) return []
  const { written: text, keys } = number
  if (keys.length > 0) return [anyOf(keys.map((key) => term(caseNumberTerm(key))))]
  const parts = tokenizeWords(text).map(({ word }) => term(columnTerm('numbers', word)))
  return parts.length > 0 ? [allOf(parts)] : []
}

/** The facet filters of a search, each with the kind of its facet terms. */
export const listFilters = {
  courts: 'c',
  judges: 'j',
  case_types: 't',
  statuses: 's',
  years: 'y',
} as const satisfies Partial<Record<keyof CaseQuery, FacetKind>>

const names = Object.keys(listFilters) as (keyof typeof listFilters)[]

type Lists = Partial<Record<keyof typeof listFilters, number[]>>

/** The chosen values and the named ones: any value of each filter. */
const filterQueries = ({ named = {}, ...chosen }: CaseQuery) => [...partsOf(chosen), ...partsOf(named)]

const partsOf = (lists: Lists) =>
  names.flatMap((name) => {
    const words = (lists[name] ?? []).map((value) => term(facetTerm(listFilters[name], value)))
    return words.length === 0 ? [] : [anyOf(words)]
  })

/** The query without the chosen facet filters. */
export const withoutListFilters = (query: CaseQuery): CaseQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(listFilters, name)))
