import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Facets } from '#shared/calls/search.ts'
import { facetsRequestOf } from '#web/library/search/request.ts'
import type { Search } from '#web/library/search/searchUrl.ts'
import { fetchSearch, type ResultsQuery } from '#web/library/search/useResults.ts'

/** The facets of the results, and whether they are loading. */
export type FacetState = { facets: Facets | null; isLoading: boolean }

/**
 * The facets of the results. They come with the page; for large results, where they would delay it, they are fetched
 * separately.
 */
export function useFacets(search: Search, { data: answer, isPlaceholderData: isStale }: ResultsQuery): FacetState {
  const isSeparate = search.type === 'CaseFile' && answer?.facets === null && answer.count > 0
  const request = facetsRequestOf(search)
  const separateQuery = useQuery({
    queryKey: ['facets', request],
    queryFn: ({ signal }) => fetchSearch(request, signal),
    enabled: isSeparate && !isStale,
    placeholderData: keepPreviousData,
  })
  if (!isSeparate) return { facets: answer?.facets ?? null, isLoading: false }
  return { facets: separateQuery.data?.facets ?? null, isLoading: separateQuery.isFetching || isStale }
}
