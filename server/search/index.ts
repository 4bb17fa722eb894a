import type { Sort } from '#shared/calls/search.ts'
import type { FoundCases } from './answers.ts'
import type { Snapshot } from './changes.ts'
import type { Sight } from './enumerate.ts'
import type { FacetCounts } from './facetCounts.ts'
import type { Span } from './parties.ts'
import type { Beginnings } from './suggestions.ts'

/** What to look for among case files. Everything that is given must hold. */
export type CaseQuery = {
  /** Words; quoted ones stand together. */
  text?: string
  /** Only in these parts. */
  claimant?: string
  respondant?: string
  /** Names, of which one is that of a party. */
  parties?: string[]
  /** A case number or a part of one. */
  number?: string
  /** The number of the case that the text, or else the number, was completed to. */
  completed?: string
  closed_from?: string
  closed_to?: string
  courts?: number[]
  judges?: number[]
  case_types?: number[]
  statuses?: number[]
  /** Of closing. */
  years?: number[]
  /** Those whose names stand in the text: they hold beside what was chosen, and no facet leaves them out. */
  named?: { courts?: number[]; judges?: number[]; case_types?: number[] }
  /** Codes that only courts of this library have (`isCodeAmong`): its numbers are told by them. */
  codes?: string[]
  /** A filter names what there is not. */
  impossible?: true
}

export type Found = {
  /** The page, best first. */
  ids: number[]
  /** All that match, exactly. */
  count: number
}

/** Phrases, and what the query was understood to mean or may mean instead. */
export type FoundPhrases = Found & { understood: string | null; marks: string[]; suggestion: string | null }

export type Paging = {
  sort: Sort
  page: number
  page_size: number
  /** Also what is not published. */ unpublished: boolean
}

/** The port to whatever finds things. Embedded: SQLite FTS5. */
export type SearchIndex = {
  searchCases: (query: CaseQuery, paging: Paging) => Promise<FoundCases>
  /** The page, and behind it its facets of the same moment; null where there are too many matches to divide at once. */
  searchDivided: (
    query: CaseQuery,
    paging: Paging,
  ) => { page: Promise<FoundCases>; facets: Promise<FacetCounts | null> }
  /** How all cases that match divide, however many; a facet leaves out its own filter. */
  countFacets: (query: CaseQuery, sight: Sight) => Promise<FacetCounts>
  searchPhrases: (text: string, paging: Paging) => Promise<FoundPhrases>
  /** What may be meant by what was typed so far; `sight` says of what also that which is not published may be seen. */
  findBeginnings: (
    query: Pick<CaseQuery, 'text' | 'codes'>,
    sight: { cases: boolean; phrases: boolean },
  ) => Promise<Beginnings>
  /** Where names of parties stand in what was typed. */
  findParties: (text: string) => Promise<Span[]>
  /** Resolves once everything committed before the call can be found. */
  caughtUp: () => Promise<void>
  /** Resolves once nothing is found any more that was deleted or unpublished before the call. */
  takenOut: () => Promise<void>
  /** Nothing is found from now on that was deleted or unpublished before this moment. Undefined while nothing is answered. */
  heardUpTo: () => Snapshot | undefined
  close: () => Promise<void>
}
