import type { AdvancedSearchInput, SearchInput } from '#shared/calls/search.ts'
import { isFiltered, wireFilters } from './filters.ts'
import type { Search } from './searchUrl.ts'

/** The call of a search: the plain one, or the advanced one with filters. */
export type SearchRequest =
  | { path: 'g/search'; input: SearchInput }
  | { path: 'g/advancedSearch'; input: AdvancedSearchInput }

export function requestOf({ type, q, page, sort, filters }: Search): SearchRequest {
  if (type === 'CaseFile' && isFiltered(filters)) {
    const queryInput = q === '' ? {} : { Query: q }
    return {
      path: 'g/advancedSearch',
      input: { Type: 'CaseFile', ...queryInput, ...wireFilters(filters), Page: page, Sort: sort, Facets: true },
    }
  }
  const facets = type === 'CaseFile' ? { Facets: true } : {}
  return { path: 'g/search', input: { Type: type, Query: q, Page: page, Sort: sort, ...facets } }
}

/** The same search for its facets only, which are equal on every page and in every order. */
export function facetsRequestOf(search: Search): SearchRequest {
  const { path, input } = requestOf({ ...search, page: 1, sort: 'relevance' })
  return path === 'g/search'
    ? { path, input: { ...input, Facets: 'only' } }
    : { path, input: { ...input, Facets: 'only' } }
}
