/**
 * The types of the demo library. Texts use the small markup of `markup.ts`, so that a Dhivehi reader can review them
 * without knowing how a judgment is stored.
 */

/** The kinds of cases: a phrase is used in cases of its kinds. */
export const caseKinds = [
  'theft', 'debt', 'divorce', 'tenancy', 'drugs', 'employment', 'custody', 'land', 'assault', 'contract', 'inheritance',
  'fraud', 'compensation', 'appeal', 'review',
] as const // prettier-ignore

export type CaseKind = (typeof caseKinds)[number]

export type SeedCaseNumber = { number: string; submission_date: string; registration_date: string }

type AnnotationType = 'general' | 'positive' | 'neutral' | 'warning' | 'caution'

type SeedAnnotation = {
  type: AnnotationType
  /** One of the two categories of the specification: `editorial` (editorial comment) or `usul` (principle). */
  category: 'editorial' | 'usul'
  title: string
  content: string
}

export type SeedRelatedCase = {
  /** A name of `reference.ts` relation_types. */
  type: string
  number: string
  /** A name of `reference.ts` case_statuses. */
  status: string
  /** HTML, or null where nothing is to be said. */
  description: string | null
}

/** A complete judgment, written by hand. */
export type SeedJudgment = {
  /** The first number is the main one. */
  case_numbers: SeedCaseNumber[]
  /** Court code, as in `courts.csv`. */
  court: string
  title: string
  /** Names of `reference.ts` case_types. */
  case_types: string[]
  claimant: string[]
  respondant: string[]
  interpleader: string[]
  /** YYYY-MM-DD */
  closed_date: string
  /** Names of `reference.ts` judges, presiding judge first. */
  judges: string[]
  /** Names of `reference.ts` case_statuses. */
  statuses: string[]
  /** HTML, or null. */
  status_details: string | null
  /** Divided by commas. */
  keywords: string
  related_cases: SeedRelatedCase[]
  /** key → text, referred to from the text as `[^key]`. */
  footnotes: Record<string, string>
  /** key → note, referred to from the text as `{key|the words it is about}`. */
  annotations: Record<string, SeedAnnotation>
  /** The judgment in the markup of `markup.ts`. */
  text: string
}

/** A complete judgment without its head and signature, which `frame.ts` adds; written by hand. */
export type BriefJudgment = Pick<
  SeedJudgment,
  'court' | 'title' | 'case_types' | 'claimant' | 'respondant' | 'closed_date' | 'judges' | 'keywords' | 'text'
> & {
  kind: CaseKind
  /** The only case number. */
  number: string
  submission_date: string
  registration_date: string
  /** Of the cases that it cites or decides on appeal. */
  related_cases?: SeedRelatedCase[]
  /** The status of the case; the first one of `reference.ts` where nothing is said. */
  status?: string
  footnotes?: SeedJudgment['footnotes']
  annotations?: SeedJudgment['annotations']
}

export type SeedPhrase = {
  dhivehi_phrase: string
  english_phrase: string
  arabic_phrase: string
  /** At most 225 letters. */
  short_meaning: string
  /** Rich text (HTML: p, strong, em, ul, ol, li, blockquote). */
  meaning: string
  /** The kinds of the cases that it is used in. */
  kinds: CaseKind[]
}

export type SeedPage = { name: string; route: string; page_content: string }
