import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { SearchResult, AdvancedSearchInput, SearchInput, CaseCard, PhraseCard } from '#shared/calls/search.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import type { Sort } from '#shared/searchTypes.ts'
import type { Search } from './searchUrl.ts'
import { isFiltered, wireFilters } from './filters.ts'

/** The query of a search state. */
export function resultsQuery(search: Search) {
  const request = requestOf(search)
  return queryOptions({
    queryKey: ['search', search.type, request],
    queryFn: ({ signal }) => fetchSearch(request, signal),
  })
}

/** The same results to go through from an opened case: as they were found, and without another entry in the search log. */
function navigationQuery(search: Search) {
  const request = requestOf(search)
  return queryOptions({
    ...resultsQuery(search),
    queryFn: ({ signal }) => fetchSearch(unlogged(request), signal),
    staleTime: Infinity,
  })
}

type ResultsOptions = { enabled: boolean; /** From an opened case. */ isNavigation?: boolean }

/** The result page of a search state. The previous page stays until it is loaded. */
export function useResults(search: Search, { enabled, isNavigation = false }: ResultsOptions) {
  return useQuery({
    ...(isNavigation ? navigationQuery(search) : resultsQuery(search)),
    enabled,
    // The consumers are loaded later, so tracked properties would miss changes.
    notifyOnChangeProps: 'all',
    // Cards of another type cannot be rendered.
    placeholderData: (previous, query) => (query?.queryKey[1] === search.type ? keepPreviousData(previous) : undefined),
  })
}

export type ResultsQuery = ReturnType<typeof useResults>

export async function fetchSearch(request: SearchRequest, signal: AbortSignal): Promise<SearchResult> {
  if (request.path === 'g/search') return unwrapAnswer(await post(request.path, request.input, { signal }))
  return unwrapAnswer(await post(request.path, request.input, { signal }))
}

/** The call of a search: the plain one, or the advanced one with filters. */
type SearchRequest = { path: 'g/search'; input: SearchInput } | { path: 'g/advancedSearch'; input: AdvancedSearchInput }

/** The order of the results. Without words no case is more relevant than another: the newest are first. */
export const orderOf = ({ type, q, sort }: Pick<Search, 'type' | 'q' | 'sort'>): Sort =>
  type === 'CaseFile' && q === '' && sort === 'relevance' ? 'newest' : sort

export function requestOf(search: Search): SearchRequest {
  const { type, q, page, filters } = search
  const sort = orderOf(search)
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

export const unlogged = (request: SearchRequest): SearchRequest =>
  request.path === 'g/search'
    ? { path: request.path, input: { ...request.input, Log: false } }
    : { path: request.path, input: { ...request.input, Log: false } }

/** The same search for its facets only, which are equal on every page and in every order. */
export function facetsRequestOf(search: Search): SearchRequest {
  const { path, input } = requestOf({ ...search, page: 1, sort: 'relevance' })
  return path === 'g/search'
    ? { path, input: { ...input, Facets: 'only' } }
    : { path, input: { ...input, Facets: 'only' } }
}

/** A page of results, discriminated by the type of its cards. */
type Page = { type: 'CaseFile'; cards: CaseCard[] } | { type: 'Phrase'; cards: PhraseCard[] }

const isCaseCard = (card: CaseCard | PhraseCard): card is CaseCard => 'case_numbers' in card

export function pageOf(type: 'CaseFile' | 'Phrase', { data, redirect }: Pick<SearchResult, 'data' | 'redirect'>): Page {
  return type === 'CaseFile'
    ? { type, cards: exactFirst(data.filter(isCaseCard), redirect) }
    : { type, cards: data.filter((card): card is PhraseCard => !isCaseCard(card)) }
}

/** The case whose number was searched for is first, regardless of its relevance. */
export function exactFirst<Card extends { reference: string }>(cards: Card[], reference: string | null): Card[] {
  const exact = cards.find((card) => card.reference === reference)
  return exact ? [exact, ...cards.filter((card) => card !== exact)] : cards
}

/** `148`, or `10,000+` where counting stopped. */
export function formatCount(count: number, isExact: boolean): string {
  const digits = count.toLocaleString('en-US')
  return isExact ? digits : `${digits}+`
}
