import type { Tasks } from '#server/jobs/queue.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'

/** What is not a request or a statement, with a span for each: calls of the search threads, and jobs. */

/** The index, with a span for each search; the same one when nothing is traced. */
export function traceSearch(search: SearchIndex, tracing: Tracing | undefined): SearchIndex {
  if (!tracing) return search
  const traced =
    <Parameters extends unknown[], Result>(name: string, run: (...parameters: Parameters) => Promise<Result>) =>
    (...parameters: Parameters) =>
      tracing.traced(`search ${name}`, {}, () => run(...parameters))
  return {
    ...search,
    searchCases: traced('cases', search.searchCases),
    searchWithFacets: (query, paging) => {
      const { page, facets } = search.searchWithFacets(query, paging)
      return {
        page: tracing.traced('search cases', {}, () => page),
        facets: tracing.traced('search facets', {}, () => facets),
      }
    },
    countFacets: traced('facets', search.countFacets),
    searchPhrases: traced('phrases', search.searchPhrases),
    findCompletions: traced('completions', search.findCompletions),
    findPartyNames: traced('parties', search.findPartyNames),
  }
}

/** The tasks, with a span for each job. */
export function traceTasks(tasks: Tasks, tracing: Tracing | undefined): Tasks {
  if (!tracing) return tasks
  const traced = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: never) => tracing.traced(`job ${name}`, {}, () => task(payload)),
  ])
  return Object.fromEntries(traced) as Tasks
}
