import type { z } from 'zod'
import type { LoginAnswer, loginInput, SessionAnswer } from '#shared/calls/auth.ts'
import type { PageAnswer, pageInput } from '#shared/calls/pages.ts'
import type {
  AdvancedSearchInput,
  caseNumberInput,
  clickedInput,
  CaseCard,
  CaseDetails,
  CaseText,
  copyInput,
  findInput,
  Meta,
  PhraseDetails,
  SearchInput,
  SearchResult,
  suggestInput,
  Suggestion,
} from '#shared/calls/search.ts'
import type { SearchesAnswer, SearchesInput } from '#shared/calls/searches.ts'

type Nothing = Record<string, never>

/** Every call that is made by POST: what it takes, and what its answer holds beside `Status` and `Message`. */
export type Calls = {
  'auth/login': { input: z.input<typeof loginInput>; answer: LoginAnswer }
  'auth/logout': { input: Nothing; answer: object }
  'g/getMeta': { input: Nothing; answer: Meta }
  'g/search': { input: SearchInput; answer: SearchResult }
  'g/advancedSearch': { input: AdvancedSearchInput; answer: SearchResult<CaseCard> }
  'g/suggest': { input: z.input<typeof suggestInput>; answer: { data: Suggestion[] } }
  'g/clicked': { input: z.input<typeof clickedInput>; answer: object }
  'g/find': { input: z.input<typeof findInput>; answer: { data: (CaseDetails & Partial<CaseText>) | PhraseDetails } }
  'g/getRefByCN': { input: z.input<typeof caseNumberInput>; answer: { Reference: string } }
  'g/copy': { input: z.input<typeof copyInput>; answer: object }
  'searches/get': { input: SearchesInput; answer: SearchesAnswer }
  'p/getDp': { input: z.input<typeof pageInput>; answer: PageAnswer }
}

/** The calls that are made by GET take nothing. */
export type Reads = {
  'auth/me': SessionAnswer
  'auth/refresh': SessionAnswer
}
