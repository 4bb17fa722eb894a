import type { Entity } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { didYouMean } from './didYouMean.ts'
import { findEntity } from './entities.ts'
import { type Bounds, seen, type Sight } from './enumerate.ts'
import { caseExpression } from './expression.ts'
import { withoutLists } from './facetFilters.ts'
import { countFacets, type FacetCounts } from './facetCounts.ts'
import type { CaseQuery, Found, FoundPhrases, Paging } from './index.ts'
import type { Library } from './library.ts'
import type { Match } from './match.ts'
import { allIds, findMatches } from './matching.ts'
import { findCasePage } from './pages.ts'
import { findParties, type Span } from './parties.ts'
import { answerPhrases } from './phraseAnswers.ts'
import { type Beginnings, findBeginnings } from './suggestions.ts'
import { understand, type Understanding } from './understand.ts'
import { frequentWords } from './vocabulary.ts'

/** What a thread that answers can be asked, and what it answers. */
export type Asked = {
  cases: { query: CaseQuery; paging: Paging }
  phrases: { text: string; paging: Paging }
  /** How the cases that match divide; of more than `most` it is not said. */
  facets: { query: CaseQuery; sight: Sight; most: number }
  beginnings: { query: Pick<CaseQuery, 'text' | 'codes'>; sight: { cases: boolean; phrases: boolean } }
  /** Where names of parties stand in a text. */
  parties: { text: string }
  /** The most frequent words of the library. */
  words: { most: number }
}
/** The page, and what the query was understood to mean. */
export type FoundCases = Found &
  Pick<Understanding, 'understood' | 'marks' | 'partial' | 'isLightened' | 'isLoosened'> & {
    suggestion: string | null
    entity: Entity | null
  }

export type Answered = {
  cases: FoundCases
  phrases: FoundPhrases
  facets: FacetCounts | null
  beginnings: Beginnings
  parties: Span[]
  words: string[]
}
export type QuestionKind = keyof Asked

export const answers: { [K in QuestionKind]: (library: Library, asked: Asked[K]) => Answered[K] } = {
  cases: (library, { query, paging }) => {
    const { database } = library
    const understanding = understand(library, query, paging)
    const bounds = visible(caseExpression(database, query, understanding.match), paging)
    const page = bounds ? findCasePage(library, { bounds, understanding, paging }) : { ids: [], count: 0 }
    const { understood, marks, partial, isLightened, isLoosened } = understanding
    const isPoor = query.text !== undefined && (partial || page.count < limits.search.few_results)
    return {
      ...page, understood, marks, partial, isLightened, isLoosened,
      suggestion: isPoor ? didYouMean(database, query, paging) : null,
      entity: query.text === undefined ? null : findEntity(database, query.text, paging),
    } // prettier-ignore
  },
  phrases: ({ database }, asked) => answerPhrases(database, asked),
  facets: (library, { query, sight, most }) => {
    const bounds = dividedBounds(library, query, sight)
    const matches = bounds && findMatches(library, bounds)
    if (matches && matches.count > most) return null
    return countFacets(library.columns, matches ? allIds(matches) : new Uint32Array(0), query)
  },
  beginnings: ({ database }, { query, sight: { cases, phrases } }) =>
    findBeginnings(database, query, { cases: { unpublished: cases }, phrases: { unpublished: phrases } }),
  parties: ({ database }, { text }) => findParties(database, text),
  words: ({ database }, { most }) => frequentWords(database, most),
}

/** What is divided by facets: all that matches but for the filters that are lists. */
const dividedBounds = (library: Library, query: CaseQuery, sight: Sight) =>
  visible(caseExpression(library.database, withoutLists(query), understand(library, query, sight).match), sight)

function visible(
  { match, ...range }: Omit<Bounds, 'match'> & { match: Match | undefined },
  sight: Sight,
): Bounds | undefined {
  return match === undefined ? undefined : { match: seen(match, sight), ...range }
}
