import type { SearchResult } from '#shared/calls/search.ts'

/** What stands under the count: each of these is drawn its own way. */
export type Body =
  | { is: 'loading' }
  | { is: 'failed'; code: string; message: string }
  | { is: 'past-end'; /** Null until it is known. */ pages: number | null }
  | { is: 'empty' }
  /** Nothing but the cases that a number may mean, which stand above. */
  | { is: 'numbers' }
  | { is: 'page'; answer: SearchResult }

type Asked = {
  answer: SearchResult | undefined
  failure: { code: string; message: string } | undefined
  page: number
}

export function bodyOf({ answer, failure, page }: Asked): Body {
  if (failure?.code === 'page-past-end') return { is: 'past-end', pages: null }
  if (failure) return { is: 'failed', ...failure }
  if (!answer) return { is: 'loading' }
  if (answer.count === 0) return { is: offersNumbers(answer) ? 'numbers' : 'empty' }
  if (answer.data.length === 0 && page > answer.pages) return { is: 'past-end', pages: answer.pages }
  return { is: 'page', answer }
}

/** Whether cases are offered whose numbers are, or are near, the one that was written. */
export const offersNumbers = ({ numbers }: SearchResult) => numbers !== null && numbers.cases.length > 0
