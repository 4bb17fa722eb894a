import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { referencePattern } from '#shared/searchTypes.ts'
import { post } from '#web/api/client.ts'
import { failureOf, succeed } from '#web/api/query.ts'

export type ViewerTab = 'details' | 'text'

/** What the viewer knows of a case: nothing yet, that there is none, that asking failed, or the case. */
export type CaseState =
  | { at: 'loading' }
  | { at: 'not-found' }
  | { at: 'failed'; message: string | undefined; retry: () => void; isRetrying: boolean }
  | { at: 'here'; details: CaseDetails; text: CaseText | undefined }

/** The details of a case, with its text only where the text is to be read. */
export function useCase(reference: string, tab: ViewerTab): CaseState {
  // A reference that cannot be one is not asked about.
  const isReference = referencePattern.test(reference)
  const details = useQuery(caseQuery(reference, false, isReference && tab === 'details'))
  const whole = useQuery(caseQuery(reference, true, isReference && tab === 'text'))
  const asked = tab === 'text' ? whole : details

  if (!isReference) return { at: 'not-found' }
  if (asked.isError) {
    const failure = failureOf(asked.error)
    if (failure && missing.has(failure.code)) return { at: 'not-found' }
    return { at: 'failed', message: failure?.Message, retry: () => void asked.refetch(), isRetrying: asked.isFetching }
  }
  const known = whole.data ?? details.data
  if (!known || (tab === 'text' && !whole.data))
    return known ? { at: 'here', details: known, text: undefined } : { at: 'loading' }
  return { at: 'here', details: known, text: textOf(known) }
}

/** What the viewer shows of a case, where it shows any of it. */
export const shownCase = (client: QueryClient, reference: string): CaseDetails | undefined =>
  client.getQueryData<CaseDetails>(keyOf(reference, true)) ?? client.getQueryData(keyOf(reference, false))

const keyOf = (reference: string, withText: boolean) => ['case', reference, withText ? 'text' : 'details'] as const

const missing = new Set(['case-not-found', 'not-found'])

function caseQuery(reference: string, withText: boolean, enabled: boolean) {
  return {
    queryKey: keyOf(reference, withText),
    enabled,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const input = { Type: 'CaseFile', Reference: reference, ...(withText && { Text: true }) } as const
      const { data } = succeed(await post('g/find', input, { signal }))
      if (!('case_numbers' in data)) throw new Error('a case was asked for, something else was answered')
      return data
    },
  }
}

const textOf = ({ case_content, footnotes, annotations }: Partial<CaseText>): CaseText | undefined =>
  case_content === undefined ? undefined : { case_content, footnotes: footnotes ?? [], annotations: annotations ?? [] }
