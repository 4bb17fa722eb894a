import type { Entity, FacetName, Sort } from '#shared/calls/search.ts'
import type { RepairCode } from '#shared/text/query/repairs.ts'
import type { ParsedQuery } from '#shared/text/query/tree.ts'

/** Shapes that pass between the layers of the search, and through its port. */

/** A query for case files. Every condition that is given must match. */
export type CaseQuery = {
  /** The words of the query and how they are joined. */
  parsed?: ParsedQuery
  /** Names that must be in this field. */
  claimant?: string
  respondant?: string
  /** Names, of which one is that of a party. */
  parties?: string[]
  number?: CaseNumberQuery
  /** The complete case number that the words, or else `number`, were completed to. */
  completed?: CaseNumberQuery
  closed_from?: string
  closed_to?: string
  courts?: number[]
  judges?: number[]
  case_types?: number[]
  statuses?: number[]
  /** Years of closing. */
  years?: number[]
  /** Filters named in the text: they apply in addition to the chosen ones, and no facet ignores them. */
  named?: { courts?: number[]; judges?: number[]; case_types?: number[] }
  /** A filter has an unknown name: nothing matches. */
  impossible?: true
}

/** A case number, and the keys that it may mean; an incomplete number has none. */
export type CaseNumberQuery = { written: string; keys: string[] }

/** A query while it is typed; `keys`: those of the case number that it may be. */
export type UnfinishedQuery = { parsed: ParsedQuery; keys: string[] }

export type Paging = {
  sort: Sort
  page: number
  page_size: number
  /** Include unpublished records. */ unpublished: boolean
}

/** What a user may find: all records, or only published ones. */
export type Visibility = { unpublished: boolean }

export type ResultPage = {
  /** The ids of the page, best first. */
  ids: number[]
  /** The exact number of all matches. */
  count: number
}

/** An unknown word of a query, and the library words that near matches have instead. */
export type RelaxedWord = { word: string; as: string[] }

/** A page of cases, and how the query was rewritten. */
export type FoundCases = ResultPage & {
  /** The matches of the whole query, which come before the near matches. */
  fullCount: number
  /** The words that near matches have in another spelling; null without near matches. */
  relaxed: RelaxedWord[] | null
  /** Words that were searched in addition to those that were typed, as shown to the user. */
  understood: string | null
  /** All folded words that were searched in addition, to highlight, and expressions of adjacent ones. */
  marks: string[]
  /** Why expensive proximity was not evaluated. */
  repairs: RepairCode[]
  suggestion: string | null
  /** The query as the two words that its only word may be joined from, when it finds nothing. */
  split: string | null
  entity: Entity | null
}

/** A page of phrases, how the query was rewritten, and a suggestion. */
export type FoundPhrases = ResultPage & { understood: string | null; marks: string[]; suggestion: string | null }

/** The number of matches by facet value, the most frequent first. */
export type FacetCounts = Record<FacetName, [value: number, count: number][]>

/** Completions of an unfinished query: ids of PostgreSQL rows, and names and words of the index. */
export type Completions = { cases: number[]; phrases: number[]; names: Entity[]; words: Completion[] }

/** A completed query, and the number of cases with its last word, up to a limit. */
export type Completion = { text: string; count: number }

/** A part of a text, in UTF-16 units. */
export type Span = { start: number; end: number }

/** A PostgreSQL snapshot as text (`pg_snapshot`): which transactions are visible. */
export type Snapshot = string
