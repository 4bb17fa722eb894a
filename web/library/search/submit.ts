import { isFiltered } from './filters.ts'
import { type QueryProblem, queryProblem, normalizeQuery } from './queryProblem.ts'
import type { Search } from './searchUrl.ts'

/** The result of submitting the search box. */
type Submit =
  | { action: 'refuse'; problem: QueryProblem }
  | { action: 'search'; search: Search }
  /** The same query again: opens the case with that number, or repeats the request. */
  | { action: 'open'; reference: string }
  | { action: 'repeat' }

export function submitOf(search: Search, text: string, exact: string | null): Submit {
  const q = normalizeQuery(text)
  const problem = queryProblem(q, { filtered: isFiltered(search.filters) })
  if (problem) return { action: 'refuse', problem }
  if (q !== search.q || search.page !== 1)
    return { action: 'search', search: { ...search, q, page: 1, opened: undefined } }
  return exact === null ? { action: 'repeat' } : { action: 'open', reference: exact }
}

/** What the page shows for a search state. */
type View = { at: 'landing' } | { at: 'refused'; problem: QueryProblem } | { at: 'results' }

export function viewOf({ q, filters }: Search): View {
  const problem = queryProblem(q, { filtered: isFiltered(filters) })
  if (problem === undefined) return { at: 'results' }
  return problem === 'empty' ? { at: 'landing' } : { at: 'refused', problem }
}
