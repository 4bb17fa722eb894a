import { limits } from '#shared/limits.ts'
import type { Strings } from '#web/strings/strings.ts'
import type { QueryProblem } from './queryProblem.ts'

export function problemSentence(problem: QueryProblem, { problems }: Strings['search']): string {
  if (problem === 'empty') return problems.empty
  return problem === 'short' ? problems.short(limits.search.min_letters) : problems.long(limits.search.max_letters)
}
