import type { Entity } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { didYouMean } from './didYouMean.ts'
import { findEntity } from './entities.ts'
import { type Bounds, everywhere, seen, type Sight } from './enumerate.ts'
import { caseExpression, phraseExpression } from './expression.ts'
import { withoutLists } from './facetFilters.ts'
import { countFacets, type FacetCounts } from './facetCounts.ts'
import type { CaseQuery, Found, Paging } from './index.ts'
import type { Library } from './library.ts'
import type { Match } from './match.ts'
import { allIds, findMatches } from './matching.ts'
import { findCasePage, findPhrasePage } from './pages.ts'
import { type Beginnings, findBeginnings } from './suggestions.ts'
import { understand, type Understanding } from './understand.ts'

/** What a thread that answers can be asked, and what it answers. */
export type Asked = {
  /** `facets_up_to`: also how they divide, unless they are more than this. */
  cases: { query: CaseQuery; paging: Paging; facets_up_to?: number }
  phrases: { text: string; paging: Paging }
  facets: { query: CaseQuery; sight: Sight }
  beginnings: { text: string; sight: { cases: boolean; phrases: boolean } }
}
/** The page, and what the query was understood to mean. */
export type FoundCases = Found &
  Pick<Understanding, 'understood' | 'marks' | 'partial' | 'isLightened'> & {
    suggestion: string | null
    entity: Entity | null
    facets: FacetCounts | null
  }

export type Answered = { cases: FoundCases; phrases: Found; facets: FacetCounts; beginnings: Beginnings }
export type QuestionKind = keyof Asked

export const answers: { [K in QuestionKind]: (library: Library, asked: Asked[K]) => Answered[K] } = {
  cases: (library, { query, paging, facets_up_to = 0 }) => {
    const { database } = library
    const understanding = understand(library, query.text ?? '', paging)
    const bounds = visible(caseExpression(query, understanding.match), paging)
    // Divided first: what is listed for that is counted and ranked as well.
    const asked = { query, understanding, sight: paging }
    const facets = isAtMost(library, facets_up_to, asked) ? divide(library, asked) : null
    const page = bounds ? findCasePage(library, { bounds, understanding, paging }) : { ids: [], count: 0 }
    const { understood, marks, partial, isLightened } = understanding
    const isPoor = query.text !== undefined && (partial || page.count < limits.search.few_results)
    return {
      ...page, facets, understood, marks, partial, isLightened,
      suggestion: isPoor ? didYouMean(database, query.text ?? '', paging) : null,
      entity: query.text === undefined ? null : findEntity(database, query.text, paging),
    } // prettier-ignore
  },
  phrases: ({ database }, { text, paging }) => {
    const bounds = visible({ match: phraseExpression(text), ...everywhere }, paging)
    return bounds ? findPhrasePage(database, bounds, paging) : { ids: [], count: 0 }
  },
  facets: (library, { query, sight }) =>
    divide(library, { query, understanding: understand(library, query.text ?? '', sight), sight }),
  beginnings: ({ database }, { text, sight: { cases, phrases } }) =>
    findBeginnings(database, text, { cases: { unpublished: cases }, phrases: { unpublished: phrases } }),
}

type Dividing = { query: CaseQuery; understanding: Understanding; sight: Sight }

/** What is divided by facets: all that matches but for the filters that are lists. */
const dividedOf = ({ query, understanding, sight }: Dividing) =>
  visible(caseExpression(withoutLists(query), understanding.match), sight)

function isAtMost(library: Library, most: number, asked: Dividing): boolean {
  if (most === 0 || library.columns.order.length <= most) return most > 0
  const bounds = dividedOf(asked)
  return bounds === undefined || findMatches(library, bounds).count <= most
}

function divide(library: Library, asked: Dividing): FacetCounts {
  const bounds = dividedOf(asked)
  return countFacets(library.columns, bounds ? allIds(findMatches(library, bounds)) : new Uint32Array(0), asked.query)
}

function visible(
  { match, ...range }: { match: Match | undefined; low: number; high: number },
  sight: Sight,
): Bounds | undefined {
  return match === undefined ? undefined : { match: seen(match, sight), ...range }
}
