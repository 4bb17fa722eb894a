import { anyOf, term } from '#server/search/storage/ftsQuery.ts'
import { facetTerm, type FacetKind } from '#server/search/storage/indexTerms.ts'
import type { CaseQuery } from '#server/search/types.ts'

/** The filters of a search that are lists, each with the kind of its words in the index. */
export const listFilters = {
  courts: 'c',
  judges: 'j',
  case_types: 't',
  statuses: 's',
  years: 'y',
} as const satisfies Partial<Record<keyof CaseQuery, FacetKind>>

const names = Object.keys(listFilters) as (keyof typeof listFilters)[]

type Lists = Partial<Record<keyof typeof listFilters, number[]>>

/** The chosen values, and those that are named: any of each list. */
export const filterQueries = ({ named = {}, ...chosen }: CaseQuery) => [...partsOf(chosen), ...partsOf(named)]

const partsOf = (lists: Lists) =>
  names.flatMap((name) => {
    const words = (lists[name] ?? []).map((value) => term(facetTerm(listFilters[name], value)))
    return words.length === 0 ? [] : [anyOf(words)]
  })

/** The same query without the lists that are chosen. */
export const withoutListFilters = (query: CaseQuery): CaseQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(listFilters, name)))
