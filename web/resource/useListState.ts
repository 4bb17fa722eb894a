import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Resource } from '#shared/resource/resource.ts'
import { type ListState, readList, writeList } from './listUrl.ts'

/** Where the list stands, which is what its address says, and the way to change it. */
export function useListState(resource: Resource) {
  const state = readList(resource, useSearch({ strict: false }))
  const navigate = useNavigate()
  return {
    state,
    /** Whatever narrows or orders the list leads to its first page, unless a page is named. */
    change: (part: Partial<ListState>, { replace = false } = {}) =>
      void navigate({
        to: '.',
        // The router knows the search of each single route; a list stands at thirteen, and keeps its own.
        search: writeList(resource, { ...state, page: 1, ...part }) as never,
        replace,
        resetScroll: false,
      }),
  }
}

export type ListChange = ReturnType<typeof useListState>['change']
