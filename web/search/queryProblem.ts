import { limits } from '#shared/limits.ts'
import { asksForNothing, isTooShort } from '#shared/text/query.ts'

export type QueryProblem = 'empty' | 'short' | 'long'

/** The words as they were typed; what holds neither words nor filters asks for nothing, on the server as here. */
export const tidyWords = (text: string) => (asksForNothing(text) ? '' : text.trim())

/**
 * Why words cannot be searched, before the server is asked. Three letters at least, marks not counted (spec §5); a query
 * with a digit may be a case number, whatever its length. With filters there need be no words at all.
 */
export function queryProblem(query: string, { filtered }: { filtered: boolean }): QueryProblem | undefined {
  if (tidyWords(query) === '') return filtered ? undefined : 'empty'
  if (query.length > limits.search.max_letters) return 'long'
  return isTooShort(query) ? 'short' : undefined
}
