import type { SearchIndex } from '#server/search/port.ts'
import type { CaseFilters, NumberAnswer, SearchResult, SearchType } from '#shared/calls/search.ts'
import { maskParties } from './maskQuery.ts'
import type { SearchLog } from './searchLog.ts'

type Asked = { Type: SearchType; Page?: number | undefined; Facets?: boolean | 'only' | undefined } & CaseFilters

type Searched<Result> = { result: Result; /** Whether a passage was pasted. */ isPassage: boolean }

/**
 * Runs a search and keeps a trace of it. A further page is the same search: it leaves no trace of its own, and a click
 * in it is told under the trace of the first; nor do its facets, where they are asked for alone.
 */
export async function withSearchLog<Result extends SearchResult>(
  { search, traces }: { search: SearchIndex; traces: SearchLog },
  asked: Asked,
  run: () => Promise<Searched<Result>>,
): Promise<Result> {
  const begun = performance.now()
  if ((asked.Page ?? 1) > 1 || asked.Facets === 'only') return (await run()).result

  const typed = asked.Query ?? asked.CaseNumber ?? ''
  const [{ result, isPassage }, parties] = await Promise.all([run(), search.findPartyNames(typed)])
  const trace = traces.append({
    type: asked.Type,
    query: maskParties(typed, { entity: result.entity, parties, isPassage }),
    filters: filtersOf(asked),
    count: result.count || offered(result.numbers),
    ms: performance.now() - begun,
    redirected: result.redirect !== null,
  })
  return { ...result, trace }
}

/** A number without its court is answered by the cases that it may mean; what is only near one that is not there is no answer. */
const offered = (numbers: NumberAnswer | null) => (numbers?.state === 'missing' ? 0 : (numbers?.cases.length ?? 0))

/** Only ids and days: what was typed as the name of a party is not kept. */
const filtersOf = ({ ClosedDate, Court, Courts, Judges, CaseTypes, Statuses, Years }: Asked) => ({
  ClosedDate, Court, Courts, Judges, CaseTypes, Statuses, Years,
}) // prettier-ignore
