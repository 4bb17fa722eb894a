import type { NumberedCase } from './search.ts'
import type { AnalysisOfFile } from './analyses.ts'
import type { Change } from './crud.ts'

/** The response envelope (specification §8). */

export type Success<Body extends object = object> = { Status: 'success'; Message: string } & Body

export type Failure = {
  Status: 'error'
  Message: string
  /** The error code, a row of `shared/messages.ts`. */
  code: string
  /** Validation errors by field, and details of some errors. */
  payload: {
    errors: Record<string, string[]>
    /** The cases that an ambiguous case number may refer to. */
    candidates?: NumberedCase[]
    /** The number of pages, when the requested page is past the end. */
    pages?: number
    /** The changes of other users since the version that was sent (optimistic locking). */
    changes?: Change[]
    /** The analyses that have the PDF of a save already. */
    duplicates?: AnalysisOfFile[]
  }
}

export type Answer<Body extends object = object> = Success<Body> | Failure
