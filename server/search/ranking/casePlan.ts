import type { IndexReader } from '#server/search/postings/indexReader.ts'
import { compileCaseQuery } from '#server/search/query/compileCaseQuery.ts'
import { withoutListFilters } from '#server/search/query/facetFilters.ts'
import { findEntity } from '#server/search/query/findEntity.ts'
import { type QueryRewriter, rewriteQuery, type RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { suggestCorrection } from '#server/search/query/spellingCorrection.ts'
import type { FtsQuery } from '#server/search/storage/ftsQuery.ts'
import { type RangedQuery, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import type { CaseQuery, FoundCases, Paging, ResultPage, Visibility } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'

type Reader = IndexReader & QueryRewriter

/** What an engine searches for a page of cases, as data. */
export type CasePlan = {
  rewritten: RewrittenQuery
  /** All conditions with the words of the query, matched in full or nearly; undefined when nothing can match. */
  bounds: RangedQuery | undefined
  /** The same matched in full only; undefined when there are no near matches. */
  full: RangedQuery | undefined
}

export function planCases(reader: Reader, query: CaseQuery, visibility: Visibility): CasePlan {
  const rewritten = rewriteQuery(reader, query, visibility)
  const boundsOf = (words: FtsQuery | undefined) => visible(compileCaseQuery(reader.database, query, words), visibility)
  return { rewritten, bounds: boundsOf(rewritten.ftsQuery), full: rewritten.full && boundsOf(rewritten.full) }
}

/** The query whose matches are counted by facets: all conditions except the facet filters. */
export const facetBounds = (reader: Reader, query: CaseQuery, visibility: Visibility) =>
  visible(
    compileCaseQuery(reader.database, withoutListFilters(query), rewriteQuery(reader, query, visibility).ftsQuery),
    visibility,
  )

function visible(
  { ftsQuery, ...range }: Omit<RangedQuery, 'ftsQuery'> & { ftsQuery: FtsQuery | undefined },
  visibility: Visibility,
): RangedQuery | undefined {
  return ftsQuery === undefined ? undefined : { ftsQuery: restrictToVisible(ftsQuery, visibility), ...range }
}

type PageOfCases = ResultPage & { fullCount: number }
type Found = { query: CaseQuery; paging: Paging; rewritten: RewrittenQuery; page: PageOfCases }

/** A page, how the query was rewritten, and a suggestion if the page is poor. */
export function describePage(reader: Reader, { query: { parsed }, paging, rewritten, page }: Found): FoundCases {
  const { understood, marks, relaxed, proximityRelaxed } = rewritten
  const isPoor = page.fullCount < limits.search.few_results
  return {
    ...page, understood, marks, relaxed, proximityRelaxed,
    suggestion: parsed && isPoor ? suggestCorrection(reader, parsed, { visibility: paging, relaxed: relaxed ?? [] }) : null,
    entity: parsed ? findEntity(reader, parsed.text, paging) : null,
  } // prettier-ignore
}
