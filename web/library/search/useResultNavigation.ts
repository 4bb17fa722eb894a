import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { SearchContext } from '#web/library/reader/findInText.ts'
import type { ResultNavigation } from '#web/library/viewer/ViewerBar.tsx'
import { post } from '#web/platform/api/client.ts'
import { pageOf, resultsQuery, type ResultsQuery, useResults } from './useResults.ts'
import type { Search } from './searchUrl.ts'
import { viewOf } from './searchView.ts'

type CaseSearch = {
  navigation: ResultNavigation | undefined
  /** The search to highlight in the text, as on the result cards. */
  searchContext: SearchContext
}

type OpenedResult = {
  search: Search
  /** The page of the search. */
  results: ResultsQuery
  /** Of a case, or a phrase. */
  reference: string | undefined
}

/** The search that found an opened case: its navigation and its highlights. Reports an opened result to the server. */
export function useResultNavigation(
  { search, results, reference }: OpenedResult,
  onGoTo: (target: ResultTarget) => void,
): CaseSearch {
  const { adjacent, count, marks } = useAdjacentResults({ search, results, reference })
  useReportedResult({ search, results, reference })

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
function useAdjacentResults({ search, results, reference }: OpenedResult) {
  const isOpened = search.type === 'CaseFile' && viewOf(search).at === 'results' && reference !== undefined
  const currentPage = isOpened ? pageOfQuery(results, search) : undefined
  const index = currentPage && reference !== undefined ? currentPage.references.indexOf(reference) : -1
  // Prefetching: the adjacent page is loaded before it is needed.
  const isNearStart = index !== -1 && index < prefetch_distance
  const isNearEnd =
    currentPage !== undefined && index !== -1 && index >= currentPage.references.length - prefetch_distance

  const previousSearch = { ...search, page: Math.max(1, search.page - 1) }
  const nextSearch = { ...search, page: search.page + 1 }
  const previousQuery = useResults(previousSearch, { enabled: isNearStart && search.page > 1, isNavigation: true })
  const isBeforeLast = currentPage !== undefined && search.page < currentPage.pages
  const nextQuery = useResults(nextSearch, { enabled: isNearEnd && isBeforeLast, isNavigation: true })

  const adjacent: AdjacentResults | undefined =
    currentPage && reference !== undefined
      ? adjacentResults(reference, currentPage, {
          before: search.page > 1 ? pageOfQuery(previousQuery, previousSearch) : undefined,
          after: isBeforeLast ? pageOfQuery(nextQuery, nextSearch) : undefined,
        })
      : undefined
  const { count = 0, marks = noMarks } = (results.isPlaceholderData ? undefined : results.data) ?? {}
  return { adjacent, count, marks }
}

const noMarks: readonly string[] = []

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

function useReportedResult({ search, results, reference }: OpenedResult) {
  const client = useQueryClient()
  // Keeps the trace of the first page in the cache.
  useResults({ ...search, page: 1 }, { enabled: false })
  const report = useEffectEvent((opened: string) => reportOpened(client, search, opened))
  useEffect(() => {
    if (reference !== undefined) report(reference)
  }, [reference, results.data])
}

/** The searches of which an opened result was reported: the server records the first one. */
const reported = new Set<string>()

/**
 * Search analytics: reports an opened result under the trace of the first page, without waiting and without showing a
 * failure. A visit that starts on another page has no trace.
 */
export function reportOpened(client: QueryClient, search: Search, reference: string) {
  const answerOf = (page: number) => client.getQueryData(resultsQuery({ ...search, page }).queryKey)
  const trace = answerOf(1)?.trace ?? null
  const answer = answerOf(search.page)
  const position = answer && openedPosition(search, answer, reference)
  if (trace === null || position === undefined || reported.has(trace)) return
  reported.add(trace)
  void post('g/clicked', { Trace: trace, Position: position })
}

/**
 * The position among all results of the card of a record, or of the phrase that is used in a case; else that of a case among
 * those that a number may mean. 0 for the case whose number was searched for.
 */
export function openedPosition(
  { type, page }: Pick<Search, 'type' | 'page'>,
  answer: Pick<SearchResult, 'data' | 'redirect' | 'numbers'>,
  reference: string,
): number | undefined {
  const isOpened = (one: { reference: string }) => one.reference === reference
  if (reference === answer.redirect) return 0
  const shown = pageOf(type, answer)
  const index =
    shown.type === 'CaseFile'
      ? shown.cards.findIndex(isOpened)
      : shown.cards.findIndex((card) => isOpened(card) || card.used_cases.some(isOpened))
  if (index !== -1) return positionOf(page, index)
  // The neighbors of a missing number are no results.
  const candidates = answer.numbers?.state === 'missing' ? [] : (answer.numbers?.cases ?? [])
  const candidate = candidates.findIndex(isOpened)
  return candidate === -1 ? undefined : candidate + 1
}
