import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { useCodes } from '#web/api/useMeta.ts'
import type { Marker } from './marker.ts'

const nothing: readonly string[] = []
const unmarked: Marker = (text) => [{ text, marked: false }]

/**
 * What marks the names and titles of a page of results: the same one for as long as it is the same page. How words are
 * inflected is a long table, which comes with the first results and not before; until then nothing is marked.
 */
export function useMarker(q: string, answer: Pick<SearchResult, 'marks'> | undefined): Marker {
  const isCode = useCodes(q)
  const marks = answer?.marks ?? nothing
  const { data: marker } = useQuery({
    queryKey: ['marker'],
    queryFn: () => import('./marker.ts'),
    enabled: answer !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
    structuralSharing: false,
  })
  return useMemo(() => marker?.buildMarker(q, marks, isCode) ?? unmarked, [marker, q, marks, isCode])
}
