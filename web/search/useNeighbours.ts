import { pageOf } from './cards.ts'
import { type Neighbours, neighboursOf, type PageOfResults } from './neighbours.ts'
import type { Search } from './searchUrl.ts'
import { viewOf } from './submit.ts'
import { type ResultsQuery, useResults } from './useResults.ts'

/** So many results from the end of a page the next one is brought. */
const near = 2

/** What stands before and after an opened case among the results of its search, and how many there are. */
export function useNeighbours(search: Search, reference: string | undefined) {
  const isSearched = viewOf(search).at === 'results' && reference !== undefined
  const asked = useResults(search, { enabled: isSearched })
  const here = pageIn(asked, search)
  const index = here && reference !== undefined ? here.references.indexOf(reference) : -1
  // Asked for a little before it is needed, so that nobody waits at the end of a page.
  const isNearStart = index !== -1 && index < near
  const isNearEnd = here !== undefined && index !== -1 && index >= here.references.length - near

  const earlier = { ...search, page: Math.max(1, search.page - 1) }
  const later = { ...search, page: search.page + 1 }
  // A click in any page is told under the trace of the first; who came straight to another leaves none.
  const first = useResults({ ...search, page: 1 }, { enabled: false })
  const before = useResults(earlier, { enabled: isSearched && isNearStart && search.page > 1 })
  const after = useResults(later, { enabled: isSearched && isNearEnd && search.page < here.pages })

  const neighbours: Neighbours | undefined =
    here && reference !== undefined
      ? neighboursOf(reference, here, {
          before: search.page > 1 ? pageIn(before, earlier) : undefined,
          after: search.page < here.pages ? pageIn(after, later) : undefined,
        })
      : undefined
  const { count = 0, marks = none } = (asked.isPlaceholderData ? undefined : asked.data) ?? {}
  return { neighbours, count, marks, trace: traceOf(first) }
}

const none: readonly string[] = []

const traceOf = ({ data, isPlaceholderData }: ResultsQuery) => (isPlaceholderData ? null : (data?.trace ?? null))

function pageIn({ data, isPlaceholderData }: ResultsQuery, { type, page }: Search): PageOfResults | undefined {
  if (!data || isPlaceholderData) return undefined
  return { page, pages: data.pages, references: pageOf(type, data).cards.map(({ reference }) => reference) }
}
