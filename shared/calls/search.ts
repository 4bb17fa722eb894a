import { z } from 'zod'
import type { Annotation, Footnote } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import type { HighlightedPart } from '#shared/text/query/snippets.ts'
import { referencePattern, searchTypes, sorts } from '#shared/searchTypes.ts'
import { id } from './record.ts'

export type { Annotation, AnnotationType, Footnote } from '#shared/delta/delta.ts'
export type { HighlightedPart } from '#shared/text/query/snippets.ts'
export { searchTypes, sorts, type SearchType, type Sort } from '#shared/searchTypes.ts'

const query = z.string().max(limits.search.passage_letters)
const page = z.int().min(1).max(limits.search.max_page)
const ids = z.array(id).max(limits.search.chosen)
const day = z.iso.date()
const year = z.int().min(limits.search.first_year).max(limits.search.last_year)
const party = z.string().max(limits.search.party_letters)
/**
 * Whether to return facet counts. When the matches are too many to count without a delay, `facets` is null, and the client
 * requests them again with `only`, without the page.
 */
const facets = z.union([z.boolean(), z.literal('only')])
export const reference = z.string().max(24).regex(referencePattern)

/** False for a search that the user ran before: it is not recorded in the search log again. */
const log = z.boolean()

export const searchInput = z.strictObject({
  Type: z.enum(searchTypes),
  Query: query,
  Page: page.optional(),
  Sort: z.enum(sorts).optional(),
  Facets: facets.optional(),
  Log: log.optional(),
})
export type SearchInput = z.infer<typeof searchInput>

/** The filters of the advanced search. Dates are YYYY-MM-DD; either end may be missing. */
const caseFilters = {
  Query: query.optional(),
  CaseNumber: z.string().max(limits.search.number_letters).optional(),
  ClosedDate: z
    .strictObject({ from: day.optional(), to: day.optional() })
    .refine((range) => !range.from || !range.to || range.from <= range.to, 'range-reversed')
    .optional(),
  Court: id.optional(),
  /** Any of these, in addition to `Court`. */
  Courts: ids.optional(),
  Judges: ids.optional(),
  CaseTypes: ids.optional(),
  Statuses: ids.optional(),
  /** Years of the closing date. */
  Years: z.array(year).max(limits.search.chosen).optional(),
  Claimant: party.optional(),
  Respondant: party.optional(),
}

/** At least one filter is required, which the schema cannot express. */
export const advancedSearchInput = z
  .strictObject({
    Type: z.literal('CaseFile'),
    ...caseFilters,
    Page: page.optional(),
    Sort: z.enum(sorts).optional(),
    Facets: facets.optional(),
    Log: log.optional(),
  })
  .meta({ examples: [{ Type: 'CaseFile', Query: 'contract', ClosedDate: { from: '2020-01-01' } }] })
export type AdvancedSearchInput = z.infer<typeof advancedSearchInput>
export type CaseFilters = Omit<AdvancedSearchInput, 'Type' | 'Page' | 'Sort' | 'Facets' | 'Log'>

export const suggestInput = z.strictObject({
  Query: z.string().max(limits.search.max_letters),
  Type: z.enum(searchTypes).optional(),
})
/** Records which result was opened; `Position` is its rank among all results, from 1; 0 for the case of a typed number. */
export const clickedInput = z.strictObject({
  Trace: z.string().min(1).max(64),
  Position: z
    .int()
    .min(0)
    .max(limits.search.max_page * limits.search.page_size),
})

export const findInput = z.strictObject({
  Type: z.enum(searchTypes),
  Reference: reference,
  /** Also return the full text; only the text tab requests it. */
  Text: z.boolean().optional(),
})
export const citationsInput = z.strictObject({ Reference: reference })
export const caseNumberInput = z.strictObject({ CaseNumber: z.string().min(1).max(limits.search.number_letters) })
export const caseNumbersInput = z.strictObject({
  CaseNumbers: z.array(z.string().min(1).max(limits.search.number_letters)).min(1).max(limits.search.numbers_at_once),
})
export const copyInput = z.strictObject({ Reference: reference, Letters: z.int().min(1).max(limits.document.letters) })
export const printInput = z.strictObject({ Reference: reference })

export type Named = { id: number; name: string }
export type StatusChip = { name: string; icon: string; color: string }

/**
 * A snippet. `paragraph` is the number of its block in the judgment (`shared/delta/blocks.ts`); footnotes are numbered
 * after the blocks. `printed` is the number that the judgment gives the paragraph, and `footnote` the footnote number.
 */
export type Snippet = { paragraph: number; printed: number | null; footnote: number | null; pieces: HighlightedPart[] }

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
  /** The case does not match all of the query: a word is missing, in another spelling, or another word for the same. */
  near?: true
}

export type PhraseCard = {
  reference: string
  dhivehi_phrase: string
  english_phrase: string
  arabic_phrase: string
  short_meaning: string
  used_cases: { number: string; reference: string }[]
}

/** A facet value and the number of matches that have it, ignoring other selections in the same facet. */
export type FacetValue = { value: number; name: string; count: number }
export const facetNames = ['court', 'year', 'case_type', 'judge', 'status'] as const
export type FacetName = (typeof facetNames)[number]
export type Facets = Record<FacetName, FacetValue[]>

/** A repair of the query: a code of `repairs` in `shared/messages.ts` and the part of the query that it concerns. */
export type Repair = { code: string; at: string }

export type NumberedCase = { number: string; reference: string; title: string }

/** The cases for a query that is a case number: one match, several, or none with the nearest numbers. */
export type NumberAnswer = { state: 'found' | 'ambiguous' | 'missing'; cases: NumberedCase[] }

/** What a case number in a text refers to: its case with its court, several cases, or none that the reader may see. */
export type ResolvedNumber = {
  written: string
  state: NumberAnswer['state']
  case: (NumberedCase & { court: string | null }) | null
}

/** The entity that the query names, and the number of its cases. A party is only a name and has no id. */
export type Entity = { kind: 'judge' | 'court' | 'party'; id: number | null; name: string; count: number }

type SuggestionKind = 'number' | 'party' | 'judge' | 'court' | 'phrase' | 'word'
export type Suggestion = { kind: SuggestionKind; text: string; reference?: string; id?: number; count?: number }

/** The response of a search. */
export type SearchResult<Card = CaseCard | PhraseCard> = {
  /** Full matches before near ones. */
  data: Card[]
  count: number
  /** The number of cases that match all of the query. With few of them, or with synonyms, near matches follow, which `count` includes. */
  fullCount: number
  countIsExact: boolean
  page: number
  pages: number
  /** The reference of the case to open, when the query is its case number. */
  redirect: string | null
  /** Null unless requested, and when they must be requested separately. */
  facets: Facets | null
  /** Spelling correction: a query with more results, when this one has few. */
  suggestion: string | null
  /** The query as the two words that its only word may be joined from, when it finds nothing. */
  split: string | null
  /** What was searched in addition: a transliteration in Thaana, meanings of English and Arabic terms, and synonyms. */
  understood: string | null
  /** The unknown words that near matches have in another spelling; null without near matches. */
  relaxed: { word: string; as: string[] }[] | null
  /**
   * Folded words to highlight in addition to the query: those of `understood`, and all its Thaana transliterations. Several
   * words with spaces between are highlighted only where they are adjacent.
   */
  marks: string[]
  repairs: Repair[]
  numbers: NumberAnswer | null
  entity: Entity | null
  /** The id of the search log entry, sent to `g/clicked` when a result is opened. */
  trace: string | null
}

export type RelatedCase = {
  type: string
  number: string
  status: string
  description: string | null
  /** Null when that case is not in the library or not visible to the user. */
  reference: string | null
}

export type CaseText = { case_content: string; footnotes: Footnote[]; annotations: Annotation[] }

export type CaseDetails = CaseSummary & {
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

/** A case as hover cards and lists of citations show it. */
export type CaseSummary = Omit<CaseCard, 'matches'>

/** A case number that is marked in a text. `case`: null when it is not in the library or not visible to the user. */
type CitedNumber = { number: string; case: CaseSummary | null }

/** The cases that a case cites, in the order of its text, and the newest ones that cite it. */
export type Citations = { cites: CitedNumber[]; cited_by: CaseSummary[]; cited_by_count: number }

/** A phrase of the dictionary, which the reader finds in a text. */
export type Definition = Pick<PhraseCard, 'reference' | 'dhivehi_phrase'>

export type PhraseDetails = PhraseCard & { meaning: string }

/** A choice of a filter; its list is filtered by `english` too. */
export type FilterChoice = Named & { english?: string }

/** The choices of the filters. `Codes`: the court codes of this installation, which also identify case numbers in a text. */
export type Meta = { Courts: FilterChoice[]; Judges: FilterChoice[]; CaseTypes: FilterChoice[]; Codes: string[] }
