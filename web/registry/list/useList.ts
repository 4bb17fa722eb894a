import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import { type ListRequest, listQuery } from '#web/platform/api/resource.ts'
import { failureOf, isWithoutData } from '#web/platform/api/query.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { useLiveList } from '#web/registry/live/useLiveList.ts'
import { filterRows, foldRows } from './filterRows.ts'
import type { ListColumn } from './listColumns.ts'
import { filtersOf, type ListState } from './listUrl.ts'

export type List = ReturnType<typeof useList>

/**
 * The rows of a list, filtered, searched, and sorted. A list that was loaded whole is filtered here while the user types;
 * a longer one (`ovf`) by the server, with the search of the URL.
 */
export function useList(resource: Resource, state: ListState, typedSearch: string, columns: readonly ListColumn[]) {
  const { errors } = useStrings()
  const filters = filtersOf(resource, state.filters)
  const enabled = filters !== undefined
  const whole = useQuery({ ...listQuery(resource, filters ?? {}), ...queryOptions, enabled })
  const isLong = enabled && whole.data?.ovf === true
  const request = serverRequest(state)
  const isFiltered = isLong && request !== undefined
  const filtered = useQuery({
    ...listQuery(resource, { ...filters, ...request }),
    ...queryOptions,
    enabled: isFiltered,
  })
  const active = isFiltered ? filtered : whole
  useLiveList(resource, { filters, serverRequest: isLong ? (request ?? {}) : {} })
  const search = (isLong ? state.search : typedSearch).trim()
  const page = usePage(active.data, isLong, { ...state, search: typedSearch }, { columns, fields: resource.fields })

  return {
    /** A required filter is empty: nothing is loaded. */
    isWaiting: !enabled,
    /** The server searches, sorts, and pages. */
    isLong,
    page: enabled ? page : undefined,
    /** The search that the rows are found by. */
    search,
    isSearched: search !== '' || Object.keys(state.columns).length > 0,
    isFetching: active.isFetching,
    failure: active.isError
      ? (failureOf(active.error) ?? { code: 'unreadable', Message: errors.unreadable })
      : undefined,
    retry: () => void active.refetch(),
  }
}

/** The live channel reports what was missed while offline: on reconnect only a list without data is fetched again. */
const queryOptions = {
  placeholderData: keepPreviousData,
  refetchOnReconnect: isWithoutData,
}

/** The search, order, column filters, and page of a long list as a request; undefined if none is set. */
function serverRequest({ search, sort, columns, page }: ListState): ListRequest | undefined {
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
  { columns, fields }: { columns: readonly ListColumn[]; fields: Resource['fields'] },
): ListPage | undefined {
  const language = useLanguage()
  const names = columns.map(({ name }) => name).join()
  // Folding all rows is too slow for each key press: it is done once per answer.
  const folded = useMemo(
    () => foldRows(isLong ? [] : (answer?.data ?? []), columns, language),
    // `columns` is a new array at each render; its names identify it.
    // oxlint-disable-next-line react/exhaustive-deps
    [answer, isLong, names, language],
  )
  if (!answer) return undefined
  if (answer.ovf) return pageOfAnswer(answer)
  // The server has searched and sorted a long list already.
  return pageOfRows(isLong ? answer.data : filterRows(folded, fields, { search, columns: inColumns, sort }), page)
}

export type ListPage = { rows: readonly Row[]; page: number; pages: number; count: number; countIsExact: boolean }

/** One page of a list that was loaded whole; a page past the end becomes the last one. */
export function pageOfRows(rows: readonly Row[], page: number): ListPage {
  const size = limits.list.page_size
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(page, pages)
  return {
    rows: rows.slice((shown - 1) * size, shown * size),
    page: shown,
    pages,
    count: rows.length,
    countIsExact: true,
  }
}

/** The page of a list that the server pages. */
const pageOfAnswer = ({ data, page, pages, count, countIsExact }: ListAnswer): ListPage => ({
  rows: data,
  page,
  pages,
  count,
  countIsExact,
})
