/**
 * The types of the demo library. Texts use the small markup of `markup.ts`, so that a Dhivehi reader can review them
 * without knowing how a judgment is stored.
 */

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
  /** The passage bank whose phrases it uses. */
  kind: string
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

/** A bank of hand-written passages about one kind of case; most of the library is composed from these. */
export type PassageBank = {
  kind: string
  /** Names of `reference.ts` case_types, the first is the main one. */
  case_types: string[]
  /** Codes of the courts with jurisdiction over this kind; `magistrate` stands for the magistrate courts of the islands. */
  courts: string[]
  /** Is the claimant the State? */
  prosecution: boolean
  /** The number of stories that alternate in every list; passages of different stories are not combined. */
  stories?: number
  /** The claimant is a woman and the respondent a man. */
  woman_claims?: true
  /** The resulting status of the case for each order, a name of `reference.ts` case_statuses. */
  outcomes?: string[]
  titles: string[]
  keywords: string[]
  /** What the claimant asks for. */
  claim: string[]
  /** What the respondent answers. */
  defence: string[]
  /** What happened, and what the evidence shows. */
  facts: string[]
  /** How the court reasons. */
  reasoning: string[]
  /** What the court orders. */
  order: string[]
}

export type SeedPhrase = {
  dhivehi_phrase: string
  english_phrase: string
  arabic_phrase: string
  /** At most 225 letters. */
  short_meaning: string
  /** Rich text (HTML: p, strong, em, ul, ol, li, blockquote). */
  meaning: string
  /** Kinds of the passage banks in whose cases the phrase is used. */
  kinds: string[]
}

export type SeedPage = { name: string; route: string; page_content: string }
