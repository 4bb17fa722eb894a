import {
  type FieldCode,
  fieldMessages,
  inLanguage,
  type Language,
  type ApiErrorCode,
  apiErrors,
} from '#shared/messages.ts'
import { waitInWords } from '#shared/text/format/wait.ts'
import type { Failure } from '#shared/calls/answer.ts'
import { fill } from '#shared/text/format/isolate.ts'
import type { Label } from '#shared/resource/field.ts'
import { limits } from '#shared/limits.ts'

/** A label is filled in in the language of the client. */
export type FieldProblem = { code: FieldCode; values?: Record<string, string | number | Label> }

type ApiErrorDetails = {
  /** Field → its problems. */
  fields?: Record<string, FieldProblem[]>
  /** Values for the placeholders of the message. */
  values?: Record<string, string | number>
  /** Added to the payload next to the errors, for screens that do more than show the message. */
  extraPayload?: object
  /** After how many seconds the client may retry. */
  retryAfterSeconds?: number
}

/**
 * An expected error: a code of the table of messages, and the fields it concerns. Any other thrown error is a fault of
 * the server.
 */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly fields: Record<string, FieldProblem[]>
  readonly values: Record<string, string | number>
  readonly extraPayload: object
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ApiErrorCode,
    { fields = {}, values = {}, extraPayload = {}, retryAfterSeconds }: ApiErrorDetails = {},
  ) {
    super(code)
    this.code = code
    this.fields = fields
    this.values = values
    this.extraPayload = extraPayload
    this.retryAfterSeconds =
      retryAfterSeconds ?? (code === 'unavailable' ? limits.request.retry_after_seconds : undefined)
  }

  get status() {
    return apiErrors[this.code][0]
  }

  /** The response body in the language of the client. Only the first of many invalid fields are listed. */
  toAnswer(language: Language): Failure {
    const [, ...sentence] = apiErrors[this.code]
    const { listed_errors, field_letters } = limits.request
    const listed = Object.entries(this.fields).slice(0, listed_errors)
    const errors = listed.map(([field, problems]) => [
      field.slice(0, field_letters).toWellFormed(),
      problems
        .slice(0, listed_errors)
        .map(({ code, values }) => fill(inLanguage(fieldMessages[code], language), inValues(values ?? {}, language))),
    ])
    return {
      Status: 'error',
      Message: fill(inLanguage(sentence, language), {
        ...this.values,
        wait: waitInWords(language, this.retryAfterSeconds ?? 1),
      }),
      code: this.code,
      payload: { errors: Object.fromEntries(errors) as Record<string, string[]>, ...this.extraPayload },
    }
  }
}

const inValues = (values: NonNullable<FieldProblem['values']>, language: Language) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value[language] : value]),
  )

/** A limit was reached; the next attempt is allowed after `seconds`. */
export const tooMany = (seconds: number) =>
  new ApiError('too-many', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) })

/** A page past the last one was requested; the error names the number of pages. */
export const pageOutOfRange = (pages: number, extraPayload: object = {}) =>
  new ApiError('page-past-end', {
    values: { pages },
    fields: { Page: [{ code: 'too-big', values: { maximum: pages } }] },
    extraPayload,
  })
