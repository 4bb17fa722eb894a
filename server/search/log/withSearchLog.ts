import type { SearchIndex } from '#server/search/port.ts'
import type { CaseFilters, NumberAnswer, SearchResult, SearchType } from '#shared/calls/search.ts'
import { maskParties } from './maskQuery.ts'
import type { SearchLog } from './searchLog.ts'

type SearchRequest = {
  Type: SearchType
  Page?: number | undefined
  Facets?: boolean | 'only' | undefined
} & CaseFilters

type SearchOutcome<Result> = { result: Result; /** Whether a passage was pasted. */ isPassage: boolean }

/**
 * Runs a search and records it in the search log. A further page and a separate request for facets belong to the same
 * search: they are not recorded, and a click is sent with the token of the first page.
 */
export async function withSearchLog<Result extends SearchResult>(
  { search, traces }: { search: SearchIndex; traces: SearchLog },
  request: SearchRequest,
  run: () => Promise<SearchOutcome<Result>>,
): Promise<Result> {
  const start = performance.now()
  if ((request.Page ?? 1) > 1 || request.Facets === 'only') return (await run()).result

  const typed = request.Query ?? request.CaseNumber ?? ''
  const [{ result, isPassage }, parties] = await Promise.all([run(), search.findPartyNames(typed)])
  const trace = traces.append({
    type: request.Type,
    query: maskParties(typed, { entity: result.entity, parties, isPassage }),
    filters: filtersOf(request),
    // A query that only near matches answer counts as one without results.
    count: result.fullCount || candidatesOf(result.numbers),
    ms: performance.now() - start,
    redirected: result.redirect !== null,
  })
  return { ...result, trace }
}

/** A number without a court has the cases that it may mean as results; the neighbors of a missing number are no results. */
const candidatesOf = (numbers: NumberAnswer | null) => (numbers?.state === 'missing' ? 0 : (numbers?.cases.length ?? 0))

/** Ids and days only: typed party names are not recorded. */
const filtersOf = ({ ClosedDate, Court, Courts, Judges, CaseTypes, Statuses, Years }: SearchRequest) => ({
  ClosedDate, Court, Courts, Judges, CaseTypes, Statuses, Years,
}) // prettier-ignore
