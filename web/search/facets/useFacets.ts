import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Facets } from '#shared/calls/search.ts'
import { facetsRequestOf } from '../request.ts'
import type { Search } from '../searchUrl.ts'
import { askSearch, type ResultsQuery } from '../useResults.ts'

/** How the results divide, and whether that is still on its way. */
export type FoundFacets = { facets: Facets | null; areComing: boolean }

/**
 * The facets of the results. They come with the page; where so much is found that the page would have to wait for them,
 * they are asked for by themselves once it is there.
 */
export function useFacets(search: Search, { data: answer, isPlaceholderData: isOld }: ResultsQuery): FoundFacets {
  const areOwed = search.type === 'CaseFile' && answer?.facets === null && answer.count > 0
  const request = facetsRequestOf(search)
  const alone = useQuery({
    queryKey: ['facets', request],
    queryFn: ({ signal }) => askSearch(request, signal),
    enabled: areOwed && !isOld,
    placeholderData: keepPreviousData,
  })
  if (!areOwed) return { facets: answer?.facets ?? null, areComing: false }
  return { facets: alone.data?.facets ?? null, areComing: alone.isFetching || isOld }
}
