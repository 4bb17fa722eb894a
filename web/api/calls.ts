import type { z } from 'zod'
import type { LoginAnswer, loginInput, SessionAnswer } from '#shared/calls/auth.ts'
import type { FileInput, LinkAnswer } from '#shared/calls/files.ts'
import type { PageAnswer, pageInput } from '#shared/calls/pages.ts'
import type {
  AdvancedSearchInput,
  caseNumberInput,
  CaseCard,
  CaseDetails,
  CaseText,
  copyInput,
  findInput,
  Meta,
  PhraseDetails,
  SearchInput,
  SearchResult,
} from '#shared/calls/search.ts'

type Nothing = Record<string, never>

/** Every call that is made by POST: what it takes, and what its answer holds beside `Status` and `Message`. */
export type Calls = {
  'auth/login': { input: z.input<typeof loginInput>; answer: LoginAnswer }
  'auth/logout': { input: Nothing; answer: object }
  'g/getMeta': { input: Nothing; answer: Meta }
  'g/search': { input: SearchInput; answer: SearchResult }
  'g/advancedSearch': { input: AdvancedSearchInput; answer: SearchResult<CaseCard> }
  'g/find': { input: z.input<typeof findInput>; answer: { data: (CaseDetails & Partial<CaseText>) | PhraseDetails } }
  'g/getRefByCN': { input: z.input<typeof caseNumberInput>; answer: { Reference: string } }
  'g/copy': { input: z.input<typeof copyInput>; answer: object }
  'files/link': { input: FileInput; answer: LinkAnswer }
  'files/delete': { input: FileInput; answer: { data?: { version?: number } } }
  'p/getDp': { input: z.input<typeof pageInput>; answer: PageAnswer }
}

/** The calls that are made by GET take nothing. */
export type Reads = {
  'auth/me': SessionAnswer
  'auth/refresh': SessionAnswer
}
