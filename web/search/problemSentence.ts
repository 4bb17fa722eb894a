import { limits } from '#shared/limits.ts'
import type { Strings } from '#web/strings/strings.ts'
import type { QueryProblem } from './queryProblem.ts'

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
