import { anyOf, term } from '#server/search/storage/ftsQuery.ts'
import { facetTerm, type FacetKind } from '#server/search/storage/indexTerms.ts'
import type { CaseQuery } from '#server/search/types.ts'

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
export const filterQueries = ({ named = {}, ...chosen }: CaseQuery) => [...partsOf(chosen), ...partsOf(named)]

const partsOf = (lists: Lists) =>
  names.flatMap((name) => {
    const words = (lists[name] ?? []).map((value) => term(facetTerm(listFilters[name], value)))
    return words.length === 0 ? [] : [anyOf(words)]
  })

/** The query without the chosen facet filters. */
export const withoutListFilters = (query: CaseQuery): CaseQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(listFilters, name)))
