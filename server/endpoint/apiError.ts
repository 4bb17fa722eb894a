import { type FieldCode, fieldMessages, fill, type Language, type ApiErrorCode, apiErrors } from '#shared/messages.ts'
import type { Failure } from '#shared/calls/answer.ts'

export type FieldProblem = { code: FieldCode; values?: Record<string, string | number> }

type ApiErrorDetails = {
  /** Field → everything wrong with it. */
  fields?: Record<string, FieldProblem[]>
  /** Fills the `{…}` of the sentence. */
  values?: Record<string, string | number>
  /** What stands beside the errors in the payload, for a screen that can do more than say no. */
  more?: object
  /** When it is worth trying again. */
  retryAfterSeconds?: number
}

/** What the server says no with: a code of the table, and the fields it is about. Everything else that is thrown is a fault. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly fields: Record<string, FieldProblem[]>
  readonly values: Record<string, string | number>
  readonly more: object
  readonly retryAfterSeconds: number | undefined

  constructor(code: ApiErrorCode, { fields = {}, values = {}, more = {}, retryAfterSeconds }: ApiErrorDetails = {}) {
    super(code)
    this.code = code
    this.fields = fields
    this.values = values
    this.more = more
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status() {
    return apiErrors[this.code][0]
  }

  /** The answer, in the reader's language. */
  toAnswer(language: Language): Failure {
    const [, dv, en] = apiErrors[this.code]
    const errors = Object.entries(this.fields).map(([field, problems]) => [
      field,
      problems.map(({ code, values }) => fill(fieldMessages[code][language === 'dv' ? 0 : 1], values)),
    ])
    return {
      Status: 'error',
      Message: fill(language === 'dv' ? dv : en, this.values),
      code: this.code,
      payload: { errors: Object.fromEntries(errors) as Record<string, string[]>, ...this.more },
    }
  }
}

/** Whoever asks for a page behind the last is told how many there are; `more` as in a `Refusal`. */
export const pageOutOfRange = (pages: number, more: object = {}) =>
  new ApiError('page-past-end', {
    values: { pages },
    fields: { Page: [{ code: 'too-big', values: { maximum: pages } }] },
    more,
  })
