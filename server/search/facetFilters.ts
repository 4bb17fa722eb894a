import type { CaseQuery } from './index.ts'
import { anyOf, holds } from './match.ts'
import { facet, type FacetKind } from './ownWords.ts'

/** The filters of a search that are lists, each with the kind of its words in the index. */
export const listFilters = {
  courts: 'c',
  judges: 'j',
  case_types: 't',
  statuses: 's',
  years: 'y',
} as const satisfies Partial<Record<keyof CaseQuery, FacetKind>>

const names = Object.keys(listFilters) as (keyof typeof listFilters)[]

/** The chosen values: any of each list. */
export const filterParts = (query: CaseQuery) =>
  names.flatMap((name) => {
    const words = (query[name] ?? []).map((value) => holds(facet(listFilters[name], value)))
    return words.length === 0 ? [] : [anyOf(words)]
  })

/** The same query without its lists. */
export const withoutLists = (query: CaseQuery): CaseQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(listFilters, name)))
