import type { NumberAnswer, SearchResult } from '#shared/calls/search.ts'
import type { Strings } from '#web/platform/strings/types.ts'

/** The state of the result body. */
type Body =
  | { is: 'loading' }
  | { is: 'failed'; code: string; message: string }
  | { is: 'past-end'; /** Null while unknown. */ pages: number | null }
  | { is: 'empty' }
  /** No results except the cases with a matching number, which are shown above. */
  | { is: 'numbers' }
  | { is: 'page'; answer: SearchResult }

type BodyParams = {
  answer: SearchResult | undefined
  failure: { code: string; message: string } | undefined
  page: number
}

export function bodyOf({ answer, failure, page }: BodyParams): Body {
  if (failure?.code === 'page-past-end') return { is: 'past-end', pages: null }
  if (failure) return { is: 'failed', ...failure }
  if (!answer) return { is: 'loading' }
  if (answer.count === 0) return { is: offersNumbers(answer) ? 'numbers' : 'empty' }
  if (answer.data.length === 0 && page > answer.pages) return { is: 'past-end', pages: answer.pages }
  return { is: 'page', answer }
}

/** Whether the answer offers cases with the same or a similar number. */
export const offersNumbers = ({ numbers }: SearchResult) => numbers !== null && numbers.cases.length > 0

/**
 * The message above the cases that a number may mean, that the filters exclude, or that are similar to an unknown
 * number.
 */
export const numberMessage = ({ state, cases }: NumberAnswer, { hints }: Strings['finding']) =>
  state === 'ambiguous' ? hints.ambiguous(cases.length) : hints[state]
