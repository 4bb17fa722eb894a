import { type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Answer, Failure, Success } from '#shared/calls/answer.ts'
import { clientFailure, isClientCode } from './client.ts'

/** A failed answer as an error, for queries: their screens show it with a retry button. */
class AnswerError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.Message)
    this.name = 'AnswerError'
    this.failure = failure
  }
}

/**
 * Returns a successful answer or throws `AnswerError`: `queryFn: async ({ signal }) => unwrapAnswer(await post(…, {
 * signal }))`.
 */
export function unwrapAnswer<Body extends object>(answer: Answer<Body>): Success<Body> {
  if (answer.Status === 'error') throw new AnswerError(answer)
  return answer
}

/**
 * The failed answer behind an error of a query. A failure that no server reported is worded in the language of the screen,
 * which may have changed since.
 */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof AnswerError)) return undefined
  const { failure } = error
  return isClientCode(failure.code) ? clientFailure(failure.code) : failure
}

const transientCodes = new Set(['network', 'unavailable'])

const isTransient = (error: unknown) => error instanceof AnswerError && transientCodes.has(error.failure.code)

/** Retries transient errors only; a refusal is final. */
const isWorthRetrying = (failures: number, error: unknown) => failures < 2 && isTransient(error)

/** Fetches again what is shown as failed because the server was away. */
export const refetchUnanswered = (client: QueryClient) =>
  client.refetchQueries({ type: 'active', predicate: ({ state }) => isTransient(state.error) })

/** For `refetchOnReconnect`, where the live channel reports what was missed while offline. */
export const isWithoutData = ({ state }: { state: { data: unknown } }) => state.data === undefined

/**
 * Errors without a notification: those that no server reported, and the end of the session, which is reported
 * elsewhere.
 */
const silentErrorCodes = new Set(['network', 'timeout', 'unreadable', 'no-session'])
/** Lists and choices notify of refusals; forms and other screens show theirs in place. */
const isNotified = ([kind, , verb]: QueryKey) => kind === 'choices' || (kind === 'resource' && verb === 'get')

/** `notify` shows a refusal, once for each answer. A cancelled query notifies of nothing. */
export const buildQueryClient = (notify: (failure: Failure) => void) =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }: Pick<Query, 'queryKey'>) => {
        const failure = failureOf(error)
        if (failure && !silentErrorCodes.has(failure.code) && isNotified(queryKey)) notify(failure)
      },
    }),
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
