import type { DatabaseSync } from 'node:sqlite'
import type { Entity } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { Columns } from './columns.ts'
import { didYouMean } from './didYouMean.ts'
import { findEntity } from './entities.ts'
import { type Bounds, newestPlaces, seen, type Sight } from './enumerate.ts'
import { caseExpression, phraseExpression } from './expression.ts'
import { withoutLists } from './facetFilters.ts'
import { countFacets, type FacetCounts } from './facetCounts.ts'
import type { CaseQuery, Found, Paging } from './index.ts'
import { findCasePage, findPhrasePage } from './pages.ts'
import { type Beginnings, findBeginnings } from './suggestions.ts'
import { understand, type Understanding } from './understand.ts'

/** What a thread that answers can be asked, and what it answers. */
export type Asked = {
  cases: { query: CaseQuery; paging: Paging }
  phrases: { text: string; paging: Paging }
  /** `most`: of more matches than this they are not counted. */
  facets: { query: CaseQuery; unpublished: boolean; most?: number }
  beginnings: { text: string; sight: { cases: boolean; phrases: boolean } }
}
/** The page, and what the query was understood to mean. */
export type FoundCases = Found &
  Pick<Understanding, 'understood' | 'marks' | 'partial'> & { suggestion: string | null; entity: Entity | null }

export type Answered = { cases: FoundCases; phrases: Found; facets: FacetCounts | null; beginnings: Beginnings }
export type QuestionKind = keyof Asked

type Library = { database: DatabaseSync; columns: Columns }

export const answers: { [K in QuestionKind]: (library: Library, asked: Asked[K]) => Answered[K] } = {
  cases: ({ database, columns }, { query, paging }) => {
    const understanding = understand(database, query.text ?? '', paging)
    const bounds = visible(caseExpression(query, understanding.match), paging)
    const { understood, marks, partial } = understanding
    const found = bounds ? findCasePage(database, { bounds, understanding, paging, columns }) : { ids: [], count: 0 }
    const isPoor = query.text !== undefined && (partial || found.count < limits.search.few_results)
    return {
      ...found, understood, marks, partial,
      suggestion: isPoor ? didYouMean(database, query.text ?? '', paging) : null,
      entity: query.text === undefined ? null : findEntity(database, query.text, paging),
    } // prettier-ignore
  },
  phrases: ({ database }, { text, paging }) => {
    const bounds = visible({ match: phraseExpression(text), low: 0, high: Number.MAX_SAFE_INTEGER }, paging)
    return bounds ? findPhrasePage(database, bounds, paging) : { ids: [], count: 0 }
  },
  facets: ({ database, columns }, { query, unpublished, most = Infinity }) => {
    const { match } = understand(database, query.text ?? '', { unpublished })
    const bounds = visible(caseExpression(withoutLists(query), match), { unpublished })
    const places = bounds ? newestPlaces(database, bounds, most < Infinity ? most + 1 : -1) : new Float64Array(0)
    return places.length > most ? null : countFacets(columns, places, query)
  },
  beginnings: ({ database }, { text, sight: { cases, phrases } }) =>
    findBeginnings(database, text, { cases: { unpublished: cases }, phrases: { unpublished: phrases } }),
}

function visible(
  { match, ...range }: { match: string | undefined; low: number; high: number },
  sight: Sight,
): Bounds | undefined {
  return match === undefined ? undefined : { match: seen(match, sight), ...range }
}
