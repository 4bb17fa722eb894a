import type { DatabaseSync } from 'node:sqlite'
import type { Columns } from './columns.ts'
import { type Bounds, newestPlaces } from './enumerate.ts'
import { caseExpression, leavesOf, phraseExpression } from './expression.ts'
import { withoutLists } from './facetFilters.ts'
import { countFacets, type FacetCounts } from './facetCounts.ts'
import type { CaseQuery, Found, Paging } from './index.ts'
import { hiddenRow } from './ownWords.ts'
import { findCasePage, findPhrasePage } from './pages.ts'

/** What a thread that answers can be asked, and what it answers. */
export type Asked = {
  cases: { query: CaseQuery; paging: Paging }
  phrases: { text: string; paging: Paging }
  facets: { query: CaseQuery; unpublished: boolean }
}
export type Answered = { cases: Found; phrases: Found; facets: FacetCounts }
export type QuestionKind = keyof Asked

type Library = { database: DatabaseSync; columns: Columns }

export const answers: { [K in QuestionKind]: (library: Library, asked: Asked[K]) => Answered[K] } = {
  cases: ({ database, columns }, { query, paging }) => {
    const bounds = visible(caseExpression(query), paging)
    if (!bounds) return { ids: [], count: 0 }
    return findCasePage(database, { bounds, leaves: leavesOf(query.text ?? ''), paging, columns })
  },
  phrases: ({ database }, { text, paging }) => {
    const bounds = visible({ match: phraseExpression(text), low: 0, high: Number.MAX_SAFE_INTEGER }, paging)
    return bounds ? findPhrasePage(database, bounds, paging) : { ids: [], count: 0 }
  },
  facets: ({ database, columns }, { query, unpublished }) => {
    const bounds = visible(caseExpression(withoutLists(query)), { unpublished })
    return countFacets(columns, bounds ? newestPlaces(database, bounds) : new Float64Array(0), query)
  },
}

/** What is not published is a short list that is left out. */
function visible(
  { match, ...range }: { match: string | undefined; low: number; high: number },
  { unpublished }: { unpublished: boolean },
): Bounds | undefined {
  if (match === undefined) return undefined
  return { match: unpublished ? match : `(${match}) NOT "${hiddenRow}"`, ...range }
}
