import type { NumberAnswer, SearchResult, Suggestion } from '#shared/calls/search.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { isFiltered } from './filters.ts'
import { type QueryProblem, queryProblem, normalizeQuery } from './queryProblem.ts'
import type { Opened, Search } from './searchUrl.ts'

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

/** What a suggestion opens: the case of a number, or a phrase that is too short to be searched for. Others are searched for. */
export function openedBy({ kind, text, reference }: Suggestion): Opened | undefined {
  if (reference === undefined) return undefined
  if (kind === 'number') return { kind: 'case', reference, tab: 'details' }
  return kind === 'phrase' && !isSearchable(text) ? { kind: 'phrase', reference } : undefined
}

/** Whether a suggestion leads anywhere: the search would refuse a text that is too short. */
export const isOffered = (suggestion: Suggestion) => openedBy(suggestion) !== undefined || isSearchable(suggestion.text)

const isSearchable = (text: string) => queryProblem(text, { filtered: false }) === undefined

/** What the page shows for a search state. */
type View = { at: 'landing' } | { at: 'refused'; problem: QueryProblem } | { at: 'results' }

export function viewOf({ q, filters }: Search): View {
  const problem = queryProblem(q, { filtered: isFiltered(filters) })
  if (problem === undefined) return { at: 'results' }
  return problem === 'empty' ? { at: 'landing' } : { at: 'refused', problem }
}

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
