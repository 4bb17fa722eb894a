import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CaseSummary, Citations } from '#shared/calls/search.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { paths } from '#web/platform/paths.ts'
import { markerSelector } from './linkTargets.ts'

/** The cases that a case cites and those that cite it; undefined until they are loaded. */
export function useCitations(reference: string | undefined): Citations | undefined {
  return useQuery({
    queryKey: ['citations', reference],
    enabled: reference !== undefined,
    queryFn: async ({ signal }) =>
      unwrapAnswer(await post('g/citations', { Reference: reference ?? '' }, { signal })).data,
  }).data
}

/** The visible cases of the marked numbers. */
export const casesByNumber = (citations: Citations | undefined): ReadonlyMap<string, CaseSummary> =>
  new Map(citations?.cites.flatMap(({ number, case: cited }) => (cited ? [[number, cited]] : [])))

/** Marked numbers lead to their cases, once these are known; until then to the search of the number. */
export function useMarkerLinks(article: HTMLElement | null, citations: Citations | undefined) {
  useEffect(() => {
    if (!article || !citations) return
    const cases = casesByNumber(citations)
    for (const link of article.querySelectorAll<HTMLAnchorElement>(markerSelector)) {
      const cited = cases.get(link.dataset['caseNumber'] ?? '')
      if (!cited) continue
      link.href = paths.case({ ref: cited.reference })
      link.dataset['resolved'] = ''
    }
  }, [article, citations])
}
