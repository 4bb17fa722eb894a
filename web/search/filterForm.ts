import { dayTyped } from '#web/fields/days/days.ts'
import { type Filters, isFiltered, noFilters, rangeProblem } from './filters.ts'
import { type QueryProblem, queryProblem, tidyWords } from './queryProblem.ts'

/** What stands in the form of the filters, right or wrong. */
export type FilterForm = Filters & { q: string }

export type FormProblems = { q?: QueryProblem; from?: 'not-a-day'; to?: 'not-a-day' | 'reversed' }

export const emptyForm: FilterForm = { ...noFilters, q: '' }

/** What the form asks for, or what is wrong with it. */
export function readForm(form: FilterForm): { q: string; filters: Filters; problems: FormProblems; isRight: boolean } {
  const { q, ...typed } = form
  const filters: Filters = {
    ...typed,
    from: dayTyped(typed.from),
    to: dayTyped(typed.to),
    number: tidyWords(typed.number),
    claimant: tidyWords(typed.claimant),
    respondant: tidyWords(typed.respondant),
  }
  const wrongQuery = queryProblem(q, { filtered: isFiltered(filters) })
  const problems = { ...rangeProblem(filters.from, filters.to), ...(wrongQuery && { q: wrongQuery }) }
  return { q: tidyWords(q), filters, problems, isRight: Object.keys(problems).length === 0 }
}
