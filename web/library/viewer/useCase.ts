import { type QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { referencePattern } from '#shared/searchTypes.ts'
import { clientFailure, post } from '#web/platform/api/client.ts'
import { failureOf, isWithoutData, unwrapAnswer } from '#web/platform/api/query.ts'
import type { Pictures } from '#web/library/reader/JudgmentText.tsx'
import { loadWithRetry } from '#web/ui/lazyWithRetry.ts'

export type ViewerTab = 'details' | 'text'

/** The loading state of a case. */
export type CaseState =
  | { at: 'loading' }
  | { at: 'not-found' }
  | { at: 'failed'; message: string | undefined; retry: () => void; isRetrying: boolean }
  | { at: 'loaded'; details: CaseDetails; text: CaseText | undefined; pictures: Pictures }

/** Fetches the details of a case, with its text only for the text tab. */
export function useCase(reference: string, tab: ViewerTab): CaseState {
  // An invalid reference is not requested.
  const isValidReference = referencePattern.test(reference)
  const details = useQuery(caseQuery(reference, false, isValidReference && tab === 'details'))
  const whole = useQuery(caseQuery(reference, true, isValidReference && tab === 'text'))
  const query = tab === 'text' ? whole : details
  const shownText = useText(whole.data)

  if (!isValidReference) return { at: 'not-found' }
  const unloaded = unloadedState(query)
  // What was fetched before stays when it cannot be fetched again.
  if (unloaded.at === 'not-found' || (unloaded.at === 'failed' && query.data === undefined)) return unloaded
  const shown = shownCase(tab, { details: details.data, whole: whole.data })
  return shown ? { at: 'loaded', details: shown, ...shownText } : { at: 'loading' }
}

type Query = Pick<UseQueryResult, 'error' | 'isError' | 'fetchStatus' | 'refetch'>

/** The state of a query for a case as long as it has no data. */
export function unloadedState({ error, isError, fetchStatus, refetch }: Query): CaseState {
  // Offline, the query waits; it goes on by itself when the browser is online.
  const isWaiting = fetchStatus === 'paused'
  const failure = isWaiting ? clientFailure('network') : failureOf(error)
  if (failure && notFoundCodes.has(failure.code)) return { at: 'not-found' }
  if (!isWaiting && !isError) return { at: 'loading' }
  return {
    at: 'failed',
    message: failure?.Message,
    retry: () => void refetch(),
    isRetrying: fetchStatus === 'fetching',
  }
}

/** The code of the reader, loaded together with the text. It is no `lazy` component: React shows its fallback for 300 ms. */
export const readerQuery = {
  queryKey: ['reader'],
  queryFn: () => loadWithRetry(() => import('#web/library/reader/Reader.tsx')),
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
  structuralSharing: false,
} as const

/** Requests a case that is about to open, and the code that shows its text, before the page has changed for it. */
export function requestCase(client: QueryClient, reference: string, tab: ViewerTab) {
  // A failure is shown by the viewer, which asks again.
  void client.query(caseQuery(reference, tab === 'text', true)).catch(() => undefined)
  if (tab === 'text') void client.query(readerQuery).catch(() => undefined)
}

/** The cached case that a tab shows, if any of it has been loaded. */
export const cachedCase = (client: QueryClient, reference: string, tab: ViewerTab) =>
  shownCase(tab, {
    details: client.getQueryData(caseQueryKey(reference, false)),
    whole: client.getQueryData(caseQueryKey(reference, true)),
  })

type Cached = { details: CaseDetails | undefined; whole: CaseDetails | undefined }

/** The tab of the text shows the version of its text, the other one the newest: either may have been fetched alone. */
function shownCase(tab: ViewerTab, { details, whole }: Cached) {
  if (!details || !whole || tab === 'text') return whole ?? details
  return whole.version > details.version ? whole : details
}

const caseQueryKey = (reference: string, withText: boolean) =>
  ['case', reference, withText ? 'text' : 'details'] as const

const notFoundCodes = new Set(['case-not-found', 'not-found'])

export function caseQuery(reference: string, withText: boolean, enabled: boolean) {
  return {
    queryKey: caseQueryKey(reference, withText),
    enabled,
    // The live channel reports a change that was missed while offline: the shown text stays until the user reloads it.
    refetchOnReconnect: isWithoutData,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const input = { Type: 'CaseFile', Reference: reference, ...(withText && { Text: true }) } as const
      const { data } = unwrapAnswer(await post('g/find', input, { signal }))
      if (!('case_numbers' in data)) throw new Error('The server returned no case.')
      return data
    },
  }
}

/**
 * A text without the addresses of its pictures, which are signed again for each answer. The reader reads a text again whenever
 * its object changes, so one that is fetched again unchanged is the same object.
 */
function useText({ case_content, footnotes, annotations }: Partial<CaseText> = {}) {
  const { html, pictures } = useMemo(() => splitPictures(case_content ?? ''), [case_content])
  const isFetched = case_content !== undefined
  const text = useMemo(
    () => (isFetched ? { case_content: html, footnotes: footnotes ?? [], annotations: annotations ?? [] } : undefined),
    [isFetched, html, footnotes, annotations],
  )
  return { text, pictures }
}

/** The HTML of a text without the addresses of its pictures, and these addresses. */
export function splitPictures(case_content: string): { html: string; pictures: Pictures } {
  const pictures: Record<string, string> = {}
  const html = case_content.replace(
    /(<img data-file="(\d+)") src="([^"]*)"/g,
    (_, tag: string, file: string, address) => {
      pictures[file] = String(address)
      return tag
    },
  )
  return { html, pictures }
}

/** The short name of a case: its first number, else its title. */
export const caseName = ({ case_numbers, title }: Pick<CaseDetails, 'case_numbers' | 'title'>): string =>
  case_numbers[0]?.number ?? title
