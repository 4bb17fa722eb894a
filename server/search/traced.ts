import type { CaseFilters, SearchResult, SearchType } from '#shared/calls/search.ts'
import type { Traces } from './traces.ts'
import { withoutParties } from './withoutParties.ts'

type Asked = { Type: SearchType; Page?: number | undefined; Facets?: boolean | 'only' | undefined } & CaseFilters

/**
 * Runs a search and keeps a trace of it. A further page is the same search: it leaves no trace of its own, and a click
 * in it is told under the trace of the first; nor do its facets, where they are asked for alone.
 */
export async function traced<Result extends SearchResult>(
  traces: Traces,
  asked: Asked,
  run: () => Promise<Result>,
): Promise<Result> {
  const begun = performance.now()
  const result = await run()
  if ((asked.Page ?? 1) > 1 || asked.Facets === 'only') return result

  const trace = traces.keep({
    type: asked.Type,
    query: withoutParties(asked.Query ?? asked.CaseNumber ?? '', result.entity),
    filters: filtersOf(asked),
    count: result.count,
    ms: performance.now() - begun,
    redirected: result.redirect !== null,
  })
  return { ...result, trace }
}

/** Only ids and days: what was typed as the name of a party is not kept. */
const filtersOf = ({ ClosedDate, Court, Courts, Judges, CaseTypes, Statuses, Years }: Asked) => ({
  ClosedDate, Court, Courts, Judges, CaseTypes, Statuses, Years,
}) // prettier-ignore
