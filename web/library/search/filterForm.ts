import type { ComboboxItem } from '@mantine/core'
import type { Named } from '#shared/calls/search.ts'
import { parseTypedDay } from '#web/fields/dates/dates.ts'
import { type Filters, isFiltered, noFilters, rangeProblem } from './filters.ts'
import { type QueryProblem, queryProblem, normalizeQuery } from './queryProblem.ts'

/** The values of the filter form, valid or not. */
export type FilterForm = Filters & { q: string }

export type FormProblems = { q?: QueryProblem; from?: 'not-a-day'; to?: 'not-a-day' | 'reversed' }

export const emptyForm: FilterForm = { ...noFilters, q: '' }

/** Parses the filter form into a query and filters, with its problems. */
export function readForm(form: FilterForm): { q: string; filters: Filters; problems: FormProblems; isValid: boolean } {
  const { q, ...typed } = form
  const filters: Filters = {
    ...typed,
    from: parseTypedDay(typed.from),
    to: parseTypedDay(typed.to),
    number: normalizeQuery(typed.number),
    claimant: normalizeQuery(typed.claimant),
    respondant: normalizeQuery(typed.respondant),
  }
  const problemOfQuery = queryProblem(q, { filtered: isFiltered(filters) })
  const problems = { ...rangeProblem(filters.from, filters.to), ...(problemOfQuery && { q: problemOfQuery }) }
  return { q: normalizeQuery(q), filters, problems, isValid: Object.keys(problems).length === 0 }
}

/**
 * The options of a list. A value from an old link that is no longer listed is shown by its id, so that it can be
 * removed.
 */
export function choicesOf(list: readonly Named[], chosen: readonly number[]): ComboboxItem[] {
  const listedIds = new Set(list.map(({ id }) => id))
  const unlisted = chosen.filter((id) => !listedIds.has(id)).map((id) => ({ id, name: `#${id}` }))
  return [...list, ...unlisted].map(({ id, name }) => ({ value: String(id), label: name }))
}

const idOf = (value: string) => Number(value)
export const idsOf = (values: readonly string[]) => values.map(idOf)
