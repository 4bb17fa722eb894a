import type { Delta } from '#shared/delta/delta.ts'
import type { SeedCaseNumber, SeedRelatedCase } from './shapes.ts'

/** A case file to insert: references by name, without ids. */
export type SeedCase = {
  reference: string
  case_numbers: SeedCaseNumber[]
  court: string
  title: string
  case_types: string[]
  claimant: string[]
  respondant: string[]
  interpleader: string[]
  closed_date: string
  judges: string[]
  statuses: string[]
  status_details: string | null
  keywords: string
  related_cases: SeedRelatedCase[]
  case_content: Delta
  /** A name of `shapes.ts` caseKinds, or another for a case without phrases. */
  kind: string
}
