import { QueryClient } from '@tanstack/react-query'
import type { Answer, Failure, Success } from '#shared/calls/answer.ts'

/** A failed answer, as an error: for queries, whose screens show it with a button to try again. */
export class AnswerError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.Message)
    this.name = 'AnswerError'
    this.failure = failure
  }
}

/** The successful answer, or an `AnswerError`: `queryFn: async ({ signal }) => succeed(await post(…, { signal }))`. */
export function succeed<Body extends object>(answer: Answer<Body>): Success<Body> {
  if (answer.Status === 'error') throw new AnswerError(answer)
  return answer
}

/** The sentence to show for whatever a query threw. */
export const failureOf = (error: unknown): Failure | undefined =>
  error instanceof AnswerError ? error.failure : undefined

const passing = new Set(['network', 'unavailable'])

/** Only what may pass by itself is tried again; a refusal stays one. */
export function isWorthRetrying(failures: number, error: unknown) {
  return failures < 2 && error instanceof AnswerError && passing.has(error.failure.code)
}

export const buildQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
