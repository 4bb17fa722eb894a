import { pageOf } from './cards.ts'
import { type Neighbours, neighboursOf, type PageOfResults } from './neighbours.ts'
import type { Search } from './searchUrl.ts'
import { viewOf } from './submit.ts'
import { type ResultsQuery, useResults } from './useResults.ts'

/** What stands before and after an opened case among the results of its search, and how many there are. */
export function useNeighbours(search: Search, reference: string | undefined) {
  const isSearched = viewOf(search).at === 'results' && reference !== undefined
  const asked = useResults(search, { enabled: isSearched })
  const here = pageIn(asked, search)
  const isFirst = reference !== undefined && here?.references[0] === reference
  const isLast = reference !== undefined && here?.references.at(-1) === reference

  const earlier = { ...search, page: Math.max(1, search.page - 1) }
  const later = { ...search, page: search.page + 1 }
  const before = useResults(earlier, { enabled: isSearched && isFirst && search.page > 1 })
  const after = useResults(later, { enabled: isSearched && isLast && search.page < here.pages })

  const neighbours: Neighbours | undefined =
    here && reference !== undefined
      ? neighboursOf(reference, here, {
          before: search.page > 1 ? pageIn(before, earlier) : undefined,
          after: search.page < here.pages ? pageIn(after, later) : undefined,
        })
      : undefined
  return neighbours && { ...neighbours, count: asked.data?.count ?? 0, trace: asked.data?.trace ?? null }
}

function pageIn({ data, isPlaceholderData }: ResultsQuery, { type, page }: Search): PageOfResults | undefined {
  if (!data || isPlaceholderData) return undefined
  return { page, pages: data.pages, references: pageOf(type, data).cards.map(({ reference }) => reference) }
}
