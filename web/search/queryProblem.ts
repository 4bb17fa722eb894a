import { limits } from '#shared/limits.ts'
import { isTooLong } from '#shared/text/query/passage.ts'
import { asksForNothing, isTooShort } from '#shared/text/query.ts'

export type QueryProblem = 'empty' | 'short' | 'long' | 'passage-long'

/** The words as they were typed; what holds neither words nor filters asks for nothing, on the server as here. */
export const tidyWords = (text: string) => (!isBeyondAll(text) && asksForNothing(text) ? '' : text.trim())

/** What is longer than any passage is not even read. */
const isBeyondAll = (text: string) => text.length > limits.search.passage_letters

/**
 * Why words cannot be searched, before the server is asked. Three letters at least, marks not counted (spec §5); a query
 * with a digit may be a case number, whatever its length. With filters there need be no words at all.
 */
export function queryProblem(query: string, { filtered }: { filtered: boolean }): QueryProblem | undefined {
  if (tidyWords(query) === '') return filtered ? undefined : 'empty'
  if (isTooLong(query)) return isBeyondAll(query) ? 'passage-long' : 'long'
  return isTooShort(query) ? 'short' : undefined
}
