import type { ParsedQuery } from '#shared/text/query/tree.ts'
import type {
  Completions,
  CaseQuery,
  FacetCounts,
  FoundCases,
  FoundPhrases,
  Paging,
  Visibility,
  Snapshot,
  Span,
  UnfinishedQuery,
} from './types.ts'

/** The port to whatever finds things. Embedded: SQLite FTS5 (`workers/openIndex.ts`). */
export type SearchIndex = {
  searchCases: (query: CaseQuery, paging: Paging) => Promise<FoundCases>
  /** The page, and behind it its facets of the same moment; null where there are too many matches to divide at once. */
  searchWithFacets: (
    query: CaseQuery,
    paging: Paging,
  ) => { page: Promise<FoundCases>; facets: Promise<FacetCounts | null> }
  /** How all cases that match divide, however many; a facet leaves out its own filter. */
  countFacets: (query: CaseQuery, visibility: Visibility) => Promise<FacetCounts>
  searchPhrases: (parsed: ParsedQuery, paging: Paging) => Promise<FoundPhrases>
  /** What may be meant by what was typed so far; `sight` says of what also that which is not published may be seen. */
  findCompletions: (query: UnfinishedQuery, visibility: { cases: boolean; phrases: boolean }) => Promise<Completions>
  /** Where names of parties stand in what was typed. */
  findPartyNames: (text: string) => Promise<Span[]>
  /** Resolves once everything committed before the call can be found. */
  waitForRefresh: () => Promise<void>
  /** Resolves once nothing is found any more that was deleted or unpublished before the call. */
  waitForDeletions: () => Promise<void>
  /** Nothing is found from now on that was deleted or unpublished before this moment. Undefined while nothing is answered. */
  deletionsAppliedUpTo: () => Snapshot | undefined
  close: () => Promise<void>
}
