import type { NumberedCase } from './search.ts'
import type { Change } from './crud.ts'

/** The shape of every answer, as the specification's §8 has it. */

export type Success<Body extends object = object> = { Status: 'success'; Message: string } & Body

export type Failure = {
  Status: 'error'
  Message: string
  /** The code of the refusal, a row of `shared/messages.ts`. */
  code: string
  /** Which field was wrong, and each sentence about it. */
  payload: {
    errors: Record<string, string[]>
    /** Of a case number: which cases may be meant. */
    candidates?: NumberedCase[]
    /** Of a page behind the last one: how many there are. */
    pages?: number
    /** Of a record that was changed elsewhere: by whom, and what. */
    changes?: Change[]
  }
}

export type Answer<Body extends object = object> = Success<Body> | Failure
