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

/** The port to a search index (`workers/openIndex.ts`): the cases are in an embedded index, or in OpenSearch. */
export type SearchIndex = {
  searchCases: (query: CaseQuery, paging: Paging) => Promise<FoundCases>
  /** The page, then its facets of the same snapshot; null when there are too many matches to count with the page. */
  searchWithFacets: (
    query: CaseQuery,
    paging: Paging,
  ) => { page: Promise<FoundCases>; facets: Promise<FacetCounts | null> }
  /** Facet counts of all matches, however many; a facet ignores its own filter. */
  countFacets: (query: CaseQuery, visibility: Visibility) => Promise<FacetCounts>
  searchPhrases: (parsed: ParsedQuery, paging: Paging) => Promise<FoundPhrases>
  /** Completions of an unfinished query; `visibility`: whether unpublished cases and phrases are included. */
  findCompletions: (query: UnfinishedQuery, visibility: { cases: boolean; phrases: boolean }) => Promise<Completions>
  /** The positions of party names in a text. */
  findPartyNames: (text: string) => Promise<Span[]>
  /** Resolves once everything committed before the call can be found. */
  waitForRefresh: () => Promise<void>
  /** Resolves once deletions and unpublications that were committed before the call are applied. */
  waitForDeletions: () => Promise<void>
  /** The snapshot up to which deletions and unpublications are applied; undefined until the index is ready. */
  deletionsAppliedUpTo: () => Snapshot | undefined
  /** The snapshot up to which every change is indexed; undefined until the index is ready and has caught up once. */
  indexedUpTo: () => Snapshot | undefined
  /** Resolves when what has the cases answers. */
  ping: () => Promise<unknown>
  close: () => Promise<void>
}
