import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { SearchResult } from '#shared/calls/search.ts'
import { post } from '#web/api/client.ts'
import { succeed } from '#web/api/query.ts'
import { requestOf, type SearchRequest } from './request.ts'
import type { Search } from './searchUrl.ts'

/** What an address asks for. */
export function resultsOf(search: Search) {
  const request = requestOf(search)
  return queryOptions({
    queryKey: ['search', search.type, request],
    queryFn: ({ signal }) => askSearch(request, signal),
  })
}

/** The page of results that an address asks for. The page before stays until it comes. */
export function useResults(search: Search, { enabled }: { enabled: boolean }) {
  return useQuery({
    ...resultsOf(search),
    enabled,
    // What looks at them is loaded later: the query cannot know by what was read of it so far whom a change concerns.
    notifyOnChangeProps: 'all',
    // Cards of another type would be drawn as what they are not.
    placeholderData: (previous, query) => (query?.queryKey[1] === search.type ? keepPreviousData(previous) : undefined),
  })
}

export type ResultsQuery = ReturnType<typeof useResults>

export async function askSearch(request: SearchRequest, signal: AbortSignal): Promise<SearchResult> {
  if (request.path === 'g/search') return succeed(await post(request.path, request.input, { signal }))
  return succeed(await post(request.path, request.input, { signal }))
}
