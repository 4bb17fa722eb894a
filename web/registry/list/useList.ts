import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { type ListRequest, listQuery } from '#web/platform/api/resource.ts'
import { failureOf } from '#web/platform/api/query.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { filterRows, foldRows } from './filterRows.ts'
import type { ListColumn } from './listColumns.ts'
import { filtersOf, type ListState } from './listUrl.ts'
import { useLiveList } from '#web/registry/live/useLiveList.ts'
import { type ListPage, pageOf, pageOfAnswer } from './page.ts'

export type List = ReturnType<typeof useList>

/**
 * The rows of a list as it is filtered, searched and sorted. A list that came whole is narrowed here, while somebody
 * types; of a longer one (`ovf`) the server is asked for the words of the address.
 */
export function useList(resource: Resource, state: ListState, typed: string, columns: readonly ListColumn[]) {
  const { errors } = useStrings()
  const filters = filtersOf(resource, state.filters)
  const enabled = filters !== undefined
  const whole = useQuery({ ...listQuery(resource, filters ?? {}), ...kept, enabled })
  const isLong = enabled && whole.data?.ovf === true
  const request = narrowing(state)
  const isNarrowed = isLong && request !== undefined
  const narrowed = useQuery({
    ...listQuery(resource, { ...filters, ...request }),
    ...kept,
    enabled: isNarrowed,
  })
  const asked = isNarrowed ? narrowed : whole
  useLiveList(resource, { filters, narrowing: isLong ? (request ?? {}) : {} })
  const page = usePage(asked.data, isLong, { ...state, search: typed }, columns)

  return {
    /** A required filter is empty, so nothing is loaded. */
    isWaiting: !enabled,
    /** The search is the server's. */
    isLong,
    page: enabled ? page : undefined,
    isSearched: (isLong ? state.search : typed).trim() !== '' || Object.keys(state.columns).length > 0,
    isFetching: asked.isFetching,
    failure: asked.isError ? (failureOf(asked.error) ?? { code: 'unreadable', Message: errors.unreadable }) : undefined,
    retry: () => void asked.refetch(),
  }
}

/** What was missed while the network was away is told by the channel: only a list that never came is asked for again. */
const kept = {
  placeholderData: keepPreviousData,
  refetchOnReconnect: ({ state }: { state: { data: unknown } }) => state.data === undefined,
}

/** What is asked of the server of a long list; undefined where it stands as it is. What is left of it comes in pages too. */
function narrowing({ search, sort, columns, page }: ListState): ListRequest | undefined {
  const request = {
    ...(search !== '' && { SearchQuery: search.slice(0, limits.list.query_letters) }),
    ...(sort && { Sort: sort }),
    ...(Object.keys(columns).length > 0 && { Columns: columns }),
    ...(page > 1 && { Page: page }),
  }
  return Object.keys(request).length > 0 ? { ...request, PageSize: limits.list.page_size } : undefined
}

type Answer = Parameters<typeof pageOfAnswer>[0]

function usePage(
  answer: Answer | undefined,
  isLong: boolean,
  { search, columns: inColumns, sort, page }: ListState,
  columns: readonly ListColumn[],
): ListPage | undefined {
  const language = useLanguage()
  const names = columns.map(({ name }) => name).join()
  // Folding the words of the rows takes longer than a key press should: it is done once for an answer.
  const folded = useMemo(
    () => foldRows(isLong ? [] : (answer?.data ?? []), columns, language),
    // The columns are the same as long as their names are.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [answer, isLong, names, language],
  )
  if (!answer) return undefined
  if (answer.ovf) return pageOfAnswer(answer)
  // Of a long list the server has searched and sorted what is left.
  return pageOf(isLong ? answer.data : filterRows(folded, columns, { search, columns: inColumns, sort }), page)
}
