import { type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
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

/** Failures that the server said nothing of, and the end of a session, which is told by itself. */
const untold = new Set(['network', 'timeout', 'unreadable', 'no-session'])
/** Of lists and choices the server's sentence is a notification too; forms and other screens tell theirs in their place. */
const isTold = ([kind, , verb]: QueryKey) => kind === 'choices' || (kind === 'resource' && verb === 'get')

/** `tell` shows what the server refused, once for each answer; what is no longer wanted throws no answer. */
export const buildQueryClient = (tell: (failure: Failure) => void) =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }: Pick<Query, 'queryKey'>) => {
        const failure = failureOf(error)
        if (failure && !untold.has(failure.code) && isTold(queryKey)) tell(failure)
      },
    }),
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
