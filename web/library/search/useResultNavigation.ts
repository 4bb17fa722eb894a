import { useEffect } from 'react'
import type { SearchContext } from '#web/library/reader/findInText.ts'
import type { ResultNavigation } from '#web/library/viewer/ResultNavigation.tsx'
import { type AdjacentResults, adjacentResults, type ResultPage, type ResultTarget } from './adjacentResults.ts'
import { pageOf } from './cards.ts'
import { reportClick } from './reportClick.ts'
import type { Search } from './searchUrl.ts'
import { viewOf } from './submit.ts'
import { type ResultsQuery, useResults } from './useResults.ts'

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
