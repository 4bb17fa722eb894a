import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { SearchResult } from '#shared/calls/search.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { requestOf, type SearchRequest } from './request.ts'
import type { Search } from './searchUrl.ts'

/** The query of a search state. */
export function resultsQuery(search: Search) {
  const request = requestOf(search)
  return queryOptions({
    queryKey: ['search', search.type, request],
    queryFn: ({ signal }) => fetchSearch(request, signal),
  })
}

/** The result page of a search state. The previous page stays until it is loaded. */
export function useResults(search: Search, { enabled }: { enabled: boolean }) {
  return useQuery({
    ...resultsQuery(search),
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
