import { z } from 'zod'
import { limits } from '../limits.ts'
import { referencePattern, searchTypes, sorts } from '../searchTypes.ts'

export { searchTypes, sorts, type SearchType, type Sort } from '../searchTypes.ts'

const query = z.string().max(limits.search.passage_letters)
const page = z.int().min(1).max(limits.search.max_page)
const id = z.int().min(1)
const ids = z.array(id).max(limits.search.chosen)
const day = z.iso.date()
const year = z.int().min(limits.search.first_year).max(limits.search.last_year)
const party = z.string().max(limits.search.party_letters)
/**
 * Also how the matches divide, for the filters beside them. Where they are so many that the page would have to wait,
 * `facets` is null: then it is asked for again, `only` this, without the page.
 */
const facets = z.union([z.boolean(), z.literal('only')])
export const reference = z.string().regex(referencePattern)

export const searchInput = z.strictObject({
  Type: z.enum(searchTypes),
  Query: query,
  Page: page.optional(),
  Sort: z.enum(sorts).optional(),
  Facets: facets.optional(),
})
export type SearchInput = z.infer<typeof searchInput>

/** The filters of the modal. Days are YYYY-MM-DD, either end may be missing. */
export const caseFilters = {
  Query: query.optional(),
  CaseNumber: z.string().max(limits.search.number_letters).optional(),
  ClosedDate: z
    .strictObject({ from: day.optional(), to: day.optional() })
    .refine((range) => !range.from || !range.to || range.from <= range.to, 'range-reversed')
    .optional(),
  Court: id.optional(),
  /** Any of these, beside `Court`. */
  Courts: ids.optional(),
  Judges: ids.optional(),
  CaseTypes: ids.optional(),
  Statuses: ids.optional(),
  /** Years in which a case was closed. */
  Years: z.array(year).max(limits.search.chosen).optional(),
  Claimant: party.optional(),
  Respondant: party.optional(),
}

/** Of the filters at least one is needed, which a schema does not say. */
export const advancedSearchInput = z
  .strictObject({
    Type: z.literal('CaseFile'),
    ...caseFilters,
    Page: page.optional(),
    Sort: z.enum(sorts).optional(),
    Facets: facets.optional(),
  })
  .meta({ examples: [{ Type: 'CaseFile', Query: 'contract', ClosedDate: { from: '2020-01-01' } }] })
export type AdvancedSearchInput = z.infer<typeof advancedSearchInput>
export type CaseFilters = Omit<AdvancedSearchInput, 'Type' | 'Page' | 'Sort' | 'Facets'>

export const suggestInput = z.strictObject({
  Query: z.string().max(limits.search.max_letters),
  Type: z.enum(searchTypes).optional(),
})
/** Tells which result was opened: `Position` is its place among all results, from 1. */
export const clickedInput = z.strictObject({
  Trace: z.string().min(1).max(64),
  Position: z
    .int()
    .min(1)
    .max(limits.search.max_page * limits.search.page_size),
})

export const findInput = z.strictObject({
  Type: z.enum(searchTypes),
  Reference: reference,
  /** Also the full text: asked for by the text tab only. */
  Text: z.boolean().optional(),
})
export const caseNumberInput = z.strictObject({ CaseNumber: z.string().min(1).max(limits.search.number_letters) })
export const copyInput = z.strictObject({ Reference: reference, Letters: z.int().min(1) })

export type Named = { id: number; name: string }
export type StatusChip = { name: string; icon: string; color: string }

/** A piece of a text; marked where it is what was searched. `text` never splits a letter from its vowel. */
export type Piece = { text: string; marked: boolean }

/**
 * A passage; `paragraph` is the number of its block in the judgment (`shared/delta/blocks.ts`), behind which the
 * footnotes are counted on, `printed` the number that the judgment itself gives that paragraph, and `footnote` which
 * footnote it is.
 */
export type Snippet = { paragraph: number; printed: number | null; footnote: number | null; pieces: Piece[] }

export type CaseCard = {
  reference: string
  case_numbers: { number: string }[]
  case_numbers_text: string
  title: string
  court: Named
  case_types_text: string
  formatted_claimant: string
  formatted_respondant: string
  closed_date: string | null
  statuses: StatusChip[]
  matches: Snippet[]
}

export type PhraseCard = {
  reference: string
  dhivehi_phrase: string
  english_phrase: string
  arabic_phrase: string
  short_meaning: string
  used_cases: { number: string; reference: string }[]
}

/** One value of a facet: how many of the matches have it, whatever else of its facet is chosen. */
export type FacetValue = { value: number; name: string; count: number }
export const facetNames = ['court', 'year', 'case_type', 'judge', 'status'] as const
export type FacetName = (typeof facetNames)[number]
export type Facets = Record<FacetName, FacetValue[]>

/** What was mended in a query, as a code of `repairs` in `shared/messages.ts`, and the part of the query it is about. */
export type Repair = { code: string; at: string }

export type NumberedCase = { number: string; reference: string; title: string }

/** What a query that is a case number means: its case, several, or none and the nearest there are. */
export type NumberAnswer = { state: 'found' | 'ambiguous' | 'missing'; cases: NumberedCase[] }

/** Whose name a query is, and in how many cases it stands. A party has no id: it is a name and no more. */
export type Entity = { kind: 'judge' | 'court' | 'party'; id: number | null; name: string; count: number }

export const suggestionKinds = ['number', 'party', 'judge', 'court', 'phrase', 'word'] as const
export type Suggestion = { kind: (typeof suggestionKinds)[number]; text: string; reference?: string; id?: number }

/** Stands beside `data` in every answer of a search. */
export type SearchResult<Card = CaseCard | PhraseCard> = {
  data: Card[]
  count: number
  countIsExact: boolean
  page: number
  pages: number
  /** The reference of the one case whose number was asked for. */
  redirect: string | null
  /** Null unless asked for, and where they have to be asked for alone. */
  facets: Facets | null
  /** Another query that finds something, where this one finds next to nothing. */
  suggestion: string | null
  /** The Thaana words that a query typed in Latin letters was read as, and that were searched beside it. */
  understood: string | null
  /** All words, folded, that are marked beside those that were typed: every reading of what was typed in Latin letters. */
  marks: string[]
  repairs: Repair[]
  numbers: NumberAnswer | null
  entity: Entity | null
  /** Under which `g/clicked` tells what was opened. */
  trace: string | null
}

export type RelatedCase = {
  type: string
  number: string
  status: string
  description: string | null
  /** Null when that case is not in the library, or not to be seen. */
  reference: string | null
}

export type Footnote = { key: string; content: string }
export type AnnotationType = 'general' | 'positive' | 'neutral' | 'warning' | 'caution'
export type Annotation = {
  key: string
  content: string
  type: AnnotationType
  title: string
  category: 'editorial' | 'usul'
}

export type CaseText = { case_content: string; footnotes: Footnote[]; annotations: Annotation[] }

export type CaseDetails = Omit<CaseCard, 'matches'> & {
  version: number
  case_types: Named[]
  claimant: string[]
  respondant: string[]
  interpleader: string[]
  formatted_interpleader: string
  judges: Named[]
  keywords: string
  status_details: string | null
  related_cases: RelatedCase[]
}

export type PhraseDetails = PhraseCard & { meaning: string }

/** `Codes`: those that only courts of this library have, by which numbers are told in a text as well. */
export type Meta = { Courts: Named[]; Judges: Named[]; CaseTypes: Named[]; Codes: string[] }
