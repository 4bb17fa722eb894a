import type { Entity, FacetName, Sort } from '#shared/calls/search.ts'
import type { ParsedQuery } from '#shared/text/query/tree.ts'

/** Shapes that pass between the layers of the search, and through its port. */

/** What to look for among case files. Every condition that is given must hold. */
export type CaseQuery = {
  /** The words of the query and how they are joined. */
  parsed?: ParsedQuery
  /** Only in these parts. */
  claimant?: string
  respondant?: string
  /** Names, of which one is that of a party. */
  parties?: string[]
  number?: CaseNumberQuery
  /** The number of the case that the words, or else the number, were completed to. */
  completed?: CaseNumberQuery
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
  /** A filter names what there is not. */
  impossible?: true
}

/** A case number, and the keys that it may mean; a part of a number has none. */
export type CaseNumberQuery = { written: string; keys: string[] }

/** The beginning of a query as it is typed; `keys` are those of the case number that it may be. */
export type UnfinishedQuery = { parsed: ParsedQuery; keys: string[] }

export type Paging = {
  sort: Sort
  page: number
  page_size: number
  /** Also what is not published. */ unpublished: boolean
}

/** What one person may find: all there is, or only what is published. */
export type Visibility = { unpublished: boolean }

export type Found = {
  /** The page, best first. */
  ids: number[]
  /** All that match, exactly. */
  count: number
}

/** A page of cases, and what the query was understood to mean. */
export type FoundCases = Found & {
  /** Words that were searched beside those that were typed: as they are shown, and all that are marked. */
  understood: string | null
  marks: string[]
  /** No case holds all of it: cases that hold a part are found. */
  partial: boolean
  /** The most frequent of very many frequent words were left out. */
  termsDropped: boolean
  /** Frequent words that were to be near each other are looked for anywhere in a case. */
  proximityRelaxed: boolean
  suggestion: string | null
  entity: Entity | null
}

/** Phrases, and what the query was understood to mean or may mean instead. */
export type FoundPhrases = Found & { understood: string | null; marks: string[]; suggestion: string | null }

/** How many of the matches have each value, the most frequent first. */
export type FacetCounts = Record<FacetName, [value: number, count: number][]>

/** What may be meant by what was typed so far: rows of PostgreSQL by their ids, and texts of the index's own. */
export type Completions = { cases: number[]; phrases: number[]; names: Entity[]; words: string[] }

/** A part of a text, in UTF-16 units. */
export type Span = { start: number; end: number }

/** What was committed at one moment, as PostgreSQL writes it. */
export type Snapshot = string
