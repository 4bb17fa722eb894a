import type { Delta } from '#shared/delta/delta.ts'
import type { SeedCaseNumber, SeedRelatedCase } from './shapes.ts'

/** A case file ready to be written: lists by name, ids not yet known. */
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
  /** The bank it was composed from, or the name of the judgment. */
  kind: string
  /** What its order makes of the case that it is about. */
  outcome?: string | undefined
}
