import { useEffect } from 'react'
import { limits } from '#shared/limits.ts'
import type { SearchContext } from '#web/library/reader/findInText.ts'
import type { ResultNavigation } from '#web/library/viewer/ViewerBar.tsx'
import { post } from '#web/platform/api/client.ts'
import { pageOf, type ResultsQuery, useResults } from './useResults.ts'
import type { Search } from './searchUrl.ts'
import { viewOf } from './searchView.ts'

type CaseSearch = {
  navigation: ResultNavigation | undefined
  /** The search to highlight in the text, as on the result cards. */
  searchContext: SearchContext
}

/** The search that found an opened case: its navigation and its highlights. Reports the opened case to the server. */
export function useResultNavigation(
  search: Search,
  reference: string | undefined,
  onGoTo: (target: ResultTarget) => void,
): CaseSearch {
  const { adjacent, count, marks, trace } = useAdjacentResults(search, reference)
  const position = adjacent?.position

  useEffect(() => {
    if (position !== undefined) reportClick(trace, position)
  }, [trace, position])

  const searchContext = { query: search.q, marks }
  if (!adjacent) return { navigation: undefined, searchContext }
  const { previous, next } = adjacent
  const navigation = {
    position: adjacent.position,
    count,
    toPrevious: previous && (() => onGoTo(previous)),
    toNext: next && (() => onGoTo(next)),
  }
  return { navigation, searchContext }
}

/** The distance from the end of a page at which the adjacent page is prefetched. */
const prefetch_distance = 2

/** The results before and after an opened case, and their number. */
function useAdjacentResults(search: Search, reference: string | undefined) {
  const isSearched = viewOf(search).at === 'results' && reference !== undefined
  const currentQuery = useResults(search, { enabled: isSearched })
  const currentPage = pageOfQuery(currentQuery, search)
  const index = currentPage && reference !== undefined ? currentPage.references.indexOf(reference) : -1
  // Prefetching: the adjacent page is loaded before it is needed.
  const isNearStart = index !== -1 && index < prefetch_distance
  const isNearEnd =
    currentPage !== undefined && index !== -1 && index >= currentPage.references.length - prefetch_distance

  const previousSearch = { ...search, page: Math.max(1, search.page - 1) }
  const nextSearch = { ...search, page: search.page + 1 }
  // Clicks on any page are reported under the trace of the first page; a visit that starts on another page reports
  // none.
  const firstQuery = useResults({ ...search, page: 1 }, { enabled: false })
  const previousQuery = useResults(previousSearch, { enabled: isSearched && isNearStart && search.page > 1 })
  const nextQuery = useResults(nextSearch, { enabled: isSearched && isNearEnd && search.page < currentPage.pages })

  const adjacent: AdjacentResults | undefined =
    currentPage && reference !== undefined
      ? adjacentResults(reference, currentPage, {
          before: search.page > 1 ? pageOfQuery(previousQuery, previousSearch) : undefined,
          after: search.page < currentPage.pages ? pageOfQuery(nextQuery, nextSearch) : undefined,
        })
      : undefined
  const { count = 0, marks = noMarks } = (currentQuery.isPlaceholderData ? undefined : currentQuery.data) ?? {}
  return { adjacent, count, marks, trace: traceOf(firstQuery) }
}

const noMarks: readonly string[] = []

const traceOf = ({ data, isPlaceholderData }: ResultsQuery) => (isPlaceholderData ? null : (data?.trace ?? null))

function pageOfQuery({ data, isPlaceholderData }: ResultsQuery, { type, page }: Search): ResultPage | undefined {
  if (!data || isPlaceholderData) return undefined
  return { page, pages: data.pages, references: pageOf(type, data).cards.map(({ reference }) => reference) }
}

/** The references of one page of results. */
type ResultPage = { page: number; pages: number; references: readonly string[] }

/** A result with its page, so that closing it returns to that page. */
type ResultTarget = { reference: string; page: number }

type AdjacentResults = {
  /** The position among all results, from 1. */
  position: number
  previous: ResultTarget | undefined
  next: ResultTarget | undefined
}

/** The results before and after one. The adjacent pages are needed only at the ends, and may not be loaded yet. */
export function adjacentResults(
  reference: string,
  currentPage: ResultPage,
  adjacentPages: { before: ResultPage | undefined; after: ResultPage | undefined },
): AdjacentResults | undefined {
  const index = currentPage.references.indexOf(reference)
  if (index === -1) return undefined
  const resultOnPage = (index: number) => resultAt(currentPage, index)
  return {
    position: positionOf(currentPage.page, index),
    previous: index > 0 ? resultOnPage(index - 1) : adjacentPages.before && resultAt(adjacentPages.before, -1),
    next:
      index < currentPage.references.length - 1
        ? resultOnPage(index + 1)
        : adjacentPages.after && resultAt(adjacentPages.after, 0),
  }
}

function resultAt({ page, references }: ResultPage, index: number): ResultTarget | undefined {
  const reference = references.at(index)
  return reference === undefined ? undefined : { reference, page }
}

/** The position among all results, from 1. */
const positionOf = (page: number, index: number) => (page - 1) * limits.search.page_size + index + 1

/** Clicks that were reported: each result counts once. */
const reported = new Set<string>()

/** Search analytics: reports the opened result, without waiting and without showing a failure. */
export function reportClick(trace: string | null, position: number) {
  const key = `${trace} ${position}`
  if (trace === null || reported.has(key)) return
  reported.add(key)
  void post('g/clicked', { Trace: trace, Position: position })
}
