import { z } from 'zod'
import { limits } from '../limits.ts'
import { referencePattern, searchTypes, sorts } from '../searchTypes.ts'

export { searchTypes, sorts, type SearchType, type Sort } from '../searchTypes.ts'

const query = z.string().max(limits.search.max_letters)
const page = z.int().min(1).max(limits.search.max_page)
const id = z.int().min(1)
const day = z.iso.date()
export const reference = z.string().regex(referencePattern)

export const searchInput = z.strictObject({
  Type: z.enum(searchTypes),
  Query: query,
  Page: page.optional(),
  Sort: z.enum(sorts).optional(),
})
export type SearchInput = z.infer<typeof searchInput>

/** The filters of the modal. Days are YYYY-MM-DD, either end may be missing. */
export const caseFilters = {
  Query: query.optional(),
  CaseNumber: z.string().max(64).optional(),
  ClosedDate: z
    .strictObject({ from: day.optional(), to: day.optional() })
    .refine((range) => !range.from || !range.to || range.from <= range.to, 'range-reversed')
    .optional(),
  Court: id.optional(),
  Judges: z.array(id).max(50).optional(),
  CaseTypes: z.array(id).max(50).optional(),
  Claimant: z.string().max(200).optional(),
  Respondant: z.string().max(200).optional(),
}

export const advancedSearchInput = z.strictObject({
  Type: z.literal('CaseFile'),
  ...caseFilters,
  Page: page.optional(),
  Sort: z.enum(sorts).optional(),
})
export type AdvancedSearchInput = z.infer<typeof advancedSearchInput>
export type CaseFilters = Omit<AdvancedSearchInput, 'Type' | 'Page' | 'Sort'>

export const findInput = z.strictObject({
  Type: z.enum(searchTypes),
  Reference: reference,
  /** Also the full text: asked for by the text tab only. */
  Text: z.boolean().optional(),
})
export const caseNumberInput = z.strictObject({ CaseNumber: z.string().min(1).max(64) })
export const copyInput = z.strictObject({ Reference: reference, Letters: z.int().min(1) })

export type Named = { id: number; name: string }
export type StatusChip = { name: string; icon: string; color: string }

/** A piece of a text in which the words that were searched are marked. `text` never splits a letter from its vowel. */
export type Snippet = { text: string; marked: boolean }[]

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

/** Stands beside `data` in every answer of a search. */
export type SearchResult<Card = CaseCard | PhraseCard> = {
  data: Card[]
  count: number
  countIsExact: boolean
  page: number
  pages: number
  /** The reference of the one case whose number was asked for. */
  redirect: string | null
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

export type Meta = { Courts: Named[]; Judges: Named[]; CaseTypes: Named[] }
