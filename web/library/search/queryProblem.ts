import { limits } from '#shared/limits.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { isEmptyQuery, isTooShort } from '#shared/text/query/highlightQuery.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { isTooLong } from '#shared/text/query/passage.ts'
import type { Strings } from '#web/platform/strings/types.ts'

export type QueryProblem = 'empty' | 'short' | 'long' | 'passage-long'

/** Trims a query and removes pasted direction marks; one without terms or filters becomes empty, as on the server. */
export const normalizeQuery = (text: string) =>
  !exceedsPassage(text) && isEmptyQuery(parseQuery(text)) ? '' : stripDirectionMarks(text).trim()

/** A text longer than any passage is not parsed. */
const exceedsPassage = (text: string) => text.length > limits.search.passage_letters

/**
 * Validates a query before it is sent. At least three letters, vowel signs not counted (spec §5); a query with a digit
 * may be a case number of any length. With filters the query may be empty.
 */
export function queryProblem(query: string, { filtered }: { filtered: boolean }): QueryProblem | undefined {
  const trimmed = query.trim()
  if (trimmed !== '' && exceedsPassage(query)) return 'passage-long'
  const parsed = parseQuery(trimmed)
  if (isEmptyQuery(parsed)) return filtered ? undefined : 'empty'
  if (isTooLong(parsed, query.length)) return 'long'
  return isTooShort(parsed) ? 'short' : undefined
}

export function problemSentence(problem: QueryProblem, { problems }: Strings['search']): string {
  const { min_letters, max_letters, passage_letters } = limits.search
  const sentences: Record<QueryProblem, string> = {
    empty: problems.empty,
    short: problems.short(min_letters),
    long: problems.long(max_letters),
    'passage-long': problems.long(passage_letters),
  }
  return sentences[problem]
}
