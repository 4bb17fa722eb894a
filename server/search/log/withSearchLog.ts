import type { CaseFilters, NumberAnswer, SearchResult, SearchType } from '#shared/calls/search.ts'
import type { SearchIndex } from './index.ts'
import type { Traces } from './traces.ts'
import { withoutParties } from './withoutParties.ts'

type Asked = { Type: SearchType; Page?: number | undefined; Facets?: boolean | 'only' | undefined } & CaseFilters

/**
 * Runs a search and keeps a trace of it. A further page is the same search: it leaves no trace of its own, and a click
 * in it is told under the trace of the first; nor do its facets, where they are asked for alone.
 */
export async function traced<Result extends SearchResult>(
  { search, traces }: { search: SearchIndex; traces: Traces },
  asked: Asked,
  run: () => Promise<Result>,
): Promise<Result> {
  const begun = performance.now()
  if ((asked.Page ?? 1) > 1 || asked.Facets === 'only') return run()

  const typed = asked.Query ?? asked.CaseNumber ?? ''
  const [result, parties] = await Promise.all([run(), search.findParties(typed)])
  const trace = traces.keep({
    type: asked.Type,
    query: withoutParties(typed, { entity: result.entity, parties }),
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
